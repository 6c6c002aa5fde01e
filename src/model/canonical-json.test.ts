import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson, orderKeys } from "./canonical-json.ts";
import type { JsonObject, JsonValue } from "./json.ts";

/** The definition, word for word: no memory, no shortcut. */
function plain(value: JsonValue): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item: JsonValue) => plain(item)).join(",")}]`;
  const entries = Object.entries(value as Record<string, JsonValue>).filter(([, member]) => member !== undefined);
  entries.sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, member]) => `${JSON.stringify(key)}:${plain(member)}`).join(",")}}`;
}

const awkwardKey = fc.constantFrom("a", "b", "a,b", "b,a", ",", "", "10", "9", "__proto__", "\u{1f600}", "\uffff", "é");
const anyValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.array(fc.tuple(awkwardKey, tie("value")), { maxLength: 6 }).map((pairs) => Object.fromEntries(pairs)),
  ),
})).value as fc.Arbitrary<JsonValue>;

describe("canonicalJson", () => {
  it("says what the definition says, whatever was written before", () => {
    fc.assert(
      fc.property(anyValue, (value) => canonicalJson(value) === plain(value)),
      { numRuns: 2000 },
    );
  });

  it("is one text for equal values, whatever the order of their keys", () => {
    expect(canonicalJson({ b: 1, a: { d: [1, "x"], c: null } })).toBe('{"a":{"c":null,"d":[1,"x"]},"b":1}');
  });

  it("keeps keys apart that only look alike once joined", () => {
    expect(canonicalJson({ a: 1, b: 2 })).toBe('{"a":1,"b":2}');
    expect(canonicalJson({ "a,b": 3 })).toBe('{"a,b":3}');
    expect(canonicalJson(JSON.parse('{"__proto__":1,"a":2}') as JsonValue)).toBe('{"__proto__":1,"a":2}');
  });

  it("leaves out what is undefined", () => {
    expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}');
  });
});

describe("orderKeys", () => {
  it("keeps every member, whatever its name, in the order of the text", () => {
    const members = JSON.parse('{"b":1,"__proto__":{"d":1,"c":2},"a":null}') as JsonObject;
    expect(Object.keys(orderKeys(members))).toEqual(["__proto__", "a", "b"]);
    expect(canonicalJson(orderKeys(members))).toBe(canonicalJson(members));
  });
});
