import type { Dropped, SourceKind } from "../../import/import-result.ts";
import type { ManifestIssue } from "../../manifest/manifest.ts";

/** Something that the import made. */
export interface Written {
  /** Relative to the current folder where it is below it; `null`: in the database. */
  readonly file: string | null;
  readonly action: "created" | "replaced" | "added to";
  /** The tools, servers or rules. */
  readonly what: readonly string[];
  readonly from: string;
}

/** What became of a source. */
export interface ImportReport {
  readonly written: readonly Written[];
  readonly dropped: readonly Dropped[];
  readonly issues: readonly ManifestIssue[];
  /** Something that was asked for did not happen. */
  readonly failed: boolean;
}

export interface ImportContext {
  /** As it was named. */
  readonly place: string;
  /** Its name, for remarks in files: no path of this machine goes into them. */
  readonly shown: string;
  readonly out: string | null;
  readonly dryRun: boolean;
  readonly force: boolean;
}

export interface FinishedImport extends ImportReport {
  readonly kind: SourceKind;
  readonly dryRun: boolean;
}
