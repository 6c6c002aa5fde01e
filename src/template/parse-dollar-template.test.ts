import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDollarTemplate } from "./parse-dollar-template.ts";

/** `[x]` is a place. */
function show(text: string): string {
  const parsed = parseDollarTemplate(text);
  if (!parsed.ok) return `at ${parsed.issue.offset}`;
  return parsed.parts.map((part) => (part.kind === "text" ? part.text : `[${part.name}]`)).join("|");
}

describe("parseDollarTemplate", () => {
  it.each([
    ["", ""],
    ["plain", "plain"],
    ["${x}", "[x]"],
    ["--a=${x}.txt", "--a=|[x]|.txt"],
    ["${x}${y}", "[x]|[y]"],
    ["$${x}", "$|[x]"],
    ["$x", "$x"],
    ["a$", "a$"],
    ["${x", "${x"],
    ["${a_1}", "[a_1]"],
    ["{x}", "{x}"],
    ["${}", "at 0"],
    ["a${ x }", "at 1"],
    ["${x:-y}", "at 0"],
    ["${1}", "at 0"],
    ["${a${b}}", "at 0"],
  ])("%j is %s", (text, expected) => expect(show(text)).toBe(expected));

  it("loses nothing of the text", () => {
    const text = fc.string({ unit: fc.constantFrom("$", "{", "}", "x", "1", " ") });
    fc.assert(
      fc.property(text, (one) => {
        const parsed = parseDollarTemplate(one);
        if (!parsed.ok) return;
        const again = parsed.parts.map((part) => (part.kind === "text" ? part.text : `\${${part.name}}`)).join("");
        expect(again).toBe(one);
      }),
    );
  });
});
