import { randomUUID } from "node:crypto";
import type { Caller } from "../../model/caller.ts";
import { asJson } from "../../model/json.ts";
import type { StoredServerGrant } from "../../storage/upstream-repositories.ts";
import type { GrantResult, WantedGrant } from "./access-control.ts";
import { findGrant, findServer, toWorkspace } from "./access-parts.ts";
import type { AccessParts } from "./access-parts.ts";
import { findExpiryProblem, findGrantProblem, readOverrides } from "./check-grant.ts";

/** Writes the grant as it is wanted: what an earlier one said does not stay. */
export async function putGrant(wanted: WantedGrant, by: Caller, parts: AccessParts): Promise<GrantResult> {
  const now = new Date();
  const server = findServer(wanted.server, parts);
  if ("ok" in server) return server;
  const problem = findGrantProblem(wanted, wanted.toolDeny) ?? findExpiryProblem(wanted.expiresAt, now);
  if (problem !== null) return problem;
  const overrides = readOverrides(wanted.overrides, server);
  if ("ok" in overrides) return overrides;
  const grant: StoredServerGrant = {
    id: randomUUID(),
    server: server.name,
    workspace: toWorkspace(server, parts),
    subject: wanted.subject,
    enabled: wanted.enabled,
    toolAllow: wanted.toolAllow,
    toolDeny: wanted.toolDeny,
    overrides,
    expiresAt: wanted.expiresAt,
    request: null,
    grantedBy: by.principal,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
  };
  const replaced = await findGrant(server, wanted.subject, parts);
  const { toolAllow, toolDeny, enabled, expiresAt, workspace } = grant;
  const said = { id: replaced?.id ?? grant.id, server: server.name, workspace, subject: wanted.subject, enabled };
  const data = asJson({ ...said, toolAllow, toolDeny, overrides, expiresAt });
  await parts.recordAdmin("access.grant", data, by);
  return { ok: true, grant: await parts.store.serverGrants.put(grant), replaced };
}
