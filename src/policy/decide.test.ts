import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Effect, Layer } from "../model/tool.ts";
import { EFFECTS, LAYERS } from "../model/tool.ts";
import { decide } from "./decide.ts";
import { toLexicalFacts } from "./to-lexical-facts.ts";
import type { Mode, Policy, PolicyRequest, Rule } from "./policy.ts";
import { MODES } from "./policy.ts";

const CALLER = { tenant: "t", principal: "p", agent: "a", roles: ["agent"], credential: "c" } as const;

interface Vector {
  readonly id: string;
  readonly tool: PolicyRequest["tool"];
  readonly mode: Mode;
  readonly allow: string[];
  readonly ask: string[];
  readonly deny: string[];
  readonly ruleLayer: Layer;
  readonly headless: boolean;
  readonly paused: boolean;
  readonly expect: string;
  readonly code: string;
}

const file = new URL("../../test/vectors/policy/decide.jsonl", import.meta.url);
const vectors = readFileSync(file, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Vector);

describe("decide", () => {
  it.each(vectors)("$id", (vector) => {
    const rules = (["allow", "ask", "deny"] as const).flatMap((effect) =>
      vector[effect].map((tool, index) => rule(`${effect}${index}`, effect, tool, vector.ruleLayer)),
    );
    const policy = { mode: vector.mode, rules, paused: vector.paused ? { reason: "incident" } : null };
    const decision = decide(
      { tool: vector.tool, caller: CALLER },
      toLexicalFacts({ headless: vector.headless }),
      policy,
    );
    expect({ effect: decision.effect, code: decision.code }).toEqual({ effect: vector.expect, code: vector.code });
    expect(decision.reasons.length).toBeGreaterThan(0);
  });

  it("agrees with a naive reading of the precedence, on any policy", () => {
    fc.assert(
      fc.property(anyRequest, anyPolicy, fc.boolean(), (request, policy, headless) => {
        expect(decide(request, toLexicalFacts({ headless }), policy).effect).toBe(naive(request, policy, headless));
      }),
      { numRuns: 3000 },
    );
  });

  it("names every rule that matched, and the source of the decisive one", () => {
    const rules = [
      rule("a", "allow", "git.*", "project"),
      rule("b", "deny", "*.log", "user"),
      rule("c", "ask", "svn", "user"),
    ];
    const tool = { name: "git.log", layer: "project", effect: "write", humanApproval: false } as const;
    const decision = decide({ tool, caller: CALLER }, toLexicalFacts(), { mode: "default", rules, paused: null });
    expect(decision.matched).toEqual(["a", "b"]);
    expect(decision.reasons[0]).toContain("deny rule `*.log` (test:b): because");
  });
});

/** Written from the prose of the design, the slow way, to disagree with `decide` where either is wrong. */
function naive(request: PolicyRequest, policy: Policy, headless: boolean): string {
  const { tool } = request;
  const covers = (pattern: string): boolean =>
    // eslint-disable-next-line no-restricted-syntax -- generated patterns, here in a test
    new RegExp(
      `^${pattern
        .split("*")
        .map((text) => text.replace(/[.]/g, "\\."))
        .join(".*")}$`,
    ).test(tool.name);
  const says = (effect: Rule["effect"]): boolean =>
    policy.rules.some(
      (one) =>
        one.effect === effect &&
        covers(one.tool) &&
        (effect !== "allow" || LAYERS.indexOf(one.layer) >= LAYERS.indexOf(tool.layer)),
    );
  const ask = headless ? "deny" : "ask";
  if (policy.paused !== null || says("deny")) return "deny";
  if (policy.mode === "plan" && tool.effect !== "read") return "deny";
  const question = policy.mode === "dontAsk" ? "deny" : ask;
  if (says("ask") || tool.humanApproval) return question;
  if (says("allow") || tool.effect === "read" || policy.mode === "autonomous") return "allow";
  if (policy.mode === "acceptEdits" && tool.effect === "edit") return "allow";
  return question;
}

function rule(id: string, effect: Rule["effect"], tool: string, layer: Layer): Rule {
  return { id, effect, tool, layer, source: `test:${id}`, reason: "because" };
}

const anyLayer = fc.constantFrom(...LAYERS);
const anyName = fc.array(fc.constantFrom("a", "b", "."), { minLength: 1, maxLength: 5 }).map((parts) => parts.join(""));
const anyPattern = fc
  .array(fc.constantFrom("a", "b", ".", "*"), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join(""));
const anyRequest = fc
  .record({ name: anyName, layer: anyLayer, effect: fc.constantFrom<Effect>(...EFFECTS), humanApproval: fc.boolean() })
  .map((tool) => ({ tool, caller: CALLER }));
const anyRule = fc.tuple(fc.constantFrom("allow", "ask", "deny"), anyPattern, anyLayer, fc.uuid());
const anyPolicy = fc.record({
  mode: fc.constantFrom<Mode>(...MODES),
  rules: fc.array(
    anyRule.map(([effect, tool, layer, id]) => rule(id, effect, tool, layer)),
    { maxLength: 4 },
  ),
  paused: fc.option(fc.constant({ reason: "x" }), { freq: 8 }),
});
