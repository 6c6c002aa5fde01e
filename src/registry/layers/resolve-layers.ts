import type { ManifestIssue } from "../../manifest/manifest.ts";
import { LAYERS } from "../../model/tool.ts";
import type { Layer, Tool } from "../../model/tool.ts";
import { toDuplicates, toNeedsOverrides, toSameWireName } from "./layer-issues.ts";
import { mayReplace } from "./may-replace.ts";
import { toNameKey } from "./wire-name.ts";

/** A tool as a file or code declares it. */
export interface Definition {
  readonly tool: Tool;
  /** From an earlier version of a file that is broken now. */
  readonly stale: boolean;
}

/** What each layer gives by itself, before higher layers are laid over it. */
export type Winners = ReadonlyMap<Layer, ReadonlyMap<string, Definition>>;

export interface Resolved {
  readonly tools: ReadonlyMap<string, Definition>;
  /** The tool behind each `toNameKey`. */
  readonly keys: ReadonlyMap<string, Tool>;
  readonly winners: Winners;
  readonly issues: readonly ManifestIssue[];
}

/**
 * Decides which definition each name means. Within a layer a name may be declared once: otherwise none is served, or
 * the one that was served before. A higher layer replaces a lower one only with `overrides = true`; a replacement that
 * is switched off hides what it replaces. Of two names that are one on the wire only the lower, or the first, is
 * served: a call must not reach another tool than the one that was meant.
 */
export function resolveLayers(definitions: readonly Definition[], before: Winners): Resolved {
  const tools = new Map<string, Definition>();
  const keys = new Map<string, Tool>();
  const winners = new Map<Layer, ReadonlyMap<string, Definition>>();
  const issues: ManifestIssue[] = [];
  const byLayer = Map.groupBy(definitions, ({ tool }) => tool.origin.layer);
  for (const layer of LAYERS) {
    const own = pickWinners(byLayer.get(layer) ?? [], before.get(layer), issues);
    winners.set(layer, own);
    const taken = findTaken(own, keys);
    for (const [name, definition] of own) {
      const { tool } = definition;
      const other = taken.get(toNameKey(name));
      const lower = tools.get(name);
      if (other !== undefined && other.name !== name) issues.push(toSameWireName(tool, other));
      else if (lower !== undefined && !mayReplace(tool)) issues.push(toNeedsOverrides(tool, lower.tool));
      else {
        tools.set(name, definition);
        keys.set(toNameKey(name), tool);
      }
    }
  }
  return { tools, keys, winners, issues };
}

function pickWinners(
  definitions: readonly Definition[],
  before: ReadonlyMap<string, Definition> | undefined,
  issues: ManifestIssue[],
): ReadonlyMap<string, Definition> {
  const winners = new Map<string, Definition>();
  const contested = new Set<string>();
  for (const definition of definitions) {
    const { name } = definition.tool;
    if (winners.has(name)) contested.add(name);
    else winners.set(name, definition);
  }
  if (contested.size === 0) return winners;
  const rivals = Map.groupBy(
    definitions.filter(({ tool }) => contested.has(tool.name)),
    ({ tool }) => tool.name,
  );
  for (const [name, all] of rivals) {
    // A file that is broken now does not stand in the way of one that is whole.
    const fresh = all.filter(({ stale }) => !stale);
    const candidates = fresh.length > 0 ? fresh : all;
    if (fresh.length > 1) issues.push(...toDuplicates(fresh.map(({ tool }) => tool)));
    const winner = candidates.length === 1 ? candidates[0] : keepServed(candidates, before?.get(name));
    if (winner === undefined) winners.delete(name);
    else winners.set(name, winner);
  }
  return winners;
}

/** What was served keeps being served as long as its file still claims the name. */
function keepServed(candidates: readonly Definition[], served: Definition | undefined): Definition | undefined {
  if (served === undefined) return undefined;
  const claimed = candidates.some(({ tool }) => tool.origin.file === served.tool.origin.file);
  return claimed ? { tool: served.tool, stale: true } : undefined;
}

/** Whose each key is: a lower layer's tool, else the one of this layer that stands first. */
function findTaken(own: ReadonlyMap<string, Definition>, lower: ReadonlyMap<string, Tool>): ReadonlyMap<string, Tool> {
  const taken = new Map<string, Tool>();
  for (const { tool } of own.values()) {
    const key = toNameKey(tool.name);
    const other = lower.get(key) ?? taken.get(key);
    taken.set(key, other === undefined || (!lower.has(key) && isBefore(tool, other)) ? tool : other);
  }
  return taken;
}

function isBefore({ origin: one, name }: Tool, { origin: other, name: otherName }: Tool): boolean {
  const [file, otherFile] = [one.file ?? "", other.file ?? ""];
  if (file !== otherFile) return file < otherFile;
  return one.line === other.line ? name < otherName : one.line < other.line;
}
