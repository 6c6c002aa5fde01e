import type { McpServer } from "../config/mcp/mcp-server.ts";
import { matchName } from "../policy/rules/match-name.ts";

/** Whether the configuration lets a tool of a server be used at all. Deny first; an empty list of what is allowed allows everything. */
export function isWanted(
  tool: string,
  { toolsAllow, toolsDeny }: Pick<McpServer, "toolsAllow" | "toolsDeny">,
): boolean {
  if (toolsDeny.some((pattern) => matchName(pattern, tool))) return false;
  return toolsAllow.length === 0 || toolsAllow.some((pattern) => matchName(pattern, tool));
}
