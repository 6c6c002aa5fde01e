import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../model/json.ts";
import { parseJsonWithPositions } from "./parse-json.ts";

function show(text: string): readonly string[] {
  const { issues } = parseJsonWithPositions(text, "a.json");
  return issues.map(({ code, line, column, endColumn }) => `${code}@${line}:${column}-${endColumn}`);
}

describe("parseJsonWithPositions", () => {
  it.each<[string, JsonValue]>([
    ['{"a": [1, -2.5, true, null, "\\u0041\\n"]}', { a: [1, -2.5, true, null, "A\n"] }],
    [" 7 ", 7],
    ["[]", []],
    ['""', ""],
    ['{"": {"": 1}}', { "": { "": 1 } }],
    ["9007199254740991", Number.MAX_SAFE_INTEGER],
    ["1e20", 1e20],
    ["[\r\n1,\r\n2]", [1, 2]],
  ])("reads %j", (text, value) => {
    const { document, issues } = parseJsonWithPositions(text, "a.json");
    expect(issues).toEqual([]);
    expect(document?.root).toEqual(value);
  });

  it.each<[string, readonly string[]]>([
    ["", ["syntax@1:1-1"]],
    ['{"a": 1, // why\n"b": 2}', ["json-comment@1:10-16"]],
    ["/* x */ 1", ["json-comment@1:1-8"]],
    ["/* x", ["json-comment@1:1-5", "syntax@1:1-5"]],
    ['{"a": 1,}', ["trailing-comma@1:8-9"]],
    ["[1,\n]", ["trailing-comma@1:3-4"]],
    ["[[1,],2,]", ["trailing-comma@1:4-5", "trailing-comma@1:8-9"]],
    ["[,1]", ["syntax@1:2-3"]],
    ["[1,,2]", ["syntax@1:4-5"]],
    ['{"a": 1,\n"b": {"a": 2},\n "a": 3}', ["duplicate-key@3:2-5"]],
    ['{"\\u0061": 1, "a": 2}', ["duplicate-key@1:15-18"]],
    ['{"__proto__": 1, "__proto__": 2}', ["duplicate-key@1:18-29"]],
    ["9007199254740992", ["out-of-range@1:1-17"]],
    ["[-9007199254740993]", ["out-of-range@1:2-19"]],
    ["1e999", ["out-of-range@1:1-6"]],
    ["{} {}", ["syntax@1:4-5"]],
    ["{'a': 1}", ["syntax@1:2-5"]],
    ["[01]", ["syntax@1:3-4"]],
    ["NaN", ["syntax@1:1-4"]],
    ['"a\nb"', ["syntax@1:1-3"]],
    ['"\u0001"', ["syntax@1:1-4"]],
    ['"\\x41"', ["syntax@1:1-7"]],
    ["[1", ["syntax@1:3-3"]],
    ["\u00a0[]", ["syntax@1:1-2"]],
    ['"\ufffd"', ["invalid-utf8@1:2-3"]],
    ["[".repeat(65) + "]".repeat(65), ["too-deep@1:1-1"]],
    ["[".repeat(500_000), ["too-deep@1:1-1"]],
    [`[${"1,".repeat(1000)}1]`, ["too-many-entries@1:1-1"]],
    [`"${"x".repeat(1024 * 1024)}"`, ["too-large@1:1-1"]],
  ])("refuses %.40j", (text, expected) => {
    expect(show(text)).toEqual(expected);
    expect(parseJsonWithPositions(text, "a.json").document).toBeNull();
  });

  it("says where the first of two equal keys stands", () => {
    const [issue] = parseJsonWithPositions('{"a": 1,\n "a": 2}', "a.json").issues;
    expect(issue?.message).toBe('JSON: the key "a" is already there, in line 1, column 2');
  });

  it("warns of a byte order mark and reads on", () => {
    const { document, issues } = parseJsonWithPositions("\ufeff1", "a.json");
    expect(document?.root).toBe(1);
    expect(issues.map(({ severity, code }) => [severity, code])).toEqual([["warning", "byte-order-mark"]]);
  });

  it("keeps `__proto__` an ordinary key", () => {
    const { document } = parseJsonWithPositions('{"__proto__": {"admin": true}, "constructor": 1}', "a.json");
    const root = document?.root as Record<string, JsonValue>;
    expect(Object.keys(root)).toEqual(["__proto__", "constructor"]);
    expect(["admin", "toString"].filter((name) => name in root)).toEqual([]);
  });

  it("reads what JSON.parse reads, and refuses what it refuses", () => {
    const text = fc.oneof(
      fc.json({ maxDepth: 5 }),
      fc.string(),
      fc.tuple(fc.json(), fc.nat(200), fc.string({ maxLength: 2 })).map(([json, at, cut]) => {
        return json.slice(0, at) + cut + json.slice(at + 1);
      }),
    );
    fc.assert(
      fc.property(text, (given) => {
        const { document, issues } = parseJsonWithPositions(given, "a.json");
        const other = parsePlainly(given);
        if (document !== null) expect(JSON.stringify(document.root)).toEqual(JSON.stringify(other));
        else if (other !== undefined) {
          const ours = ["duplicate-key", "out-of-range", "invalid-utf8", "too-many-entries"];
          expect(ours).toContain(issues.find(({ severity }) => severity === "error")?.code);
        }
      }),
      { numRuns: 500 },
    );
  });
});

function parsePlainly(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

describe("locate", () => {
  const text = `{
  "a": {"b": [10, {"c": "x {{y}} z"}]},
  "q\\"": null
}`;
  const { document } = parseJsonWithPositions(text, "a.json");
  it.each([
    ["a key", { path: ["a"], part: "key" }, [2, 3, 6]],
    ["an object", { path: ["a"], part: "value" }, [2, 8, 39]],
    ["an entry of a list", { path: ["a", "b", 0], part: "value" }, [2, 15, 17]],
    ["an entry's own key is the entry", { path: ["a", "b", 1], part: "key" }, [2, 19, 37]],
    ["a key inside", { path: ["a", "b", 1, "c"], part: "key" }, [2, 20, 23]],
    ["a fragment", { path: ["a", "b", 1, "c"], part: "value", fragment: "{{y}}" }, [2, 28, 33]],
    ["a key with an escape", { path: ['q"'], part: "key" }, [3, 3, 8]],
    ["what is missing", { path: ["a", "zzz"], part: "key" }, [2, 3, 6]],
    ["the file", { path: [], part: "key" }, [1, 1, 1]],
  ] as const)("finds %s", (_what, place, [line, column, endColumn]) => {
    expect(document?.locate(place)).toEqual({ line, column, endColumn });
  });
});
