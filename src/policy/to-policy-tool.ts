import type { Tool } from "../model/tool.ts";
import { toAliases } from "../registry/aliases.ts";
import { toGroups } from "../registry/groups/group-members.ts";
import type { PathUse, PolicyTool } from "./policy.ts";

/** Tools are immutable, and a list asks about all of them. */
const KNOWN = new WeakMap<Tool, PolicyTool>();

/** What the policy may know of a tool. */
export function toPolicyTool(tool: Tool): PolicyTool {
  const known = KNOWN.get(tool) ?? convert(tool);
  KNOWN.set(tool, known);
  return known;
}

function convert(tool: Tool): PolicyTool {
  const { backend } = tool;
  return {
    name: tool.name,
    aliases: toAliases(tool.name),
    layer: tool.origin.layer,
    effect: tool.effect,
    humanApproval: tool.humanApproval,
    riskTier: tool.riskTier,
    groups: toGroups(tool),
    cedar: tool.cedar,
    pathUse: toPathUse(tool),
    ...(backend.kind === "mcp" ? { upstream: { server: backend.server, tool: backend.request ?? backend.tool } } : {}),
  };
}

const PATH_USES: ReadonlyMap<string, PathUse> = new Map([
  ["fs.list", "list"],
  ["fs.glob", "list"],
  ["fs.search", "read"],
  ["fs.delete", "delete"],
  ["fs.rename", "delete"],
]);

/** Unless it is known better: whatever does more than read is taken to write. */
function toPathUse({ name, effect }: Tool): PathUse {
  return PATH_USES.get(name) ?? (effect === "read" ? "read" : effect === "destructive" ? "delete" : "write");
}
