import path from "node:path";
import type { ManifestIssue, ManifestOptions, ManifestResult, ModuleEvaluator } from "../../manifest/manifest.ts";
import { parseManifest } from "../../manifest/parse-manifest.ts";
import type { Layer, Tool } from "../../model/tool.ts";
import { isModuleName, isToolcladName } from "../file-kinds.ts";
import { toFileIssue } from "../list-tool-files.ts";
import type { ToolFile } from "../list-tool-files.ts";
import { readSmallFile, stampFile } from "../read-small-file.ts";
import { refuseRelativePrograms } from "../refuse-relative-programs.ts";
import type { ToolFolder } from "../registry.ts";
import type { Definition } from "../layers/resolve-layers.ts";
import { compactTool } from "./compact-tool.ts";
import type { FolderProject } from "./toolclad-project.ts";
import { isTrusted, toUntrustedIssue } from "./trusted-files.ts";
import type { TrustedFiles } from "./trusted-files.ts";

/** What is remembered of a file between two looks. */
export interface KnownFile {
  readonly path: string;
  readonly layer: Layer;
  readonly folder: string;
  readonly stamp: string | null;
  readonly sha256: string | null;
  /** What else its meaning hangs on: the key of the folder's ToolClad settings. */
  readonly context: string;
  readonly issues: readonly ManifestIssue[];
  /** What it declared when it was last without errors. */
  readonly lastGood: readonly Tool[];
  /** What it gives now: its tools, and those of the last good version that it no longer gives. */
  readonly definitions: readonly Definition[];
  /** It is a module, and nothing is there to read it with yet. */
  readonly waits: boolean;
}

/** What reading a file takes besides its text. */
export interface ReadingOptions extends Pick<ManifestOptions, "apis" | "ceiling"> {
  readonly evaluateModule: ModuleEvaluator | null;
}

export interface FileContext extends ReadingOptions {
  readonly project: FolderProject;
  /** `null` admits everything. */
  readonly trusted: TrustedFiles | null;
  /** Whether tools are kept small, which takes time. @default false */
  readonly isCompact?: boolean | undefined;
}

/**
 * Looks at one file. One that did not change since `known` is not read again; one whose content did not change is not
 * parsed again. `null`: it is gone.
 */
export function loadToolFile(
  file: ToolFile,
  { layer, folder }: ToolFolder,
  known: KnownFile | undefined,
  options: FileContext,
): KnownFile | null {
  const context = isToolcladName(file.path) ? options.project.key : "";
  const base = { path: file.path, layer, folder, context, lastGood: known?.lastGood ?? [] };
  const broken = (issue: ManifestIssue): KnownFile =>
    toKnown({ ...base, stamp: null, sha256: null }, { tools: [], issues: [issue] });
  if (file.problem !== null) return broken(file.problem);
  if (known !== undefined && isAsKnown(file, known, context, options.trusted)) return known;
  const content = readSmallFile(file.real);
  if (content.kind === "absent") return null;
  if (content.kind === "problem") return broken(toFileIssue(file.path, content.code, content.message));
  const { stamp, sha256 } = content;
  if (!isTrusted(file.path, sha256, options.trusted)) return broken(toUntrustedIssue(file.path));
  if (known?.sha256 === sha256 && known.context === context && !known.waits) return { ...known, stamp };
  if (isModuleName(path.basename(file.path)) && options.evaluateModule === null) {
    return { ...toKnown({ ...base, stamp: null, sha256: null }, { tools: [], issues: [] }), waits: true };
  }
  return toKnown({ ...base, stamp, sha256 }, parseFile(content.text, file.path, layer, options));
}

/** A file of which nothing can be known now keeps what it declared. */
export function toUnknown(file: KnownFile): KnownFile {
  return toKnown({ ...file, stamp: null, sha256: null }, { tools: [], issues: [] });
}

function isAsKnown(file: ToolFile, known: KnownFile, context: string, trusted: TrustedFiles | null): boolean {
  if (known.stamp === null || known.sha256 === null || known.waits || known.context !== context) return false;
  return known.stamp === stampFile(file.real) && isTrusted(file.path, known.sha256, trusted);
}

/** A definition that trips the parser up must not take the other files with it. */
function parseFile(
  text: string,
  file: string,
  layer: Layer,
  { project, evaluateModule, apis, ceiling, isCompact = false }: FileContext,
): ManifestResult {
  const options: ManifestOptions = {
    file,
    layer,
    apis,
    ceiling,
    project: project.project ?? undefined,
    evaluateModule: evaluateModule ?? undefined,
  };
  try {
    const { tools, issues } = refuseRelativePrograms(parseManifest(text, options), layer);
    return { tools: isCompact ? tools.map(compactTool) : tools, issues };
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    const issue = toFileIssue(file, "parser-failed", `the file could not be understood (${cause})`);
    return { tools: [], issues: [issue] };
  }
}

type Base = Omit<KnownFile, "issues" | "definitions" | "waits">;

function toKnown(base: Base, { tools, issues }: ManifestResult): KnownFile {
  const isGood = base.sha256 !== null && issues.every(({ severity }) => severity !== "error");
  const names = new Set(tools.map(({ name }) => name));
  const kept = isGood ? [] : base.lastGood.filter(({ name }) => !names.has(name));
  return {
    ...base,
    issues,
    lastGood: isGood ? tools : base.lastGood,
    definitions: [...tools.map((tool) => ({ tool, stale: false })), ...kept.map((tool) => ({ tool, stale: true }))],
    waits: false,
  };
}
