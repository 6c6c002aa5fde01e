import type { Tool } from "../../model/tool.ts";

/** Where tools are that say nothing of where they belong. */
const REST = "other";

/**
 * The one group that a tool is loaded with: the server it comes from, the group it declares, or its name up to the first
 * dot. Rules know more groups than this one; here every tool is counted once.
 */
export function toDisclosureGroup({ name, group, backend }: Tool): string {
  if (backend.kind === "mcp") return backend.server;
  if (group !== null && group !== "") return group;
  const dot = name.indexOf(".");
  return dot > 0 ? name.slice(0, dot) : REST;
}
