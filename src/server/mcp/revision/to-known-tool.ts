import type { Tool as McpTool } from "@modelcontextprotocol/server";

/** A listed tool for a client of a revision: before 2026-07-28 nothing but objects can be promised as structured results. */
export function toKnownTool(tool: McpTool, revision: string): McpTool {
  const { outputSchema, ...rest } = tool;
  return outputSchema === undefined || outputSchema["type"] === "object" || revision >= "2026-07-28" ? tool : rest;
}
