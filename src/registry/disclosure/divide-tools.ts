import type { Tool } from "../../model/tool.ts";
import { isMember } from "../groups/group-members.ts";
import type { DisclosureConfig } from "./disclosure-config.ts";
import { isPassage } from "./is-passage.ts";
import { isMetaTool, META_TOOLS } from "./meta-tools.ts";
import { toDisclosureGroup } from "./to-disclosure-group.ts";

/** One list of visible tools, as it is disclosed. */
export interface DividedTools {
  /** What agents work with: all but the tools that only serve to find others. */
  readonly others: readonly Tool[];
  /** What is listed when the list cannot change: core, search, and a way to call what was found. `null`: all of `others`. */
  readonly fixed: readonly Tool[] | null;
  /** What is listed of a session before it loads anything. `null`: all of `others`. */
  readonly start: readonly Tool[] | null;
  readonly byName: ReadonlyMap<string, Tool>;
  /** `others` by their groups, in the order of their names. */
  readonly groups: ReadonlyMap<string, readonly Tool[]>;
}

/** What a list says is worked out once for as long as it is the same list. */
export function createDivider(config: DisclosureConfig): (visible: readonly Tool[]) => DividedTools {
  const known = new WeakMap<readonly Tool[], DividedTools>();
  return (visible) => {
    const divided = known.get(visible) ?? divideTools(visible, config);
    known.set(visible, divided);
    return divided;
  };
}

/** A caller who may not see what finds tools is shown all of them: nothing else would tell of them. */
function divideTools(visible: readonly Tool[], { mode, threshold, core }: DisclosureConfig): DividedTools {
  const meta = new Map(visible.filter(isMetaTool).map((tool) => [tool.name, tool]));
  const others = visible.filter((tool) => !isMetaTool(tool) && !isPassage(tool));
  const isSearched = mode === "search" || (mode === "auto" && others.length > threshold);
  const always = isSearched ? others.filter((tool) => core.some((entry) => fits(tool, entry))) : [];
  const list = (needed: readonly string[], more: readonly string[]): readonly Tool[] | null => {
    if (!isSearched || needed.some((name) => !meta.has(name))) return null;
    return [...always, ...[...needed, ...more].flatMap((name) => meta.get(name) ?? [])];
  };
  const { call, groups, load, search } = META_TOOLS;
  return {
    others,
    fixed: list([search, call], [groups]),
    start: list([search, load], [groups, call]),
    byName: new Map(others.map((tool) => [tool.name, tool])),
    groups: new Map([...Map.groupBy(others, toDisclosureGroup)].sort(([one], [other]) => (one < other ? -1 : 1))),
  };
}

function fits(tool: Tool, entry: string): boolean {
  if (!entry.startsWith("group:")) return tool.name === entry;
  const group = entry.slice("group:".length);
  return toDisclosureGroup(tool) === group || isMember(tool, group);
}
