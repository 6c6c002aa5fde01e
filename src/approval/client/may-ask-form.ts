import type { ApproverRule } from "../../config/config.ts";
import type { Decision } from "../../model/decision.ts";
import { isAboutTool } from "../../policy/approvers/judge-approver.ts";
import type { PolicyTool, Rule } from "../../policy/policy.ts";

export interface FormParts {
  /** `[approvals] elicit_form`. */
  readonly isWanted: boolean;
  readonly decision: Decision;
  readonly tool: PolicyTool;
  /** `[[approvals.who]]`. */
  readonly approvers: readonly ApproverRule[];
  readonly rules: readonly Rule[];
}

/** Sources whose asking an operator may leave to whoever sits at the client. */
const ORDINARY: readonly string[] = ["rules", "mode"];

/**
 * Whether a form of the client may let a call run: only where somebody wants that, only tools that destroy nothing, and only
 * where nothing asks but the mode or an ask rule. Who sits at the client is not known, so a row that says who may answer
 * rules it out.
 */
export function mayAskForm({ isWanted, decision, tool, approvers, rules }: FormParts): boolean {
  if (!isWanted || tool.effect === "destructive" || tool.humanApproval) return false;
  if (approvers.some((rule) => isAboutTool(rule, tool))) return false;
  const asking = decision.trace.filter(({ verdict }) => verdict === "ask");
  if (asking.length === 0 || !asking.every(({ source }) => ORDINARY.includes(source))) return false;
  // A deny rule asks where it cannot tell whether it is meant.
  return !rules.some(({ id, effect }) => effect === "deny" && decision.matched.includes(id));
}
