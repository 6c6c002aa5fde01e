import { randomUUID } from "node:crypto";
import { readQuestion } from "../../approval/question/read-question.ts";
import type { Approval, ApprovalAnswer, ApprovalGrant, StoredRule } from "../../storage/repositories.ts";

/** The rules of a grant as they are kept beside all others. */
export function toGrantRules(
  { rules, scope, expiresAt }: ApprovalGrant,
  approval: Approval,
  { by, reason, at }: Pick<ApprovalAnswer, "by" | "reason" | "at">,
): readonly StoredRule[] {
  return rules.map((rule) => ({
    id: randomUUID(),
    effect: "allow",
    rule,
    layer: scope,
    workspace: scope === "user" ? null : approval.workspace,
    session: scope === "session" ? readQuestion(approval).session : null,
    reason,
    expiresAt,
    approval: approval.id,
    createdAt: at,
    createdBy: by,
  }));
}
