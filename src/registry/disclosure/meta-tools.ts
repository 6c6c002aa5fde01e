import type { Tool } from "../../model/tool.ts";

/** The tools with which an agent finds and calls those that are not listed. No other tool may have their names. */
export const META_TOOLS = {
  /** Runs any visible tool; the call walks its path as a call of that tool. */
  call: "call_tool",
  groups: "list_tool_groups",
  load: "load_tools",
  search: "search_tools",
} as const;

const NAMES: ReadonlySet<string> = new Set(Object.values(META_TOOLS));

export function isMetaTool({ name }: Pick<Tool, "name">): boolean {
  return NAMES.has(name);
}
