import { LAYERS } from "../../model/tool.ts";
import type { Layer, Tool } from "../../model/tool.ts";
import { matchName } from "../../policy/rules/match-name.ts";

/** A tool that a secret is bound to: a name or pattern as in rules, with `layer:` before it where the layer is said. */
export interface ToolEntry {
  /** `null`: those that the one who wrote it speaks for. */
  readonly layer: Layer | null;
  readonly pattern: string;
}

/** `null`: it names no tool. */
export function parseToolEntry(text: string): ToolEntry | null {
  const [, layer, pattern = ""] = /^(?:([a-z]+):)?([A-Za-z0-9_.*-]{1,200})$/.exec(text) ?? [];
  if (pattern === "") return null;
  if (layer === undefined) return { layer: null, pattern };
  const found = LAYERS.find((one) => one === layer);
  return found === undefined ? null : { layer: found, pattern };
}

/** @param layers those that an entry without a layer is about */
export function matchToolEntry(
  text: string,
  { name, origin }: Pick<Tool, "name" | "origin">,
  layers: readonly Layer[],
): boolean {
  const entry = parseToolEntry(text);
  if (entry === null || !matchName(entry.pattern, name)) return false;
  return entry.layer === null ? layers.includes(origin.layer) : entry.layer === origin.layer;
}
