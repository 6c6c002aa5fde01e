/**
 * How MCP clients are told the names of tools. `auto`: clients that are known to refuse some characters get names without
 * them; `safe`: all clients do; `plain`: none does.
 */
export const TOOL_NAMES = ["auto", "plain", "safe"] as const;
export type ToolNames = (typeof TOOL_NAMES)[number];
