import type { Layer } from "../../model/tool.ts";
import { decide } from "../../policy/decide.ts";
import type { Policy, Rule } from "../../policy/policy.ts";
import { parseRule } from "../../policy/rules/text/parse-rule.ts";
import type { Covers } from "../suggest-rules.ts";
import type { AskedRequest } from "./stored-request.ts";

/**
 * Whether rules of a layer would have let the call through, by the judgement that every call gets. What a grant is not
 * about (limits, a pause, Cedar, what is shown) is left out: it speaks for itself at the next call.
 */
export function createCovers({ request, facts }: AskedRequest, policy: Policy, layer: Layer): Covers {
  const present: Policy = {
    ...policy,
    mode: "default",
    modes: [],
    paused: null,
    limits: [],
    visibility: [],
    cedar: null,
  };
  return (texts) => {
    const rules = texts.map((text, index) => toRule(text, layer, `grant ${index + 1}`));
    if (!rules.every((rule) => rule !== null)) return false;
    const decision = decide(request, { ...facts, headless: false }, { ...present, rules: [...policy.rules, ...rules] });
    return decision.effect === "allow";
  };
}

function toRule(text: string, layer: Layer, id: string): Rule | null {
  const parsed = parseRule(text);
  if (!parsed.ok) return null;
  const { tool, specifier } = parsed;
  return { id, effect: "allow", tool, specifier, layer, source: "this answer", reason: null };
}
