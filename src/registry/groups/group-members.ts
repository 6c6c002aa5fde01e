import type { Tool } from "../../model/tool.ts";
import { toCanonicalName } from "../aliases.ts";
import { GROUP_ALIASES, GROUPS, UNGROUPED } from "./group-table.ts";

/** The group of everything that comes built in, and of what GoClaw has itself. */
const ALL_NATIVE = "goclaw";
const MCP = "mcp";

/** Every group that may be named now: those of the table, with or without a tool, and those of the tools. */
export function listGroupNames(tools: readonly Tool[]): ReadonlySet<string> {
  const names = new Set([...Object.keys(GROUPS), ...Object.keys(GROUP_ALIASES), ALL_NATIVE, MCP]);
  for (const tool of tools) for (const name of toGroups(tool)) names.add(name);
  return names;
}

/** Whether a tool belongs to a group of this name. */
export function isMember(tool: Tool, group: string): boolean {
  return toGroups(tool).includes(spell(group));
}

/** All groups of a tool: what it declares, its prefix, the server it comes from, and the table's. */
export function toGroups({ name, group, backend, origin }: Tool): readonly string[] {
  const dot = name.indexOf(".");
  const all = [
    ...(dot > 0 ? [spell(name.slice(0, dot))] : []),
    ...(group === null ? [] : [spell(group)]),
    ...(backend.kind === "mcp" ? [MCP, toServerGroup(backend.server)] : []),
    ...(origin.layer === "builtin" ? [ALL_NATIVE] : []),
    ...(BY_NAME.get(name) ?? []),
  ];
  return all.length < 2 ? all : [...new Set(all)];
}

/** The group of all that an upstream server has. It may be named before anybody knows what that is. */
export function toServerGroup(server: string): string {
  return `${MCP}:${server}`;
}

function spell(group: string): string {
  return (Object.hasOwn(GROUP_ALIASES, group) ? GROUP_ALIASES[group] : undefined) ?? group;
}

/** A tool is a member under the table's name and under the one that it has here. */
const BY_NAME: ReadonlyMap<string, readonly string[]> = invert([
  ...Object.entries(GROUPS),
  [ALL_NATIVE, [...Object.values(GROUPS).flat(), ...UNGROUPED]],
]);

function invert(groups: readonly (readonly [string, readonly string[]])[]): ReadonlyMap<string, readonly string[]> {
  const pairs = groups.flatMap(([group, members]) =>
    members.flatMap((member) => [...new Set([member, toCanonicalName(member)])].map((name) => ({ group, name }))),
  );
  const byName = Map.groupBy(pairs, ({ name }) => name);
  return new Map([...byName].map(([name, found]) => [name, found.map(({ group }) => group)]));
}
