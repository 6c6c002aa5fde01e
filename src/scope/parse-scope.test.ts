import { describe, expect, it } from "vitest";
import { matchScope, parseScope } from "./index.ts";

describe("parseScope", () => {
  it("reads both forms of a scope file", () => {
    const one = parseScope('[scope]\ntargets = ["10.0.0.0/8"]\ndomains = ["*.a.example"]\nexclude = ["10.0.0.1"]\n');
    const other = parseScope(
      '[engagement]\nid = 7\n[[targets]]\ncidr = "10.0.0.0/8"\n[[excluded]]\ncidr = "10.0.0.1"\n',
    );
    for (const { scope, issues } of [one, other]) {
      expect(issues).toEqual([]);
      expect(scope === null ? null : matchScope("10.0.0.2", scope).inScope).toBe(true);
      expect(scope === null ? null : matchScope("10.0.0.1", scope).inScope).toBe(false);
    }
  });

  it.each([
    ["[scope", /^s\.toml:1:\d+: /],
    ['[scope]\ntargets = ["10.0.0.0/99"]', /"10\.0\.0\.0\/99" is not an address/],
    ["", /found neither/],
    ['[scope]\nexlude = ["10.0.0.1"]', /"exlude"/],
  ])("gives no scope and says why: %j", (text, message) => {
    const { scope, issues } = parseScope(text, "s.toml");
    expect(scope).toBeNull();
    expect(issues.join("\n")).toMatch(message);
  });
});
