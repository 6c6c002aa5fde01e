import { checkEncoding } from "../../manifest/checks/check-encoding.ts";
import type { ManifestIssue } from "../../manifest/manifest.ts";
import { toFileIssue } from "../../registry/list-tool-files.ts";
import { readSmallFile } from "../../registry/read-small-file.ts";
import type { ConfigLayer } from "../file/config-layer.ts";
import { listPolicyFiles, resolvePolicy } from "./list-policy-files.ts";

const MAX_FILES = 200;
/** All files of a layer together, in UTF-16 units: what was trusted is kept in the database, too. */
const MAX_TOTAL_LENGTH = 8 * 1024 * 1024;

/** One file of `[cedar] policies`. */
export interface PolicyFile {
  /** Absolute, as it is named. */
  readonly file: string;
  readonly sha256: string;
  readonly text: string;
}

export interface PolicyFilesResult {
  /** By path. Not all of them, and not to be used, when there is an error among the issues. */
  readonly files: readonly PolicyFile[];
  readonly issues: readonly ManifestIssue[];
}

/**
 * Reads the Cedar policies of a configuration: at most 200 files, each of at most 1 MiB. What is named must be there and
 * be readable, since a file that is passed over may be the one that forbids. Those of a project lie inside its folder.
 *
 * @param home what `~/` stands for
 */
export function readPolicies(layer: ConfigLayer, home: string): PolicyFilesResult {
  const { files: names, issues: unlisted } = listPolicyFiles(layer, home);
  if (names.length > MAX_FILES) {
    const message = `there are ${names.length} policy files, and at most ${MAX_FILES} may be`;
    const hint = "Put policies that belong together into one file.";
    return { files: [], issues: [toFileIssue(layer.file, "too-many-policies", message, hint)] };
  }
  const read = names.map((file) => readPolicy(layer, file));
  const files = read.flatMap((one) => one.files);
  const issues = [...unlisted, ...read.flatMap((one) => one.issues)];
  if (files.reduce((sum, { text }) => sum + text.length, 0) > MAX_TOTAL_LENGTH) {
    issues.push(toFileIssue(layer.file, "too-large", "the policy files are together larger than 8 MiB"));
  }
  return { files, issues };
}

function readPolicy(layer: ConfigLayer, file: string): PolicyFilesResult {
  const resolved = resolvePolicy(layer, file);
  if (!resolved.ok) return { files: [], issues: [resolved.issue] };
  const content = readSmallFile(resolved.real);
  if (content.kind === "absent") return toFailure(file, "unreadable", "the policy file is gone");
  if (content.kind === "problem") return toFailure(file, content.code, content.message);
  const { content: text, issues } = checkEncoding(content.text, file);
  return { files: text === null ? [] : [{ file, sha256: content.sha256, text }], issues };
}

function toFailure(file: string, code: string, message: string): PolicyFilesResult {
  return { files: [], issues: [toFileIssue(file, code, message)] };
}
