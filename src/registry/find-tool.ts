import type { Tool } from "../model/tool.ts";
import { toCanonicalName } from "./aliases.ts";
import type { RegistrySnapshot, Viewer } from "./registry.ts";
import { mayReplace } from "./layers/may-replace.ts";
import { toNameKey } from "./layers/wire-name.ts";

/**
 * The tool that a name means to this viewer, switched off or not. A name that no tool has may be another system's name
 * of a built-in one.
 */
export function findTool(snapshot: RegistrySnapshot, name: string, viewer: Viewer): Tool | undefined {
  const named = findNamed(snapshot, name, viewer);
  if (named !== undefined) return named;
  const canonical = toCanonicalName(name);
  return canonical === name ? undefined : findNamed(snapshot, canonical, viewer);
}

/** As `findTool`, without aliases. */
export function findNamed({ tools, overlays }: RegistrySnapshot, name: string, viewer: Viewer): Tool | undefined {
  if (overlays.size === 0) return tools.get(name);
  const ofAgent = overlays.get(`agent:${viewer.agent}`);
  const lower = ofAgent?.get(name) ?? tools.get(name);
  const own = viewer.session === null ? undefined : overlays.get(`session:${viewer.session}`)?.get(name);
  if (own === undefined) return lower;
  // What stands in front of `tools` was checked when it came; agent and session first meet here.
  if (lower !== undefined) return mayReplace(own) ? own : lower;
  return isTakenFor(name, ofAgent) ? undefined : own;
}

function isTakenFor(name: string, others: ReadonlyMap<string, Tool> | undefined): boolean {
  if (others === undefined) return false;
  const key = toNameKey(name);
  return [...others.keys()].some((other) => toNameKey(other) === key);
}
