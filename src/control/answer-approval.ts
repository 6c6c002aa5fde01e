import { sealAnswer } from "../approval/answer-mac.ts";
import { readStoredTool } from "../approval/grants/stored-request.ts";
import { readQuestion } from "../approval/question/read-question.ts";
import { readStoredApprovers } from "../approval/question/stored-approvers.ts";
import type { AnswerResult, GrantWish } from "../call/runtime.ts";
import type { ApproverRule } from "../config/config.ts";
import type { Caller } from "../model/caller.ts";
import { EFFECTS } from "../model/tool.ts";
import type { ApprovalSubject } from "../policy/approvers/judge-approver.ts";
import { judgeApprover } from "../policy/approvers/judge-approver.ts";
import type { Approval, StoredRule } from "../storage/repositories.ts";
import type { AnswerParts } from "./grants/answer-parts.ts";
import { toGrant } from "./grants/to-grant.ts";
import { toGrantRules } from "./grants/to-grant-rules.ts";

export interface GivenAnswer {
  readonly id: string;
  readonly verdict: "approve" | "deny";
  readonly by: Caller;
  readonly reason: string | null;
  readonly wish: GrantWish | undefined;
}

type Refusal = Extract<AnswerResult, { ok: false }>;

/**
 * Records a human's answer: only of whom the rules name, never for one's own call, and only the first. What it grants is
 * judged before, and written in the same step.
 */
export async function answerApproval(given: GivenAnswer, parts: AnswerParts): Promise<AnswerResult> {
  const { id, by } = given;
  const approval = await parts.approvals.get(id);
  // Whoever may answer nothing is not told which questions there are.
  const known = approval?.tenant === by.tenant ? approval : null;
  const judged = judgeApprover(listApprovers(known, parts), toSubject(known), by);
  if (!judged.ok) return judged;
  if (known === null) return { ok: false, code: "UNKNOWN", message: `there is no approval ${id}` };
  const now = new Date();
  const isOver = known.state !== "pending" || Date.parse(known.expiresAt) <= now.getTime();
  if (isOver) return { ok: false, code: "OVER", message: over(known, now) };
  const granted = await toGrant(given, known, parts);
  if (!granted.ok) return { ok: false, code: "GRANT_REFUSED", message: granted.message };
  const { grant } = granted;
  const unsealed = {
    verdict: given.verdict,
    by: `${by.principal} (${by.agent})`,
    credential: by.credential,
    reason: given.reason,
    at: now.toISOString(),
    grant,
  };
  const rules = grant === null ? [] : toGrantRules(grant, known, unsealed);
  if (rules.length > 0) await recordGrant(known, rules, by, parts);
  return write(known, { unsealed, rules, now }, parts);
}

/** What the workspace that asks had, and what is configured here: answering from another folder must not be a way around. */
function listApprovers(approval: Approval | null, { permissions }: AnswerParts): readonly ApproverRule[] {
  return [...permissions.current.approvers, ...(approval === null ? [] : readStoredApprovers(approval.summary))];
}

/** The record comes first: rules that nobody could find out about must not hold. */
async function recordGrant(
  { id, tool }: Approval,
  rules: readonly StoredRule[],
  by: Caller,
  { recordAdmin }: AnswerParts,
): Promise<void> {
  const added = rules.map((rule) => ({ id: rule.id, rule: rule.rule, layer: rule.layer, expiresAt: rule.expiresAt }));
  await recordAdmin("grant.add", { approval: id, tool, rules: added }, by);
}

interface Writing {
  readonly unsealed: Parameters<typeof sealAnswer>[2];
  readonly rules: readonly StoredRule[];
  readonly now: Date;
}

async function write(approval: Approval, { unsealed, rules, now }: Writing, parts: AnswerParts): Promise<AnswerResult> {
  const { approvals, approverKey } = parts;
  const { id } = approval;
  const sealed = sealAnswer(approverKey, approval, unsealed);
  const answered = await approvals.answer(id, sealed, now, rules).catch((error: unknown): Refusal => {
    if (rules.length === 0) throw error;
    const cause = error instanceof Error ? error.message : String(error);
    return { ok: false, code: "GRANT_REFUSED", message: `the rules could not be added: ${cause}` };
  });
  if (typeof answered === "object") return answered;
  const current = await approvals.get(id);
  if (answered && current !== null) return { ok: true, approval: current };
  return { ok: false, code: "OVER", message: over(current ?? approval, now) };
}

/** A question that is not there is judged like one that nobody asked, about a tool that can do anything. */
function toSubject(approval: Approval | null): ApprovalSubject {
  if (approval === null) return { tool: UNKNOWN_TOOL, principal: "", agent: "", credential: "" };
  const { principal, agent, credential, summary } = approval;
  const effect = EFFECTS.find((known) => known === readQuestion(approval).effect) ?? UNKNOWN_TOOL.effect;
  const tool = readStoredTool(summary["request"]) ?? { ...UNKNOWN_TOOL, name: approval.tool, effect };
  return { tool, principal, agent, credential };
}

const UNKNOWN_TOOL = { name: "", layer: "session", effect: "destructive", humanApproval: false } as const;

function over({ state, answer, expiresAt }: Approval, now: Date): string {
  if (answer !== null) return `it was answered already: ${answer.verdict} by ${answer.by} at ${answer.at}`;
  if (state === "cancelled") return "the call that asked has ended";
  const isOver = state === "expired" || state === "pending" || Date.parse(expiresAt) <= now.getTime();
  return isOver ? `its time was over at ${expiresAt}` : `it is ${state}`;
}
