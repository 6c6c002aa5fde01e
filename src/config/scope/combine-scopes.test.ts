import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchScope } from "../../scope/match-scope.ts";
import type { Scope } from "../../scope/scope.ts";
import { addExclusions, intersectScopes } from "./combine-scopes.ts";

function scope(networks: readonly string[], domains: readonly string[] = [], excluded: readonly string[] = []): Scope {
  const isName = (text: string): boolean => text.includes("x");
  return {
    networks,
    domains,
    excludedNetworks: excluded.filter((text) => !isName(text)),
    excludedDomains: excluded.filter(isName),
  };
}

const networks = fc.subarray([
  "10.0.0.0/8",
  "10.1.0.0/16",
  "10.1.2.0/24",
  "10.1.2.3",
  "192.168.0.0/16",
  "::/0",
  "fd00::/8",
]);
const domains = fc.subarray([
  "a.x",
  "*.a.x",
  "b.a.x",
  "*.b.a.x",
  "*.x",
  "other.x",
  "*.A.x",
  "xn--q.a.x",
  "*.xn--q.a.x",
]);
const excluded = fc.subarray(["10.1.2.3", "fd00::1", "b.a.x", "*.b.a.x"]);
const anyScope = fc.tuple(networks, domains, excluded).map(([one, two, three]) => scope(one, two, three));
const target = fc.constantFrom(
  ...["10.1.2.3", "10.1.2.4", "10.9.9.9", "192.168.1.1", "8.8.8.8", "fd00::1", "fd00::2", "10.1.2.0/25", "10.0.0.0/9"],
  ...["a.x", "b.a.x", "c.b.a.x", "z.a.x", "other.x", "q.other.x", "x", "xn--q.a.x", "c.xn--q.a.x", "xn--r.xn--q.a.x"],
);

describe("intersectScopes", () => {
  it("covers exactly what both cover", () => {
    fc.assert(
      fc.property(anyScope, anyScope, target, (one, other, place) => {
        const both = matchScope(place, one).inScope && matchScope(place, other).inScope;
        expect(matchScope(place, intersectScopes(one, other)).inScope).toBe(both);
      }),
      { numRuns: 500 },
    );
  });
});

describe("addExclusions", () => {
  it("covers what the first covers and the second does not exclude", () => {
    fc.assert(
      fc.property(anyScope, anyScope, target, (one, other, place) => {
        const united = matchScope(place, addExclusions(one, other)).inScope;
        expect(united).toBe(
          matchScope(place, addExclusions(one, scope([], [], [...other.excludedNetworks, ...other.excludedDomains])))
            .inScope,
        );
        if (united) expect(matchScope(place, one).inScope).toBe(true);
      }),
    );
  });
});
