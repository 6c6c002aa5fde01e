import { createCovers } from "../../approval/grants/covers-call.ts";
import { judgeGrant } from "../../approval/grants/judge-grant.ts";
import type { AskedRequest } from "../../approval/grants/stored-request.ts";
import { fromStoredRequest } from "../../approval/grants/stored-request.ts";
import { readQuestion } from "../../approval/question/read-question.ts";
import type { Covers } from "../../approval/suggest-rules.ts";
import type { GrantWish } from "../../call/runtime.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Approval, ApprovalGrant } from "../../storage/repositories.ts";
import type { GivenAnswer } from "../answer-approval.ts";
import type { AnswerParts } from "./answer-parts.ts";

export type GrantResult =
  { readonly ok: true; readonly grant: ApprovalGrant | null } | { readonly ok: false; readonly message: string };

/** What an answer lets through from now on; `null` for this call alone. */
export async function toGrant(given: GivenAnswer, approval: Approval, parts: AnswerParts): Promise<GrantResult> {
  const { wish, verdict } = given;
  if (wish === undefined) return { ok: true, grant: null };
  if (verdict === "deny") return refuse("a no allows nothing from now on; leave the rules out");
  const problem = findTermProblem(wish, approval);
  if (problem !== null) return refuse(problem);
  const { judging } = parts;
  await judging.prepareLines();
  const asked = fromStoredRequest(approval.summary["request"], (text) => judging.analyzeLine(text));
  if (asked === null) return refuse("the question was asked by another version of Toolgate; allow this one call only");
  const chosen = findRules(wish, approval);
  if (!chosen.ok) return chosen;
  const covers = chosen.isSuggested ? () => true : await createCoversFor(asked, wish, approval, parts);
  const judged = judgeGrant(chosen.rules, asked, covers);
  if (!judged.ok) return judged;
  const { scope, expiresAt } = wish;
  return { ok: true, grant: { rules: judged.rules, scope, expiresAt: toIso(expiresAt) } };
}

function findTermProblem({ scope, expiresAt }: GrantWish, approval: Approval): string | null {
  if (scope === "session" && readQuestion(approval).session === null) {
    return "the call has no session that the rules could be for; choose `project` or `user`";
  }
  if (expiresAt === null) return null;
  const until = Date.parse(expiresAt);
  return until > Date.now() ? null : `the rules would end at ${expiresAt}, which is not a time to come`;
}

type Chosen =
  | { readonly ok: true; readonly rules: readonly string[]; readonly isSuggested: boolean }
  | { readonly ok: false; readonly message: string };

/** What was suggested was found to cover the call when it was asked about. */
function findRules({ what }: GrantWish, approval: Approval): Chosen {
  if ("rules" in what) return { ok: true, rules: what.rules.map((rule) => rule.trim()), isSuggested: false };
  const { suggestions } = readQuestion(approval);
  const found = suggestions.find(({ id }) => id === what.suggestion);
  if (found !== undefined) return { ok: true, rules: found.rules, isSuggested: true };
  const ids = suggestions.map(({ id }) => id).join(", ");
  return refuse(ids === "" ? NOTHING_SUGGESTED : `there is no suggestion ${what.suggestion}; there are: ${ids}`);
}

const NOTHING_SUGGESTED = "only this one call can be allowed: nothing lasting can follow from it";

/** Rules of another workspace say nothing about this call. */
async function createCoversFor(
  asked: AskedRequest,
  { scope }: GrantWish,
  approval: Approval,
  { config, judging }: AnswerParts,
): Promise<Covers> {
  const own = approval.workspace === config.workspace ? await judging.currentPolicy() : ALONE;
  return createCovers(asked, own, scope);
}

const ALONE: Policy = { mode: "default", rules: [], paused: null };

function toIso(time: string | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

function refuse(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message };
}
