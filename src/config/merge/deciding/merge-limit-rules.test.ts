import { describe, expect, it } from "vitest";
import type { LimitRule } from "../../../policy/policy.ts";
import { NO_LIMITS } from "../../trust/trust-limits.ts";
import { mergeLimitRules } from "./merge-limit-rules.ts";
import type { Restriction } from "./permission-set.ts";

function restrict(from: Restriction["from"], max: number): Restriction {
  const rule: LimitRule = {
    id: "slow",
    tools: ["*"],
    per: ["agent"],
    kind: "daily",
    max,
    windowMs: 0,
    source: "toolgate.toml:3",
  };
  return { from, limits: { ...NO_LIMITS, limitRules: [rule] } };
}

describe("mergeLimitRules", () => {
  it.each([["project"], ["edited"]] as const)(
    "leaves what was counted to the limit that was trusted, whatever id the %s gives another one",
    (from) => {
      const restrictions = [restrict(from, 100), restrict("trusted", 5)];
      const merged = mergeLimitRules({ user: null, project: null, restrictions, overrides: {} });
      expect(merged.map(({ id, max }) => [id, max])).toEqual([
        ["slow", 5],
        [`${from}:slow`, 100],
      ]);
    },
  );
});
