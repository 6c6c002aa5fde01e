import { z } from "zod";
import type { CancelCause } from "../model/approval.ts";
import type { JsonObject } from "../model/json.ts";
import { asJson } from "../model/json.ts";
import type { Approval } from "../storage/repositories.ts";
import { readQuestion } from "./question/read-question.ts";

/** `approval_request`, as it goes to whoever may answer. */
export function toApprovalRequest(approval: Approval, turnId: string | null): JsonObject {
  const { mode, specifier, commands, risk, effect, reasons, suggestions, argsHash } = readQuestion(approval);
  return asJson({
    turnId,
    // Clients of the page know a question by its call; both names are sent, and both are taken.
    callId: approval.callId,
    approvalId: approval.id,
    tool: approval.tool,
    specifier,
    mode,
    commands,
    risk: risk ?? effect,
    reasons,
    suggestions,
    expiresAt: approval.expiresAt,
    argsHash,
    agentId: approval.agent,
  });
}

/** `approval_cancelled`: the question can no longer be answered. */
export function toApprovalCancelled({ id, callId }: Pick<Approval, "id" | "callId">, cause: CancelCause): JsonObject {
  return { callId, approvalId: id, cause };
}

export type ApprovalResponse =
  | {
      readonly ok: true;
      /** At least one of the two is there. */
      readonly approvalId: string | null;
      readonly callId: string | null;
      readonly verdict: "approve" | "deny";
      /** What to allow from now on: the rule as edited, or `null` for the first suggestion. Absent: this call alone. */
      readonly always?: { readonly rule: string | null };
    }
  | { readonly ok: false; readonly message: string };

const RESPONSE = z.object({
  approvalId: z.string().min(1).max(200).optional(),
  callId: z.string().min(1).max(200).optional(),
  decision: z.string(),
  rule: z.string().max(1_000).nullish(),
});

/** `approval_response`, as a client sent it. Any decision but the two allowing words is a no; a blank rule counts as absent. */
export function parseApprovalResponse(payload: unknown): ApprovalResponse {
  const parsed = RESPONSE.safeParse(payload);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return refuse(`${issue?.path.join(".") ?? ""}: ${issue?.message ?? "not an approval_response"}`);
  }
  const { approvalId = null, callId = null, decision, rule = null } = parsed.data;
  if (approvalId === null && callId === null)
    return refuse("`approvalId` or `callId` has to say which question is answered");
  const which = { ok: true, approvalId, callId } as const;
  if (decision === "allow_once") return { ...which, verdict: "approve" };
  if (decision !== "allow_always") return { ...which, verdict: "deny" };
  const edited = rule?.trim() ?? "";
  return { ...which, verdict: "approve", always: { rule: edited === "" ? null : edited } };
}

/** The question that a response is about; `null` for none, and where the two ids disagree. */
export function findAnswered(
  pending: readonly Approval[],
  { approvalId, callId }: Extract<ApprovalResponse, { ok: true }>,
): Approval | null {
  const fits = (approval: Approval): boolean =>
    (approvalId === null || approval.id === approvalId) && (callId === null || approval.callId === callId);
  return pending.find(fits) ?? null;
}

function refuse(message: string): ApprovalResponse {
  return { ok: false, message };
}
