import { toPrefix } from "../../mcp-bridge/import/to-tool-name.ts";
import { DEFAULTS } from "../defaults.ts";
import type { McpServer, McpServerData } from "./mcp-server.ts";
import { toServerSandbox } from "./to-server-sandbox.ts";
import { toUpstreamAuth } from "./upstream-auth.ts";

/** A server as its table says it; what the table leaves out is as documented. */
export function toMcpServer(name: string, layer: McpServer["layer"], server: McpServerData): McpServer {
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
