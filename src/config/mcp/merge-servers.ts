import { toPrefix } from "../../mcp-bridge/import/to-tool-name.ts";
import { findNameClashes } from "./find-name-clashes.ts";
import type { NameClash } from "./find-name-clashes.ts";
import { DEFAULTS } from "../defaults.ts";
import type { ConfigData } from "../file/data/config-data.ts";
import { toUpstreamAuth } from "./upstream-auth.ts";
import type { McpServer, McpServerData } from "./mcp-server.ts";
import { toServerSandbox } from "./to-server-sandbox.ts";

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
  return Object.entries(data?.servers ?? {}).map(([name, server]) => [name, toServer(name, layer, server)] as const);
}

function toServer(name: string, layer: McpServer["layer"], server: McpServerData): McpServer {
  const { command, url = "", args, env, headers, timeout_seconds: timeout = DEFAULTS.mcpTimeoutSeconds } = server;
  return {
    name,
    layer,
    transport: server.transport ?? (command === undefined ? "http" : "stdio"),
    target: command ?? url,
    args,
    env,
    headers,
    cwd: server.cwd ?? null,
    enabled: server.enabled ?? true,
    timeoutMs: timeout * 1000,
    prefix: server.prefix ?? toPrefix(name),
    toolsAllow: server.tools_allow ?? [],
    toolsDeny: server.tools_deny ?? [],
    readTools: server.read_tools ?? [],
    destructiveTools: server.destructive_tools ?? [],
    taskTools: server.task_tools ?? [],
    lazy: server.lazy ?? false,
    sampling: server.sampling ?? false,
    roots: server.roots ?? false,
    access: server.access ?? "rules",
    sandbox: toServerSandbox(server.sandbox),
    idleMs: server.idle_minutes === undefined ? null : server.idle_minutes * 60_000,
    auth: toUpstreamAuth(server.auth),
  };
}
