import type { Facts } from "../../model/facts.ts";
import { LAYERS } from "../../model/tool.ts";
import type { Layer } from "../../model/tool.ts";
import type { Rule } from "../policy.ts";

/** Whether a rule says anything now, to this session. An end that cannot be read ends what allows, and nothing else. */
export function isInForce(rule: Rule, { now }: Pick<Facts, "now">, session: string | null): boolean {
  if (rule.session != null && rule.session !== session) return false;
  if (rule.expiresAt == null) return true;
  const end = Date.parse(rule.expiresAt);
  return Number.isNaN(end) ? rule.effect !== "allow" : now < end;
}

/** Whether an allow is of a lower layer than the tool: a cloned project cannot ride on what a user allowed. */
export function isBelow(rule: Rule, layer: Layer): boolean {
  return rule.effect === "allow" && LAYERS.indexOf(rule.layer) < LAYERS.indexOf(layer);
}
