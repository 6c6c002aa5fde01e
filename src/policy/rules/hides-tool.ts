import type { PolicyTool, Rule } from "../policy.ts";
import { findRules } from "./find-rules.ts";

/** Whether a rule denies every call of a tool to everybody: then it is not even shown. One that ends, or is of one session, only denies. */
export function hidesTool(tool: Pick<PolicyTool, "name" | "aliases">, rules: readonly Rule[]): boolean {
  return findRules(rules, tool).some(
    ({ effect, specifier, params, session, expiresAt }) =>
      effect === "deny" && specifier == null && params === undefined && session == null && expiresAt == null,
  );
}
