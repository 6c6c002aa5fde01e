import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NAME } from "../../manifest/tool-name.ts";
import { toPrefix, toToolName } from "./to-tool-name.ts";

describe("toToolName", () => {
  it.each([
    ["mcp_docs", "search", "mcp_docs__search"],
    ["", "search", "search"],
    ["x", "a.b-c_D1", "x__a.b-c_D1"],
  ])("joins %j and %j to %s", (prefix, name, whole) => {
    expect(toToolName(prefix, name)).toBe(whole);
  });

  it("cuts what is too long the same way each time, and keeps apart what only its end or its server tells apart", () => {
    const server = "s".repeat(63);
    const prefixes = [`${server}a`, `${server}b`].map(toPrefix);
    const names = [`${"n".repeat(100)}1`, `${"n".repeat(100)}2`, "short", "a b", "a_b"];
    const all = prefixes.flatMap((prefix) => names.map((name) => toToolName(prefix, name)));
    expect(new Set(all).size).toBe(all.length);
    expect(prefixes.flatMap((prefix) => names.map((name) => toToolName(prefix, name)))).toEqual(all);
  });

  it("makes a name of anything", () => {
    const name = fc.string({ minLength: 1, maxLength: 128, unit: "binary" });
    fc.assert(
      fc.property(fc.constantFrom("", "mcp_docs", "p".repeat(32)), name, name, (prefix, one, other) => {
        const made = toToolName(prefix, one);
        expect(made).toMatch(NAME);
        if (one !== other) expect(toToolName(prefix, other)).not.toBe(made);
      }),
      { numRuns: 30 },
    );
  });
});
