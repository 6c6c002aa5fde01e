import type { Policy, PolicyRequest } from "./policy.ts";
import { hidesTool } from "./rules/hides-tool.ts";
import { judgeVisibility } from "./visibility/judge-visibility.ts";

/** Whether a caller is shown the tool at all: what no table lets through, and what a rule denies whatever it is about, is not offered. */
export function isListed(request: Omit<PolicyRequest, "call">, policy: Policy): boolean {
  return judgeVisibility(request, policy).length === 0 && !hidesTool(request.tool, policy.rules);
}
