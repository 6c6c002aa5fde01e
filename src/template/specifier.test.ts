import { describe, expect, it } from "vitest";
import { parseSpecifier } from "./parse-specifier.ts";
import { renderSpecifier } from "./render-specifier.ts";

describe("parseSpecifier", () => {
  it.each([
    ["{command}", { command: "shell" }],
    ["{path}", { path: "path" }],
    ["{command|text}", { command: "text" }],
    ["{cmd}", { cmd: "text" }],
    ["{command|shell}", { command: "shell" }],
    ["{path|path} -> {to|path}", { path: "path", to: "path" }],
    ["{url|host}", { url: "host" }],
    ["{a|text}/{a}", { a: "text" }],
    ["fixed }", {}],
  ])("%s", (text, kinds) => {
    const parsed = parseSpecifier(text);
    expect(parsed.ok && Object.fromEntries(parsed.kinds)).toEqual(kinds);
  });

  it.each([
    ["", 0],
    ["{a}{b}", 3],
    ["x {", 2],
    ["{a b}", 0],
    ["{1}", 0],
    ["{a|bash}", 0],
    ["{a|}", 0],
    ["{a|constructor}", 0],
    ["{a} {a|path}", 4],
    ["{{a}}", 0],
  ])("refuses %j at %i", (text, offset) => {
    const parsed = parseSpecifier(text);
    expect(parsed.ok ? null : parsed.issue.offset).toBe(offset);
  });
});

describe("renderSpecifier", () => {
  const template = { text: "{a}: {b}", parts: parts("{a}: {b}") };

  function parts(text: string): Extract<ReturnType<typeof parseSpecifier>, { ok: true }>["parts"] {
    const parsed = parseSpecifier(text);
    return parsed.ok ? parsed.parts : [];
  }

  it("puts values in as they are", () => {
    expect(renderSpecifier(template, { a: "{b} ${b} $(b)", b: 5, c: "no" })).toEqual({
      ok: true,
      text: "{b} ${b} $(b): 5",
    });
    expect(renderSpecifier(template, { a: false, b: 0 })).toEqual({ ok: true, text: "false: 0" });
  });

  it.each([
    [{ b: "x" }, "a"],
    [{ a: "x" }, "b"],
    [{ a: "", b: "x" }, "a"],
    [{ a: null, b: "x" }, "a"],
    [{ a: "x", b: {} }, "b"],
    [{ a: "x", b: ["y"] }, "b"],
  ])("refuses %j", (values, param) => {
    expect(renderSpecifier(template, values)).toMatchObject({ ok: false, param });
  });

  it("does not take what every object has for a value", () => {
    expect(renderSpecifier({ text: "{toString}", parts: parts("{toString}") }, {}).ok).toBe(false);
  });
});
