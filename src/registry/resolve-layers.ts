import type { ManifestIssue } from "../manifest/manifest.ts";
import { LAYERS } from "../model/tool.ts";
import type { Layer, Tool } from "../model/tool.ts";

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
  readonly winners: Winners;
  readonly issues: readonly ManifestIssue[];
}

/**
 * Decides which definition each name means. Within a layer a name may be declared once: otherwise none is served, or
 * the one that was served before. A higher layer replaces a lower one only with `overrides = true`; a replacement that
 * is switched off hides what it replaces.
 */
export function resolveLayers(definitions: readonly Definition[], before: Winners): Resolved {
  const tools = new Map<string, Definition>();
  const winners = new Map<Layer, ReadonlyMap<string, Definition>>();
  const issues: ManifestIssue[] = [];
  for (const layer of LAYERS) {
    const own = pickWinners(
      definitions.filter(({ tool }) => tool.origin.layer === layer),
      before.get(layer),
      issues,
    );
    winners.set(layer, own);
    for (const [name, definition] of own) {
      const lower = tools.get(name);
      if (lower === undefined || definition.tool.overrides) tools.set(name, definition);
      else issues.push(toNeedsOverrides(definition.tool, lower.tool));
    }
  }
  return { tools, winners, issues };
}

function pickWinners(
  definitions: readonly Definition[],
  before: ReadonlyMap<string, Definition> | undefined,
  issues: ManifestIssue[],
): ReadonlyMap<string, Definition> {
  const winners = new Map<string, Definition>();
  for (const [name, all] of Map.groupBy(definitions, ({ tool }) => tool.name)) {
    // A file that is broken now does not stand in the way of one that is whole.
    const fresh = all.filter(({ stale }) => !stale);
    const candidates = fresh.length > 0 ? fresh : all;
    if (fresh.length > 1) issues.push(...toDuplicates(fresh));
    const winner = candidates.length === 1 ? candidates[0] : keepServed(candidates, before?.get(name));
    if (winner !== undefined) winners.set(name, winner);
  }
  return winners;
}

/** What was served keeps being served as long as its file still claims the name. */
function keepServed(candidates: readonly Definition[], served: Definition | undefined): Definition | undefined {
  if (served === undefined) return undefined;
  const claimed = candidates.some(({ tool }) => tool.origin.file === served.tool.origin.file);
  return claimed ? { tool: served.tool, stale: true } : undefined;
}

function toDuplicates(definitions: readonly Definition[]): readonly ManifestIssue[] {
  return definitions.map(({ tool }) => {
    const others = definitions.filter((other) => other.tool !== tool).map((other) => toPlace(other.tool));
    const message = `the ${tool.origin.layer} layer declares \`${tool.name}\` more than once: also ${others.join(", ")}`;
    return toIssue(tool, "duplicate-name", message, "Rename or remove all but one; until then none of them is loaded.");
  });
}

function toNeedsOverrides(tool: Tool, lower: Tool): ManifestIssue {
  const message = `\`${tool.name}\` is already declared in the ${lower.origin.layer} layer (${toPlace(lower)})`;
  return toIssue(tool, "needs-overrides", message, "Write `overrides = true` to replace it, or choose another name.");
}

function toIssue(tool: Tool, code: string, message: string, hint: string): ManifestIssue {
  const line = Math.max(1, tool.origin.line);
  const column = Math.max(1, tool.origin.column);
  return { severity: "error", code, message, file: toFile(tool), line, column, endColumn: column, hint };
}

function toPlace(tool: Tool): string {
  return tool.origin.file === null ? "a tool given in code" : `${tool.origin.file}:${tool.origin.line}`;
}

function toFile(tool: Tool): string {
  return tool.origin.file ?? "(code)";
}
