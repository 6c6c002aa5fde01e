import { readAgentTools } from "./agent-tool/read-agent-tools.ts";
import { readModule } from "./capability/read-module.ts";
import { isCredentialed } from "./credentialed/is-credentialed.ts";
import { readCredentialed } from "./credentialed/read-credentialed.ts";
import { readCustomTools } from "./custom/read-custom-tools.ts";
import { definitionHash } from "./definition-hash.ts";
import { parseJsonWithPositions } from "./json/parse-json.ts";
import type { JsonDocument } from "./json/parse-json.ts";
import type { ManifestFormat, ManifestIssue, ManifestOptions, ManifestResult, PlacedDraft } from "./manifest.ts";
import { checkSize } from "./toml/check-size.ts";
import { locateName } from "./toml/find-name.ts";
import { toIssues } from "./toml/issue-log.ts";
import type { IssueLog } from "./toml/issue-log.ts";
import { parseTomlWithPositions } from "./toml/parse-toml.ts";
import type { TomlDocument } from "./toml/toml-document.ts";
import type { TomlPosition } from "./toml/locate.ts";
import type { Tool } from "../model/tool.ts";
import { readToolclad } from "./toolclad/read-toolclad.ts";
import { readWhitelist } from "./whitelist/read-whitelist.ts";

/** What a format makes of a text: what it declares, and how a place in it is found. */
interface Reading {
  readonly drafts: readonly PlacedDraft[];
  readonly issues: readonly ManifestIssue[];
  readonly locate: (draft: PlacedDraft) => TomlPosition;
}

type FormatReader = (text: string, options: ManifestOptions) => Reading;

/** Adding a format is adding its folder and a row here. */
const FORMATS: Readonly<Record<ManifestFormat, FormatReader>> = {
  whitelist: (text, options) => readToml(text, options, readWhitelist, null),
  toolclad: (text, options) => readToml(text, options, readToolclad, "tool"),
  custom: (text, options) => readJson(text, options, readCustomTools),
  credentialed: (text, options) => readJson(text, options, readCredentialed),
  "agent-tool": (text, options) => readJson(text, options, readAgentTools),
  capability: readModule,
};

/**
 * Reads one definition file. Any text gives an answer: the tools when there is no error, and everything that is wrong,
 * with its place, at once. Nothing is thrown and nothing outside the text is looked at.
 */
export function parseManifest(text: string, options: ManifestOptions): ManifestResult {
  const format = options.format ?? toFormat(options.file, text);
  const { drafts, issues, locate } = FORMATS[format](text, options);
  if (issues.some(({ severity }) => severity === "error")) return { tools: [], issues };
  return { tools: drafts.map((draft) => toTool(draft, locate(draft), format, options)), issues };
}

/** The format that a file's name stands for; of the two in JSON, what stands in the text decides. */
export function toFormat(file: string, text: string = ""): ManifestFormat {
  if (file.endsWith(".clad.toml")) return "toolclad";
  if (/\.[cm]?[jt]s$/.test(file)) return "capability";
  if (!file.endsWith(".json")) return "whitelist";
  return isCredentialed(text) ? "credentialed" : "custom";
}

type ReadDocument<Document> = (document: Document, log: IssueLog, options: ManifestOptions) => readonly PlacedDraft[];

function readToml(
  text: string,
  options: ManifestOptions,
  read: ReadDocument<TomlDocument>,
  nameTable: string | null,
): Reading {
  const { document, issues } = parseTomlWithPositions(text, options.file);
  if (document === null) return toNothing(issues);
  const log: IssueLog = { found: [] };
  const drafts = checkSize(document.root, log) ? read(document, log, options) : [];
  return {
    drafts,
    issues: [...issues, ...toIssues(log, document)],
    locate: ({ draft, place }) =>
      place === null ? locateName(document, draft.name, nameTable) : document.locate(place),
  };
}

function readJson(text: string, options: ManifestOptions, read: ReadDocument<JsonDocument>): Reading {
  const { document, issues } = parseJsonWithPositions(text, options.file);
  if (document === null) return toNothing(issues);
  const log: IssueLog = { found: [] };
  const drafts = read(document, log, options);
  return {
    drafts,
    issues: [...issues, ...toIssues(log, document)],
    locate: ({ place }) => document.locate(place ?? { path: [], part: "value" }),
  };
}

function toNothing(issues: readonly ManifestIssue[]): Reading {
  return { drafts: [], issues, locate: () => ({ line: 1, column: 1, endColumn: 1 }) };
}

function toTool(
  { draft }: PlacedDraft,
  { line, column }: TomlPosition,
  format: ManifestFormat,
  options: ManifestOptions,
): Tool {
  const origin = { format, layer: options.layer, file: options.file, line, column } as const;
  return { ...draft, origin, definitionHash: definitionHash(draft) };
}
