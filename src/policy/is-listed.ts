import type { Policy, PolicyRequest } from "./policy.ts";
import { judgeRules } from "./rules/judge-rules.ts";

/** Whether a caller is shown the tool at all: what a deny rule refuses by name is not offered. */
export function isListed(tool: PolicyRequest["tool"], policy: Policy): boolean {
  return !judgeRules(tool, policy.rules).some((answer) => answer.verdict === "deny");
}
