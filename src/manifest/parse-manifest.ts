import type { Tool } from "../model/tool.ts";
import { definitionHash } from "./definition-hash.ts";
import type { ManifestOptions, ManifestResult, ToolDraft } from "./manifest.ts";
import { checkSize } from "./toml/check-size.ts";
import { locateName } from "./toml/find-name.ts";
import { toIssues } from "./toml/issue-log.ts";
import type { IssueLog } from "./toml/issue-log.ts";
import { parseTomlWithPositions } from "./toml/parse-toml.ts";
import type { TomlDocument } from "./toml/toml-document.ts";
import { readToolclad } from "./toolclad/read-toolclad.ts";
import { readWhitelist } from "./whitelist/read-whitelist.ts";

type Format = NonNullable<ManifestOptions["format"]>;

interface FormatReader {
  read(document: TomlDocument, log: IssueLog): ToolDraft;
  /** The table that `name` stands in; `null` for the top of the file. */
  readonly nameTable: string | null;
}

/** Adding a format is adding its folder and a row here. */
const FORMATS: Readonly<Record<Format, FormatReader>> = {
  whitelist: { read: readWhitelist, nameTable: null },
  toolclad: { read: readToolclad, nameTable: "tool" },
};

/**
 * Reads one definition file. Any text gives an answer: the tool when there is no error, and everything that is wrong,
 * with its place, at once. Nothing is thrown and nothing outside the text is looked at.
 */
export function parseManifest(text: string, options: ManifestOptions): ManifestResult {
  const { document, issues } = parseTomlWithPositions(text, options.file);
  if (document === null) return { tools: [], issues };
  const format = options.format ?? (options.file.endsWith(".clad.toml") ? "toolclad" : "whitelist");
  const log: IssueLog = { found: [] };
  const draft = checkSize(document.root, log) ? FORMATS[format].read(document, log) : null;
  const all = [...issues, ...toIssues(log, document)];
  if (draft === null || all.some((issue) => issue.severity === "error")) return { tools: [], issues: all };
  return { tools: [toTool(draft, document, format, options)], issues: all };
}

function toTool(draft: ToolDraft, document: TomlDocument, format: Format, options: ManifestOptions): Tool {
  const { line, column } = locateName(document, draft.name, FORMATS[format].nameTable);
  const origin = { format, layer: options.layer, file: options.file, line, column } as const;
  return { ...draft, origin, definitionHash: definitionHash(draft) };
}
