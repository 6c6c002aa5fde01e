import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../model/json.ts";
import { toScope } from "./to-scope.ts";

const EMPTY = { networks: [], domains: [], excludedNetworks: [], excludedDomains: [] };

describe("toScope", () => {
  const accepted: readonly (readonly [string, JsonValue, object])[] = [
    [
      "the [scope] form",
      { scope: { targets: ["10.0.0.0/8", "::1"], domains: ["*.a.example"], exclude: ["10.0.0.1", "b.a.example"] } },
      {
        networks: ["10.0.0.0/8", "::1"],
        domains: ["*.a.example"],
        excludedNetworks: ["10.0.0.1"],
        excludedDomains: ["b.a.example"],
      },
    ],
    [
      "the [[targets]] form with its notes",
      {
        engagement: { id: "x", client: "y" },
        targets: [{ cidr: "10.0.0.0/8", description: "lab", restrictions: ["no dos"] }],
        excluded: [{ cidr: "10.0.0.1/32", reason: "printer" }],
      },
      { ...EMPTY, networks: ["10.0.0.0/8"], excludedNetworks: ["10.0.0.1/32"] },
    ],
    [
      "both forms",
      { scope: { targets: ["10.0.0.0/8"] }, targets: [{ cidr: "11.0.0.0/8" }] },
      { ...EMPTY, networks: ["10.0.0.0/8", "11.0.0.0/8"] },
    ],
    ["a scope of nothing", { scope: {} }, EMPTY],
  ];
  it.each(accepted)("reads %s", (_, data, scope) => {
    expect(toScope(data)).toEqual({ scope, issues: [] });
  });

  const refused: readonly (readonly [string, JsonValue, RegExp])[] = [
    ["no table", "x", /table/],
    ["an empty file", {}, /found neither/],
    ["a list", [], /table/],
    ["a mistyped table", { scop: {} }, /"scop"/],
    [
      "a mistyped key, which would have dropped the exclusions",
      { scope: { targets: [], excludes: ["10.0.0.1"] } },
      /"excludes"/,
    ],
    ["targets that are no list", { scope: { targets: "10.0.0.0/8" } }, /scope\.targets/],
    ["a target that is no text", { scope: { targets: [1] } }, /scope\.targets/],
    ["a target that is no block", { scope: { targets: ["10.0.0.0/99"] } }, /not an address/],
    ["a name among the targets", { scope: { targets: ["a.example"] } }, /not an address/],
    ["a bare star", { scope: { domains: ["*"] } }, /not a host name/],
    ["a broken exclusion", { scope: { targets: ["10.0.0.0/8"], exclude: ["10.0.0"] } }, /exclude/],
    ["[targets] as a table", { targets: { cidr: "10.0.0.0/8" } }, /list of tables/],
    ["an entry without cidr", { targets: [{ ip: "10.0.0.1" }] }, /entry 1 needs/],
    ["[scope] as a text", { scope: "x" }, /must be a table/],
  ];
  it.each(refused)("refuses %s and gives no scope at all", (_, data, message) => {
    const result = toScope(data);
    expect(result.scope).toBeNull();
    expect(result.issues.join("\n")).toMatch(message);
  });

  it("answers for any JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (data) => {
        const { scope, issues } = toScope(data);
        expect(scope === null).toBe(issues.length > 0);
      }),
    );
  });
});
