import type { EvidenceOptions } from "../../../model/tool.ts";
import { escapeControls, showText } from "../../../text/show-text.ts";
import { field } from "../../toml/fields.ts";
import type { Field, TableSource } from "../../toml/fields.ts";
import { addError } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import { readTable } from "../../toml/table-reader.ts";
import type { Place } from "../../toml/toml-document.ts";

/** The keys of `[tool.evidence]`. */
export const EVIDENCE_SHAPE: Readonly<
  Record<"output_dir" | "hash", Field<string>> & Record<"capture" | "screenshots", Field<boolean>>
> = {
  output_dir: field.string(),
  capture: field.boolean(),
  hash: field.string(),
  screenshots: field.boolean(),
};
const PLACES: readonly string[] = ["{evidence_dir}", "{scan_id}", "{session_id}"];

/** Reads `[tool.evidence]`: where output is kept beyond the record of the call. */
export function readEvidence(source: TableSource | undefined, log: IssueLog): EvidenceOptions | null {
  if (source === undefined) return null;
  const read = readTable(source, EVIDENCE_SHAPE, log);
  if (read.hash !== undefined) checkHash(read.hash, { path: [...source.path, "hash"], part: "value" }, log);
  const place = { path: [...source.path, "output_dir"], part: "value" } as const;
  if (read.output_dir !== undefined) checkFolder(read.output_dir, place, log);
  return {
    outputDir: read.output_dir ?? null,
    capture: read.capture ?? true,
    hash: "sha256",
    screenshots: read.screenshots ?? false,
  };
}

function checkHash(hash: string, place: Place, log: IssueLog): void {
  if (hash === "sha256") return;
  const message = `\`hash\` must be sha256, but is "${showText(hash)}": the audit chain compares only SHA-256 hashes`;
  addError(log, "unknown-hash", place, message, "Delete the line; sha256 is what is used.");
}

/** A manifest may come from anywhere: it names a folder below the one for evidence, and nothing outside. */
function checkFolder(folder: string, place: Place, log: IssueLog): void {
  const unknown = [...folder.matchAll(/\{[^{}]*\}?|\}/g)].find(([text]) => !PLACES.includes(text))?.[0];
  if (unknown !== undefined) {
    const message = `\`output_dir\` has no placeholder ${showText(unknown)}`;
    addError(log, "undeclared-placeholder", { ...place, fragment: unknown }, message, `Known: ${PLACES.join(", ")}.`);
    return;
  }
  const problem = findProblem(folder);
  if (problem === null) return;
  const hint = "Write a folder like {evidence_dir}/{scan_id}-nmap.";
  addError(log, "bad-folder", place, `\`output_dir\` ${escapeControls(problem)}`, hint);
}

function findProblem(folder: string): string | null {
  if (folder.trim() === "") return "is empty";
  if (/\p{Cc}/u.test(folder)) return "holds a control character";
  if (folder.includes("\\")) return "has a backslash; folders are separated by `/`";
  if (folder.split("/").includes("..")) return "has `..`, which could lead out of the evidence folder";
  if (/^(?:\/|~|[A-Za-z]:)/.test(folder) || folder.includes("$")) return "must lie below the evidence folder";
  if (folder.includes("{evidence_dir}", 1)) return "may have {evidence_dir} only at its start";
  return null;
}
