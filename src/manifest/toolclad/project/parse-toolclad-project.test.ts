import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseToolcladProject } from "./parse-toolclad-project.ts";

function codesOf(text: string): readonly string[] {
  return parseToolcladProject(text, "toolclad.toml").issues.map(
    ({ severity, code, line, column }) => `${severity === "error" ? "" : "~"}${code}@${line}:${column}`,
  );
}

describe("parseToolcladProject", () => {
  it("reads every constraint of a type", () => {
    const { project, issues } = parseToolcladProject(
      `[toolclad]
profile = "peer"
[types.severity_level]
base = "enum"
allowed = ["info", "low"]
[types.scan_rate]
base = "integer"
min = 1
max = 10000
[types.ratio]
base = "number"
min_float = 0.5
max = 2
[types.hostname]
base = "string"
pattern = '^[a-z0-9.-]+$'
[types.constructor]
base = "port"
[types.some-word]
base = "regex_match"
`,
      "toolclad.toml",
    );
    expect(issues).toEqual([]);
    expect(project?.profile).toBe("peer");
    expect([...(project?.types ?? [])]).toEqual([
      ["severity_level", { base: "enum", constraints: { allowed: ["info", "low"] } }],
      ["scan_rate", { base: "integer", constraints: { min: 1, max: 10000 } }],
      ["ratio", { base: "number", constraints: { min_float: 0.5, max: 2 } }],
      ["hostname", { base: "string", constraints: { pattern: "^[a-z0-9.-]+$" } }],
      ["constructor", { base: "port", constraints: {} }],
      ["some-word", { base: "regex_match", constraints: {} }],
    ]);
  });

  it("is strict and has no types when nothing is said", () => {
    expect(parseToolcladProject("", "toolclad.toml")).toEqual({
      project: { types: new Map(), profile: "strict" },
      issues: [],
    });
  });

  it.each([
    ["no base", "[types.a]\nmin = 1", ["missing-key@1:8"]],
    ["a base that is no text", "[types.a]\nbase = 1", ["wrong-type@2:8"]],
    ["a base that nobody knows", '[types.a]\nbase = "strin"', ["unknown-type@2:8"]],
    ["the name of a JavaScript member as base", '[types.a]\nbase = "toString"', ["unknown-type@2:8"]],
    ["a type that builds on another", '[types.a]\nbase = "b"\n[types.b]\nbase = "string"', ["nested-type@2:8"]],
    ["a type that builds on itself", '[types.a]\nbase = "a"', ["type-cycle@2:8"]],
    ["types in a circle", '[types.a]\nbase = "b"\n[types.b]\nbase = "a"', ["type-cycle@2:8", "type-cycle@4:8"]],
    ["a built-in name", '[types.string]\nbase = "integer"', ["reserved-name@1:8"]],
    ["a name with spaces", '[types."a b"]\nbase = "integer"', ["bad-name@1:8"]],
    ["__proto__ as a name", '[types.__proto__]\nbase = "integer"', ["bad-name@1:8"]],
    ["a type that is no table", '[types]\na = "string"', ["wrong-type@2:5"]],
    ["a constraint of another base", '[types.a]\nbase = "port"\nmin = 1', ["misplaced-key@3:1"]],
    ["a list for a text", '[types.a]\nbase = "string"\nallowed = ["a"]', ["misplaced-key@3:1"]],
    ["clamp, which arguments say", '[types.a]\nbase = "integer"\nclamp = true', ["misplaced-key@3:1"]],
    ["schemes, which arguments say", '[types.a]\nbase = "url"\nschemes = ["https"]', ["misplaced-key@3:1"]],
    ["required, which arguments say", '[types.a]\nbase = "url"\nrequired = true', ["misplaced-key@3:1"]],
    ["a default, which arguments say", '[types.a]\nbase = "integer"\ndefault = 1', ["misplaced-key@3:1"]],
    ["a constraint that nobody knows", '[types.a]\nbase = "integer"\nmini = 1', ["unknown-key@3:1"]],
    ["an empty list", '[types.a]\nbase = "enum"\nallowed = []', ["empty-list@3:11"]],
    ["a value twice", '[types.a]\nbase = "enum"\nallowed = ["x", "x"]', ["duplicate-value@3:17"]],
    ["a pattern with look-around", "[types.a]\nbase = \"string\"\npattern = '(?=a)'", ["bad-pattern@3:11"]],
    ["a pattern without ends", "[types.a]\nbase = \"string\"\npattern = 'a'", ["~unanchored-pattern@3:11"]],
    ["bounds the wrong way round", '[types.a]\nbase = "integer"\nmin = 5\nmax = 1', ["inverted-range@4:7"]],
    ["a bound of two kinds", '[types.a]\nbase = "integer"\nmin = 0.5', ["wrong-type@3:7"]],
    ["an unknown table", "[project]\nname = 1", ["unknown-key@1:2"]],
    ["an unknown table, for other implementations", '[toolclad]\nprofile = "peer"\n[x]', ["~unknown-key@3:2"]],
    ["an unknown profile", '[toolclad]\nprofile = "lax"', ["unknown-profile@2:11"]],
    ["an unknown setting", "[toolclad]\nprofil = 1", ["unknown-key@2:1"]],
    ["text that is no TOML", "[types", ["syntax@1:2"]],
  ])("reports %s", (_what, text, codes) => {
    expect(codesOf(text)).toEqual(codes);
    const isUsable = codes.every((code) => code.startsWith("~"));
    expect(parseToolcladProject(text, "toolclad.toml").project === null).toBe(!isUsable);
  });

  it("names the chain of types that build on each other", () => {
    const text = '[types.a]\nbase = "b"\n[types.b]\nbase = "c"\n[types.c]\nbase = "b"';
    const messages = parseToolcladProject(text, "toolclad.toml").issues.map(({ message }) => message);
    expect(messages[0]).toBe("these types build on each other: `a` → `b` → `c` → `b`");
    const nested = parseToolcladProject('[types.a]\nbase = "b"\n[types.b]\nbase = "enum"', "t.toml").issues;
    expect(nested[0]?.message).toBe("a type builds on a built-in type, not on another one: `a` → `b` → `enum`");
  });

  it("cuts a chain that never ends in a message", () => {
    const types = Array.from({ length: 900 }, (_, index) => `[types.t${index}]\nbase = "t${(index + 1) % 900}"`);
    const { issues } = parseToolcladProject(types.join("\n"), "toolclad.toml");
    expect(issues).toHaveLength(101);
    expect(issues.every(({ message }) => message.length < 300)).toBe(true);
  });

  it("answers any text", () => {
    const word = fc.constantFrom("[types.a]", "[toolclad]", "base", "=", '"a"', '"string"', "[]", "1", "\n", "{", "}");
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(word).map((words) => words.join(" ")),
        ),
        (text) => {
          const { project, issues } = parseToolcladProject(text, "toolclad.toml");
          expect(project === null).toBe(issues.some(({ severity }) => severity === "error"));
        },
      ),
    );
  });
});
