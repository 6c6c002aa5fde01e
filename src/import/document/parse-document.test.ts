import { describe, expect, it } from "vitest";
import { ImportError } from "../import-result.ts";
import { parseDocument } from "./parse-document.ts";

describe("parseDocument", () => {
  it("takes the comments and commas that editors allow, and touches no text", () => {
    const text = '{\n// a\n"a": "// no, ,}", /* b */ "b": [1,\n2, ], "u": "https://x/*y*/",\n}';
    expect(parseDocument(text, "mcp.json")).toEqual({ a: "// no, ,}", b: [1, 2], u: "https://x/*y*/" });
  });

  it("reads the bounds of 64-bit integers", () => {
    expect(parseDocument('{"maximum": 9223372036854775807}', "x.json")).toHaveProperty("maximum");
  });

  it.each([
    ["x.json", '{"__proto__": {"polluted": true}}'],
    ["x.json", '{"__proto__": {"polluted": true}, "n": 9223372036854775807}'],
    ["x.yaml", "__proto__: {polluted: true}"],
    ["x.toml", "[__proto__]\npolluted = true"],
  ])("makes no prototype of a key: %s %s", (file, text) => {
    const document = parseDocument(text, file);
    expect(Object.keys(document as object)).toContain("__proto__");
    expect((document as { polluted?: unknown }).polluted).toBeUndefined();
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  const bomb = ["a: &a [x, x, x, x, x, x, x, x, x]"];
  for (const [at, name] of ["b", "c", "d", "e", "f", "g", "h"].entries()) {
    const before = `*${"abcdefgh"[at] ?? ""}`;
    bomb.push(`${name}: &${name} [${Array.from({ length: 9 }, () => before).join(", ")}]`);
  }
  it.each([
    ["aliases that multiply", "x.yaml", bomb.join("\n"), /alias/i],
    ["an alias in itself", "x.yaml", "a: &x\n  b: *x", /deep/],
    ["a tag of another language", "x.yaml", "a: !!js/function 'x'", /tag/],
    ["an unknown tag", "x.yaml", "a: !include /etc/passwd", /tag/],
    ["a key twice", "x.yaml", "a: 1\na: 2", /twice/],
    ["a key twice", "x.json", '{"a": 1, "a": 2}', /already there/],
    ["a key that is no text", "x.yaml", "? [1]\n: 2", /key/i],
    ["a number that JSON lacks", "x.yaml", "a: .inf", /number/],
    ["several documents", "x.yaml", "a: 1\n---\nb: 2", /document/i],
    ["depth", "x.yaml", "[".repeat(50_000), /deep/],
    ["depth", "x.yaml", `${"- ".repeat(300)}a`, /deep/],
    ["depth", "x.json", "[".repeat(100_000), /deep/],
    ["a huge number", "x.json", '{"a": 1e999}', /number/],
    ["half a text", "x.json", '{"a": "', /JSON/],
    ["half a table", "x.toml", "[a", /line 1/],
  ])("refuses %s in %s", (_, file, text, message) => {
    expect(() => parseDocument(text, file)).toThrow(ImportError);
    expect(() => parseDocument(text, file)).toThrow(message);
  });

  it("reads many keys without comparing each with each", () => {
    const keys = Array.from({ length: 20_000 }, (_, at) => `k${at}: {a: 1}`);
    expect(Object.keys(parseDocument(keys.join("\n"), "x.yaml") as object)).toHaveLength(20_000);
  });
});
