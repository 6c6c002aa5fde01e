import type { CustomType, ManifestIssue, ToolcladProfile, ToolcladProject } from "../../manifest.ts";
import { checkSize } from "../../toml/check-size.ts";
import { field } from "../../toml/fields.ts";
import type { Field, TableSource } from "../../toml/fields.ts";
import { toIssues } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import { parseTomlWithPositions } from "../../toml/parse-toml.ts";
import { readTable } from "../../toml/table-reader.ts";
import type { TomlTable } from "../../toml/toml-document.ts";
import { readCustomTypes } from "./read-custom-types.ts";

/** The tables of `toolclad.toml`. */
export const PROJECT_SHAPE: Readonly<Record<"types" | "toolclad", Field<TableSource>>> = {
  types: field.table(),
  toolclad: field.table(),
};
/** The keys of `[toolclad]`. */
export const SETTINGS_SHAPE: { readonly profile: Field<ToolcladProfile> } = {
  profile: field.oneOf<ToolcladProfile>({ values: ["strict", "peer"], what: "profile", code: "unknown-profile" }),
};

/** A project that says nothing: no types, the strict profile. */
export const EMPTY_PROJECT: ToolcladProject = { types: new Map(), profile: "strict" };

/**
 * Reads a folder's `toolclad.toml`. Any text gives an answer: the project when there is no error, and everything that is
 * wrong, with its place. `file` is for messages.
 */
export function parseToolcladProject(
  text: string,
  file: string,
): { readonly project: ToolcladProject | null; readonly issues: readonly ManifestIssue[] } {
  const { document, issues } = parseTomlWithPositions(text, file);
  if (document === null) return { project: null, issues };
  const log: IssueLog = { found: [] };
  const project = checkSize(document.root, log) ? readProject(document.root, log) : EMPTY_PROJECT;
  const all = [...issues, ...toIssues(log, document)];
  return { project: all.some(({ severity }) => severity === "error") ? null : project, issues: all };
}

function readProject(root: TomlTable, log: IssueLog): ToolcladProject {
  const read = readTable({ table: root, path: [] }, PROJECT_SHAPE, log);
  const settings = read.toolclad === undefined ? undefined : readTable(read.toolclad, SETTINGS_SHAPE, log);
  const types: ReadonlyMap<string, CustomType> = readCustomTypes(read.types, log);
  const profile = settings?.profile ?? "strict";
  if (profile === "peer") tolerateUnknownKeys(log);
  return { types, profile };
}

/** As in a manifest: other implementations skip keys that they do not know. */
function tolerateUnknownKeys(log: IssueLog): void {
  for (const [index, found] of log.found.entries()) {
    if (found.code === "unknown-key") log.found[index] = { ...found, severity: "warning" };
  }
}
