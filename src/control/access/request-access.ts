import { randomUUID } from "node:crypto";
import type { McpServer } from "../../config/mcp/mcp-server.ts";
import type { Caller } from "../../model/caller.ts";
import { asJson } from "../../model/json.ts";
import type { StoredAccessRequest, StoredServerGrant, StoredSubject } from "../../storage/upstream-repositories.ts";
import { showText } from "../../text/show-text.ts";
import type { AccessRefusal, RequestResult, WantedAccess } from "./access-control.ts";
import { findGrant, findServer, toWorkspace } from "./access-parts.ts";
import type { AccessParts } from "./access-parts.ts";
import { findGrantProblem } from "./check-grant.ts";

/** Requests of one credential that wait: each takes nothing from the gateway, all flood whoever reviews. */
const MOST_PENDING = 100;

/** Notes that somebody asks for a server; what was asked for already is not asked twice. */
export async function requestAccess(wanted: WantedAccess, by: Caller, parts: AccessParts): Promise<RequestResult> {
  const server = findServer(wanted.server, parts);
  if ("ok" in server) return server;
  const problem = findGrantProblem(wanted) ?? judgeRequester(wanted.subject, by);
  if (problem !== null) return problem;
  const unneeded = findUnneeded(server, wanted.subject, await findGrant(server, wanted.subject, parts));
  if (unneeded !== null) return unneeded;
  const request = toRequest(wanted, server, by, parts);
  const { accessRequests } = parts.store;
  if ((await accessRequests.countPending(by.credential)) >= MOST_PENDING) return tooMany(by);
  const { id, subject, toolAllow, reason } = request;
  await parts.recordAdmin("access.request", asJson({ id, server: server.name, subject, toolAllow, reason }), by);
  return (await accessRequests.create(request)) ? { ok: true, request } : alreadyPending(server);
}

/** Where rules alone decide, a grant would only narrow: nobody who asks for more may get less. */
export function findUnneeded(
  { name, access }: McpServer,
  { kind }: StoredSubject,
  grant: StoredServerGrant | null,
): AccessRefusal | null {
  if (grant !== null || (access === "granted" && kind === "agent")) return null;
  const message =
    access === "granted"
      ? `the MCP server \`${name}\` asks for grants of agents, and no grant keeps anything from this user`
      : `the MCP server \`${name}\` needs no grant, and there is none that keeps anything from this ${kind}`;
  return { ok: false, code: "NOT_NEEDED", message, hint: "`toolgate explain` says what refuses a call" };
}

/** Who only calls tools asks for itself alone: a request in somebody else's name would be theirs to explain. */
function judgeRequester({ kind, name }: StoredSubject, by: Caller): AccessRefusal | null {
  const isPerson = by.roles.includes("approver") || by.roles.includes("admin");
  if (isPerson || name === (kind === "agent" ? by.agent : by.principal)) return null;
  const message = `${showText(by.credential)} cannot ask for ${kind} \`${showText(name)}\``;
  return { ok: false, code: "NOT_YOURS", message, hint: "an agent asks for itself; an approver asks for others" };
}

function toRequest(
  { subject, toolAllow, reason }: WantedAccess,
  server: McpServer,
  by: Caller,
  parts: AccessParts,
): StoredAccessRequest {
  return {
    id: randomUUID(),
    server: server.name,
    workspace: toWorkspace(server, parts),
    subject,
    status: "pending",
    reason,
    toolAllow: [...new Set(toolAllow)].sort(),
    requestedBy: by.principal,
    requestedWith: by.credential,
    createdAt: new Date().toISOString(),
    reviewedBy: null,
    reviewedAt: null,
    reviewNote: null,
  };
}

function tooMany({ credential }: Caller): AccessRefusal {
  const message = `${MOST_PENDING} requests of ${showText(credential)} wait already`;
  return { ok: false, code: "TOO_MANY", message, hint: "somebody has to review them: `toolgate requests list`" };
}

function alreadyPending({ name }: McpServer): AccessRefusal {
  const message = `the same request for the MCP server \`${name}\` waits already`;
  return { ok: false, code: "ALREADY_PENDING", message, hint: "`toolgate requests list` shows it" };
}
