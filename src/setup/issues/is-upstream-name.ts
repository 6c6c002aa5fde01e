import type { McpServer } from "../../config/mcp/mcp-server.ts";
import { toBeginning } from "../../mcp-bridge/import/to-tool-name.ts";

/**
 * Whether a tool of that name may be one of an upstream server: nobody knows before it is connected to, and it may have
 * others by then.
 */
export function isUpstreamName(name: string, servers: readonly Pick<McpServer, "prefix">[]): boolean {
  return servers.some(({ prefix }) => name.startsWith(toBeginning(prefix)));
}
