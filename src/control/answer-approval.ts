import { sealAnswer } from "../approval/answer-mac.ts";
import type { AnswerResult } from "../call/runtime.ts";
import type { Caller } from "../model/caller.ts";
import type { Approval, ApprovalRepository } from "../storage/repositories.ts";

/** Records a human's answer: only from an approver, never from the credential that called, and only the first. */
export async function answerApproval(
  id: string,
  verdict: "approve" | "deny",
  by: Caller,
  reason: string | null,
  { approvals, approverKey }: { readonly approvals: ApprovalRepository; readonly approverKey: Uint8Array },
): Promise<AnswerResult> {
  if (!by.roles.includes("approver")) {
    const message = `answering needs the role \`approver\`; ${by.credential} has: ${by.roles.join(", ") || "none"}`;
    return { ok: false, code: "NOT_APPROVER", message };
  }
  const approval = await approvals.get(id);
  if (approval?.tenant !== by.tenant) return { ok: false, code: "UNKNOWN", message: `there is no approval ${id}` };
  if (approval.credential === by.credential) {
    const message = "the credential that made the call cannot answer for it";
    return { ok: false, code: "OWN_CALL", message };
  }
  const now = new Date();
  const unsealed = {
    verdict,
    by: `${by.principal} (${by.agent})`,
    credential: by.credential,
    reason,
    at: now.toISOString(),
  };
  const answered = await approvals.answer(id, sealAnswer(approverKey, approval, unsealed), now);
  const current = await approvals.get(id);
  if (answered && current !== null) return { ok: true, approval: current };
  return { ok: false, code: "OVER", message: over(current ?? approval, now) };
}

function over({ state, answer, expiresAt }: Approval, now: Date): string {
  if (answer !== null) return `it was answered already: ${answer.verdict} by ${answer.by} at ${answer.at}`;
  if (state === "cancelled") return "the call that asked has ended";
  return Date.parse(expiresAt) <= now.getTime() ? `its time was over at ${expiresAt}` : `it is ${state}`;
}
