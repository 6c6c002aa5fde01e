import type { PolicyTool, Rule } from "../policy.ts";
import { findRules } from "./find-rules.ts";

/** Lists of many callers ask about the same tools; the rules are another list as soon as one of them changes. */
const KNOWN = new WeakMap<readonly Rule[], WeakMap<object, boolean>>();

/** Whether a rule denies every call of a tool to everybody: then it is not even shown. One that ends, or is of one session, only denies. */
export function hidesTool(tool: Pick<PolicyTool, "name" | "aliases">, rules: readonly Rule[]): boolean {
  const known = KNOWN.get(rules) ?? new WeakMap<object, boolean>();
  KNOWN.set(rules, known);
  const hidden = known.get(tool) ?? findRules(rules, tool).some(isAboutEverything);
  known.set(tool, hidden);
  return hidden;
}

function isAboutEverything({ effect, specifier, params, session, expiresAt }: Rule): boolean {
  return effect === "deny" && specifier == null && params === undefined && session == null && expiresAt == null;
}
