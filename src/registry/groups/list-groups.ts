import type { Tool } from "../../model/tool.ts";
import { listGroupNames, toGroups } from "./group-members.ts";
import { GROUP_ALIASES } from "./group-table.ts";

export interface GroupListing {
  readonly name: string;
  /** Names of the tools in it, in the order given; empty for a group that nothing is in yet. */
  readonly tools: readonly string[];
}

/** Every group and who is in it, by name; what is only another spelling is left out. */
export function listGroups(tools: readonly Tool[]): readonly GroupListing[] {
  const members = new Map([...listGroupNames(tools)].sort().map((name): [string, string[]] => [name, []]));
  for (const alias of Object.keys(GROUP_ALIASES)) members.delete(alias);
  for (const tool of tools) for (const group of toGroups(tool)) members.get(group)?.push(tool.name);
  return [...members].map(([name, names]) => ({ name, tools: names }));
}
