import type { McpServer } from "../../config/mcp/mcp-server.ts";
import type { ServerAccess, ServerGrant } from "../../policy/grants/server-access.ts";
import type { StoredServerGrant } from "../../storage/upstream-repositories.ts";

/** Servers of the configuration and stored grants as the policy knows them. */
export function toServerAccess(servers: readonly McpServer[], grants: readonly StoredServerGrant[]): ServerAccess {
  const byName = new Map(servers.map((server) => [server.name, server]));
  return {
    servers: new Map(servers.map(({ name, enabled, access }) => [name, { enabled, needsGrant: access === "granted" }])),
    grants: grants.filter((grant) => isOf(grant, byName.get(grant.server))).map(toGrant),
  };
}

/** A server of a project is another one than yours of the same name: what was granted of one is not of the other. */
export function isOf({ workspace }: Pick<StoredServerGrant, "workspace">, server: McpServer | undefined): boolean {
  return server !== undefined && (server.layer === "user") === (workspace === null);
}

function toGrant({ id, server, subject, enabled, toolAllow, toolDeny, ...grant }: StoredServerGrant): ServerGrant {
  const { timeout_seconds: timeout } = grant.overrides;
  const timeoutMs = timeout === undefined ? null : timeout * 1000;
  return { id, server, subject, enabled, toolAllow, toolDeny, timeoutMs, expiresAt: grant.expiresAt };
}
