import type { Tool } from "../model/tool.ts";
import { findNamed } from "./find-tool.ts";
import type { RegistrySnapshot, Viewer } from "./registry.ts";

/**
 * The enabled tools of a viewer, by name: what `findTool` would give for every name there is. The same array for as
 * long as the viewer sees what everybody sees.
 */
export function listTools(snapshot: RegistrySnapshot, viewer: Viewer): readonly Tool[] {
  const { overlays, listed } = snapshot;
  const own = [
    ...(overlays.get(`agent:${viewer.agent}`)?.keys() ?? []),
    ...(viewer.session === null ? [] : (overlays.get(`session:${viewer.session}`)?.keys() ?? [])),
  ];
  if (own.length === 0) return listed;
  const names = new Set(own);
  const theirs = [...names].flatMap((name) => findNamed(snapshot, name, viewer) ?? []);
  return [...listed.filter(({ name }) => !names.has(name)), ...theirs.filter(({ enabled }) => enabled)].sort(byName);
}

function byName(one: Tool, other: Tool): number {
  return one.name < other.name ? -1 : 1;
}
