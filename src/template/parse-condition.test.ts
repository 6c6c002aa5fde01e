import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchCondition } from "./match-condition.ts";
import { parseCondition } from "./parse-condition.ts";

const NAMES = ["a", "b", "port", "scan_type"];

function evaluate(text: string, values: Readonly<Record<string, string>>): boolean | string {
  const parsed = parseCondition(text, NAMES);
  return parsed.ok ? matchCondition(parsed.condition, (name) => values[name]) : parsed.issue.message;
}

describe("parseCondition", () => {
  it.each([
    ["a == 'x'", { a: "x" }, true],
    ["a == 'x'", { a: "X" }, false],
    ["a != 'x'", { a: "y" }, true],
    ['a == "x y"', { a: "x y" }, true],
    ["a == x", { a: "x" }, true],
    ["port == 80", { port: "80" }, true],
    ["port == 80", { port: "80.0" }, false],
    ["port == -1.5", { port: "-1.5" }, true],
    ["a==x", { a: "x" }, true],
    ["  a  ==  x  ", { a: "x" }, true],
    ["a == ''", {}, true],
    ["a != ''", {}, false],
    ["a == ' and '", { a: " and " }, true],
    ["a == x and b == y", { a: "x", b: "y" }, true],
    ["a == x and b == y", { a: "x" }, false],
    ["a == x or b == y", { b: "y" }, true],
    ["a == x or a == y and b == z", { a: "x" }, true],
    ["a == y and b == z or a == x", { a: "x" }, true],
    ["a == x and b == y or a == x and b == z", { a: "x", b: "z" }, true],
    ["a == x or b == y and b == z", { b: "y" }, false],
    ["a == 'a or b == c'", { a: "a or b == c" }, true],
    ["scan_type != fast", { scan_type: "slow" }, true],
  ])("%s with %j: %s", (text, values, expected) => expect(evaluate(text, values)).toBe(expected));

  it.each([
    ["", 0],
    ["   ", 3],
    ["a", 1],
    ["a ==", 4],
    ["a = x", 2],
    ["a === x", 4],
    ["a == x and", 10],
    ["a == x b == y", 7],
    ["a == x && b == y", 7],
    ["a == x AND b == y", 7],
    ["not a == x", 0],
    ["(a == x)", 0],
    ["'a' == x", 0],
    ["x == a", 0],
    ["c == x", 0],
    ["and == x", 0],
    ["a == and", 5],
    ["a == 'x", 5],
    ["a > 5", 2],
    ["a == x; b", 6],
    ["a.b == x", 0],
    ["constructor == x", 0],
    ["a == x or or b == y", 10],
    ["a == $(id)", 5],
    ["a == `id`", 5],
    [`a == ${"x".repeat(2_000)}`, 1_000],
  ])("refuses %j at %d", (text, offset) => {
    const parsed = parseCondition(text, NAMES);
    expect(parsed.ok ? null : parsed.issue.offset).toBe(offset);
  });

  it("suggests the name that was meant", () => {
    expect(evaluate("scan_typ == x", {})).toContain("did you mean scan_type?");
  });

  it("answers for any text", () => {
    fc.assert(fc.property(fc.string(), (text) => typeof parseCondition(text, NAMES).ok === "boolean"));
  });
});
