import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../model/json.ts";
import { readGroupNames } from "./read-group-names.ts";

describe("readGroupNames", () => {
  it.each<{ given: JsonValue | undefined; names: readonly string[] }>([
    { given: ["a", " b ", "", "  ", "a"], names: ["a", "b"] },
    { given: ["a", 1, null, ["b"]], names: ["a"] },
    { given: "a", names: ["a"] },
    { given: " a b ", names: ["a b"] },
    { given: "a, b,,c", names: ["a", "b", "c"] },
    { given: '["a", "b"]', names: ["a", "b"] },
    { given: '["a", 2]', names: ["a"] },
    { given: "['a', 'b']", names: ["a", "b"] },
    { given: "[a, \"b\", 'c']", names: ["a", "b", "c"] },
    { given: "[]", names: [] },
    { given: "[", names: ["["] },
    { given: "it's", names: ["it's"] },
    { given: "'", names: ["'"] },
    { given: "group:fs", names: ["fs"] },
    { given: "", names: [] },
    { given: 5, names: [] },
    { given: true, names: [] },
    { given: null, names: [] },
    { given: { groups: ["a"] }, names: [] },
    { given: undefined, names: [] },
    { given: "x".repeat(10_001), names: [] },
  ])("of $given is $names", ({ given, names }) => expect(readGroupNames(given)).toEqual(names));

  it("never gives a blank name, one twice or more than 200, and never throws", () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.array(fc.string()), fc.string({ maxLength: 2000 })), (given) => {
        const names = readGroupNames(given);
        expect(names.length).toBeLessThanOrEqual(200);
        expect(new Set(names).size).toBe(names.length);
        expect(names.every((name) => name.trim() === name || name.startsWith(" "))).toBe(true);
      }),
    );
  });

  it.each(["[".repeat(9_999), "'".repeat(9_999), ",".repeat(9_999), `[${"['".repeat(4_000)}]`])(
    "takes hostile texts for what they are",
    (text) => expect(readGroupNames(text).length).toBeLessThanOrEqual(200),
  );
});
