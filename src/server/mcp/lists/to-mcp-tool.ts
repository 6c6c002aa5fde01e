import type { Tool as McpTool } from "@modelcontextprotocol/server";
import { toInputSchema } from "../../../manifest/to-input-schema.ts";
import { toOutputSchema } from "../../../manifest/to-output-schema.ts";
import type { Tool } from "../../../model/tool.ts";

const listings = new WeakMap<Tool, McpTool>();

/** A tool as the newest revision of MCP lists it. Tools are immutable, so each is converted once. */
export function toMcpTool(tool: Tool): McpTool {
  const known = listings.get(tool);
  if (known !== undefined) return known;
  const listing = convert(tool);
  listings.set(tool, listing);
  return listing;
}

function convert(tool: Tool): McpTool {
  const outputSchema = toOutputSchema(tool);
  return {
    name: tool.name,
    ...(tool.title === null ? {} : { title: tool.title }),
    description: tool.description,
    inputSchema: { ...toInputSchema(tool), type: "object" },
    ...(outputSchema === null ? {} : { outputSchema: { ...outputSchema } }),
    ...(tool.icons === undefined ? {} : { icons: [...tool.icons] as NonNullable<McpTool["icons"]> }),
    annotations: { readOnlyHint: tool.effect === "read", destructiveHint: tool.effect === "destructive" },
  };
}
