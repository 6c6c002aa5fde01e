import type { ControlPlane } from "../../call/runtime.ts";
import type { Config } from "../../config/config.ts";
import type { McpServer } from "../../config/mcp/mcp-server.ts";
import type { Store } from "../../storage/store.ts";
import type { StoredServerGrant, StoredSubject } from "../../storage/upstream-repositories.ts";
import { suggestNearest } from "../../text/find-nearest.ts";
import { showText } from "../../text/show-text.ts";
import type { AccessRefusal } from "./access-control.ts";

export interface AccessParts extends Pick<ControlPlane, "recordAdmin"> {
  readonly store: Pick<Store, "serverGrants" | "accessRequests">;
  readonly config: Pick<Config, "workspace" | "mcpServers">;
}

export function findServer(name: string, { config }: AccessParts): McpServer | AccessRefusal {
  const server = config.mcpServers.find((one) => one.name === name);
  if (server !== undefined) return server;
  const names = config.mcpServers.map((one) => one.name);
  const message = `no MCP server named \`${showText(name)}\` is configured${suggestNearest(name, names)}`;
  return { ok: false, code: "UNKNOWN_SERVER", message, hint: "`toolgate servers list` shows those that are" };
}

/** Whose rows are those of a server; `null`: the same in every workspace. */
export function toWorkspace({ layer }: McpServer, { config }: AccessParts): string | null {
  return layer === "user" ? null : config.workspace;
}

export async function findGrant(
  server: McpServer,
  subject: StoredSubject,
  parts: AccessParts,
): Promise<StoredServerGrant | null> {
  const workspace = toWorkspace(server, parts);
  const grants = await parts.store.serverGrants.list(parts.config.workspace);
  const found = grants.find(
    (grant) =>
      grant.server === server.name &&
      grant.workspace === workspace &&
      grant.subject.kind === subject.kind &&
      grant.subject.name === subject.name,
  );
  return found ?? null;
}
