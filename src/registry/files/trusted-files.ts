import type { ManifestIssue } from "../../manifest/manifest.ts";
import { toFileIssue } from "../list-tool-files.ts";

/** Absolute path → lower-case hex SHA-256 of the content that may be loaded. */
export type TrustedFiles = ReadonlyMap<string, string>;

/** What may be loaded from the project, and what people should know about it. */
export interface TrustedContent {
  /** The same object for as long as the answer is the same. */
  readonly files: TrustedFiles;
  readonly issue: ManifestIssue | null;
}

/** Whether this content of a project's file may be loaded; `null` admits everything. */
export function isTrusted(file: string, sha256: string, trusted: TrustedFiles | null): boolean {
  return trusted === null || trusted.get(file) === sha256;
}

export function toUntrustedIssue(file: string): ManifestIssue {
  const message = "the file is new or changed since this project was trusted, so it is not loaded";
  return toFileIssue(
    file,
    "changed-since-trust",
    message,
    "Run `toolgate trust` to look at the change and accept it; under TOOLGATE_TRUST=1, restart Toolgate.",
  );
}
