import { definitionHash } from "../../manifest/definition-hash.ts";
import type { ManifestIssue, ManifestOptions } from "../../manifest/manifest.ts";
import { parseManifest } from "../../manifest/parse-manifest.ts";
import type { Tool } from "../../model/tool.ts";
import type { StoredTool } from "../../storage/repositories.ts";
import { showText } from "../../text/show-text.ts";
import { toFileIssue } from "../list-tool-files.ts";
import { refuseRelativePrograms } from "../refuse-relative-programs.ts";
import type { StoredTools } from "../registry.ts";

export type StoredOptions = Pick<ManifestOptions, "apis" | "ceiling">;

/** What became of one row. */
export interface ParsedRow {
  /** `null`: the row gives no tool, and the issues say why. */
  readonly tool: Tool | null;
  readonly issues: readonly ManifestIssue[];
}

/**
 * The tools of the database. A row that cannot be understood gives an issue and no tool; the others are not touched by
 * it. `parse` is asked once per row.
 */
export function fromStoredTools(
  rows: readonly StoredTool[],
  options: StoredOptions,
  parse: (row: StoredTool) => ParsedRow = (row) => parseStoredTool(row, options),
): StoredTools {
  const everybody: Tool[] = [];
  const overlays = new Map<string, Tool[]>();
  const issues: ManifestIssue[] = [];
  for (const row of rows) {
    const parsed = parse(row);
    issues.push(...parsed.issues);
    if (parsed.tool === null) continue;
    const { audience } = row;
    if (audience.kind === "everybody") {
      everybody.push(parsed.tool);
      continue;
    }
    const key = `${audience.kind}:${audience.key}`;
    const own = overlays.get(key) ?? [];
    own.push(parsed.tool);
    overlays.set(key, own);
  }
  return { everybody, overlays, issues };
}

/** Reads one row as its format says. Whether it is switched on is the row's to say. */
export function parseStoredTool(row: StoredTool, options: StoredOptions): ParsedRow {
  const file = `stored tool ${showText(row.name)}`;
  const layer = row.audience.kind === "session" ? "session" : "user";
  try {
    const parsed = parseManifest(row.definition, { ...options, file, layer, format: row.format, stored: true });
    const { tools, issues } = refuseRelativePrograms(parsed, "user");
    const [tool, ...others] = tools;
    if (issues.some(({ severity }) => severity === "error")) return { tool: null, issues };
    if (tool?.name !== row.name || others.length > 0) return { tool: null, issues: [...issues, toOtherName(file)] };
    return { tool: toStored(tool, row), issues };
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    const issue = toFileIssue(file, "parser-failed", `the definition could not be understood (${cause})`);
    return { tool: null, issues: [issue] };
  }
}

function toStored(tool: Tool, { enabled, environment }: StoredTool): Tool {
  const stored = { ...tool, enabled };
  if (environment === null) return stored;
  const { names, version } = environment;
  const sealed = { ...stored, sealedEnvironment: { names, version } };
  return { ...sealed, definitionHash: definitionHash(sealed) };
}

function toOtherName(file: string): ManifestIssue {
  const message = "the definition declares another tool than the one that it is stored as, so it is not loaded";
  return toFileIssue(file, "other-name", message, "Remove it, and create it again.");
}
