import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ArgPart } from "../model/arg-node.ts";
import { parseArgTemplate } from "./parse-arg-template.ts";
import { splitTemplate } from "./split-template.ts";

function show(parts: readonly ArgPart[]): readonly string[] {
  return parts.map((part) => (part.kind === "text" ? part.text : `<${part.name}>`));
}

describe("parseArgTemplate", () => {
  it.each([
    ["double", "{{a}}", ["<a>"]],
    ["double", "{{ a }}", ["<a>"]],
    ["double", "--o={{a}}.{{b}}!", ["--o=", "<a>", ".", "<b>", "!"]],
    ["double", "", [""]],
    ["double", "{{a", ["{{a"]],
    ["double", "a}}", ["a}}"]],
    ["double", "{a}", ["{a}"]],
    ["double", "{{{a}}}", ["{", "<a>", "}"]],
    ["double", "{{a}}}", ["<a>", "}"]],
    ["double", "{{a-b.c}}", ["<a-b.c>"]],
    ["single", "{a}", ["<a>"]],
    ["single", "x{a}{b}y", ["x", "<a>", "<b>", "y"]],
    ["single", "{ a }", ["{ a }"]],
    ["single", "{a-b}", ["{a-b}"]],
    ["single", "{}", ["{}"]],
    ["single", "{{a}}", ["{", "<a>", "}"]],
    ["single", "{_secret:key}", ["{_secret:key}"]],
    ["single", "{a", ["{a"]],
    ["single", "awk '{print $1}'", ["awk '{print $1}'"]],
  ] as const)("%s %j", (style, text, expected) => {
    const parsed = parseArgTemplate(text, style);
    expect(parsed.ok ? show(parsed.parts) : parsed.issue).toEqual(expected);
  });

  it.each(["{{}}", "x{{  }}"])("refuses %j and says where", (text) => {
    const parsed = parseArgTemplate(text, "double");
    expect(parsed.ok ? null : parsed.issue.offset).toBe(text.indexOf("{{"));
  });

  it("loses no text", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const parsed = parseArgTemplate(text, "single");
        const back = parsed.ok ? parsed.parts.map((part) => (part.kind === "text" ? part.text : `{${part.name}}`)) : [];
        expect(back.join("")).toBe(text);
      }),
    );
  });
});

describe("splitTemplate", () => {
  it.each([
    ["a b  c", ["a", "b", "c"]],
    ["  a\tb\n", ["a", "b"]],
    ["", []],
    [`a "b c" 'd e'`, ["a", "b c", "d e"]],
    [`a"b c"d`, ["ab cd"]],
    [`'' ""`, ["", ""]],
    [`"it's"`, ["it's"]],
    ["a\\ b", ["a\\", "b"]],
    [`grep "{pattern}" {file}`, ["grep", "{pattern}", "{file}"]],
    ["a;b|c", ["a;b|c"]],
  ])("%j", (text, words) => expect(splitTemplate(text)).toEqual({ ok: true, words }));

  it.each([
    [`a "b`, 2],
    ["it's", 2],
    [`"a" '`, 4],
  ])("refuses the open quote of %j", (text, offset) => {
    const split = splitTemplate(text);
    expect(split.ok ? null : split.issue.offset).toBe(offset);
  });
});
