import { randomUUID } from "node:crypto";
import type { Caller } from "../../model/caller.ts";
import { asJson } from "../../model/json.ts";
import { matchName } from "../../policy/rules/match-name.ts";
import type { StoredAccessRequest, StoredServerGrant } from "../../storage/upstream-repositories.ts";
import { showText } from "../../text/show-text.ts";
import type { AccessRefusal, GivenReview, ReviewResult } from "./access-control.ts";
import { findGrant, findServer, toWorkspace } from "./access-parts.ts";
import type { AccessParts } from "./access-parts.ts";
import { findExpiryProblem, findGrantProblem } from "./check-grant.ts";
import { judgeReviewer } from "./judge-reviewer.ts";
import { findUnneeded } from "./request-access.ts";

/** Answers a request: only the first answer counts, and what it grants is written in the same step. Refused tries are recorded, too. */
export async function reviewRequest(given: GivenReview, by: Caller, parts: AccessParts): Promise<ReviewResult> {
  const judged = await judge(given, by, parts);
  if (!judged.ok) {
    await record(given, judged.code, by, parts);
    return judged;
  }
  const { request, grant, replaced } = judged;
  await record(given, grant === null ? "rejected" : "approved", by, parts, grant);
  const at = new Date().toISOString();
  const isFirst = await parts.store.accessRequests.review(request.id, {
    by: by.principal,
    at,
    note: given.note,
    grant,
  });
  if (isFirst) return { ok: true, grant: await findWritten(request, parts), replaced };
  await record(given, "OVER", by, parts);
  return over((await findRequest(given.id, parts)) ?? request);
}

type Judged =
  | {
      readonly ok: true;
      readonly request: StoredAccessRequest;
      readonly grant: StoredServerGrant | null;
      readonly replaced: StoredServerGrant | null;
    }
  | AccessRefusal;

async function judge(given: GivenReview, by: Caller, parts: AccessParts): Promise<Judged> {
  const known = await findRequest(given.id, parts);
  // Whoever may review nothing is not told which requests there are.
  const refused = judgeReviewer(known ?? { subject: { kind: "agent", name: "" }, requestedWith: "" }, by);
  if (refused !== null) return refused;
  if (known === null) return unknown(given.id);
  if (known.status !== "pending") return over(known);
  if (given.verdict === "reject") return { ok: true, request: known, grant: null, replaced: null };
  const server = findServer(known.server, parts);
  if ("ok" in server) return server;
  if (toWorkspace(server, parts) !== known.workspace) return unknown(given.id);
  const replaced = await findGrant(server, known.subject, parts);
  const problem =
    findWidening(known, given) ??
    findGrantProblem({ subject: known.subject, toolAllow: given.toolAllow ?? [] }) ??
    findExpiryProblem(given.expiresAt, new Date()) ??
    findUnneeded(server, known.subject, replaced);
  return problem ?? { ok: true, request: known, grant: toGrant(known, given, by), replaced };
}

/** A `*` in what is given stands for itself here, so only a `*` in what was asked for covers it. */
function findWidening({ toolAllow }: StoredAccessRequest, given: GivenReview): AccessRefusal | null {
  if (given.toolAllow === null) return null;
  const more = given.toolAllow.find(
    (name) => toolAllow.length > 0 && !toolAllow.some((pattern) => matchName(pattern, name)),
  );
  if (more === undefined && given.toolAllow.length > 0) return null;
  const message =
    more === undefined
      ? "an approval without any tool would let through all of them"
      : `\`${showText(more)}\` was not asked for: ${toolAllow.map((name) => `\`${showText(name)}\``).join(", ")}`;
  return { ok: false, code: "BAD_GRANT", message, hint: "an approval can give less than was asked for, never more" };
}

function toGrant(
  { id, server, workspace, subject, toolAllow }: StoredAccessRequest,
  given: GivenReview,
  by: Caller,
): StoredServerGrant {
  const now = new Date().toISOString();
  return {
    id: randomUUID(),
    server,
    workspace,
    subject,
    enabled: true,
    toolAllow: given.toolAllow ?? toolAllow,
    toolDeny: [],
    overrides: {},
    expiresAt: given.expiresAt,
    request: id,
    grantedBy: by.principal,
    createdAt: now,
    updatedAt: now,
  };
}

async function record(
  { id, verdict, note }: GivenReview,
  result: string,
  by: Caller,
  { recordAdmin }: AccessParts,
  grant: StoredServerGrant | null = null,
): Promise<void> {
  const granted =
    grant === null
      ? {}
      : { server: grant.server, subject: grant.subject, toolAllow: grant.toolAllow, expiresAt: grant.expiresAt };
  await recordAdmin("access.review", asJson({ request: id, verdict, note, result, ...granted }), by);
}

async function findRequest(id: string, { store, config }: AccessParts): Promise<StoredAccessRequest | null> {
  return (await store.accessRequests.list(config.workspace)).find((request) => request.id === id) ?? null;
}

/** An earlier grant keeps its id and what it denies, so what holds now is read back. */
async function findWritten(
  { id }: StoredAccessRequest,
  { store, config }: AccessParts,
): Promise<StoredServerGrant | null> {
  return (await store.serverGrants.list(config.workspace)).find(({ request }) => request === id) ?? null;
}

function unknown(id: string): AccessRefusal {
  const message = `there is no access request ${showText(id)}`;
  return { ok: false, code: "UNKNOWN_REQUEST", message, hint: "`toolgate requests list` shows those that wait" };
}

function over({ status, reviewedBy, reviewedAt }: StoredAccessRequest): AccessRefusal {
  const message = `it was reviewed already: ${status} by ${showText(reviewedBy ?? "somebody")} at ${reviewedAt ?? "some time"}`;
  return { ok: false, code: "OVER", message, hint: "ask anew with `toolgate requests create`" };
}
