import type { PolicyRequest } from "./policy.ts";
import type { Tool } from "../model/tool.ts";
import { toAliases } from "../registry/aliases.ts";

/** What the policy may know of a tool. */
export function toPolicyTool(tool: Tool): PolicyRequest["tool"] {
  return {
    name: tool.name,
    aliases: toAliases(tool.name),
    layer: tool.origin.layer,
    effect: tool.effect,
    humanApproval: tool.humanApproval,
  };
}
