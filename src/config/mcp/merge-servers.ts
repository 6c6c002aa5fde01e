import { findNameClashes } from "./find-name-clashes.ts";
import type { NameClash } from "./find-name-clashes.ts";
import type { ConfigData } from "../file/data/config-data.ts";
import type { McpServer } from "./mcp-server.ts";
import { toMcpServer } from "./to-mcp-server.ts";

/**
 * The servers of both configurations, by name. Of two with one name your own counts: a project must not be able to stand
 * in the place of a server that you chose.
 *
 * @param project what a trusted project says
 */
export function mergeServers(user: ConfigData["mcp"], project: ConfigData["mcp"]): readonly McpServer[] {
  const servers = new Map([...toServers("project", project), ...toServers("user", user)]);
  const sorted = [...servers.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
  const yoursFirst = sorted.filter(isUsed).toSorted((one, other) => toRank(one) - toRank(other));
  const clashes = new Map(findNameClashes(yoursFirst.map(({ name }) => name)).map((clash) => [clash.name, clash]));
  return sorted.map((server) => withoutClash(server, clashes.get(server.name)));
}

function isUsed({ enabled }: McpServer): boolean {
  return enabled;
}

function toRank({ layer }: McpServer): number {
  return layer === "user" ? 0 : 1;
}

/** What could be taken for another server is not used, and says why. */
function withoutClash(server: McpServer, clash: NameClash | undefined): McpServer {
  if (clash === undefined) return server;
  const { other, both } = clash;
  const problem = `it is not used: it and \`${other}\` are both \`${both}\` in rules, grants and for clients; rename one`;
  return { ...server, enabled: false, problem };
}

function toServers(layer: McpServer["layer"], data: ConfigData["mcp"]): readonly (readonly [string, McpServer])[] {
  return Object.entries(data?.servers ?? {}).map(([name, server]) => [name, toMcpServer(name, layer, server)] as const);
}
