import { describe, expect, it } from "vitest";
import type { Decision, DecisionStep } from "../../model/decision.ts";
import type { Rule } from "../../policy/policy.ts";
import { mayAskForm } from "./may-ask-form.ts";
import type { FormParts } from "./may-ask-form.ts";

const TOOL = { name: "t", layer: "user", effect: "write", humanApproval: false } as const;
const step = (source: DecisionStep["source"], verdict: DecisionStep["verdict"] = "ask"): DecisionStep => ({
  source,
  verdict,
  reason: "r",
});
const decide = (...trace: readonly DecisionStep[]): Decision => ({
  effect: "ask",
  code: "ASK_BY_DEFAULT",
  reasons: ["r"],
  matched: ["one"],
  trace,
});
const rule = (effect: Rule["effect"], id = "one"): Rule => ({
  id,
  effect,
  tool: "t",
  layer: "user",
  source: "toolgate.toml:1",
  reason: null,
});
const who = (change: object = {}): FormParts["approvers"] => [
  { tools: ["*"], effects: [], approvers: ["ada"], source: "toolgate.toml:9", ...change },
];

describe("mayAskForm", () => {
  it.each<[string, Partial<FormParts>, boolean]>([
    ["where the mode asks", {}, true],
    ["where a rule asks", { decision: decide(step("rules")), rules: [rule("ask")] }, true],
    ["where something else only looked", { decision: decide(step("mode"), step("cedar", "allow")) }, true],
    ["not where nobody wants it", { isWanted: false }, false],
    ["not about what destroys", { tool: { ...TOOL, effect: "destructive" } }, false],
    ["not about a tool that wants a human", { tool: { ...TOOL, humanApproval: true } }, false],
    ["not where a breaker asks", { decision: decide(step("breaker")) }, false],
    ["not where a breaker asks, too", { decision: decide(step("mode"), step("breaker")) }, false],
    ["not where the tool asks each time", { decision: decide(step("human_approval")) }, false],
    ["not where Cedar asks", { decision: decide(step("cedar")) }, false],
    ["not about a line that is not understood", { decision: decide(step("shell")) }, false],
    ["not where nothing says what asks", { decision: decide() }, false],
    ["not where a deny rule may be meant", { decision: decide(step("rules")), rules: [rule("deny")] }, false],
    ["whatever other rules deny", { rules: [rule("deny", "two")] }, true],
    ["not where it is said who answers", { approvers: who() }, false],
    ["where that is about other tools", { approvers: who({ tools: ["other"] }) }, true],
    ["where that is about other effects", { approvers: who({ effects: ["destructive"] }) }, true],
  ])("lets a form answer %s", (_, change, expected) => {
    const parts = { isWanted: true, decision: decide(step("mode")), tool: TOOL, approvers: [], rules: [] };
    expect(mayAskForm({ ...parts, ...change })).toBe(expected);
  });
});
