import type { ManifestIssue } from "../manifest.ts";
import type { Place, TomlDocument } from "./toml-document.ts";

/** More than this helps nobody, and bounds what a hostile file can make us say. */
const MAX_ISSUES = 100;

/** What checks found, by place; places become positions only at the end, and only when there is anything to say. */
export interface IssueLog {
  readonly found: Found[];
}

interface Found {
  readonly severity: ManifestIssue["severity"];
  readonly code: string;
  readonly place: Place;
  readonly message: string;
  readonly hint: string | null;
}

/** Whether so much was found that looking for more is wasted work; repeated checks then stop. */
export function isFull(log: IssueLog): boolean {
  return log.found.length > 2 * MAX_ISSUES;
}

/** Reports what keeps a definition from being used. */
export function addError(log: IssueLog, code: string, place: Place, message: string, hint: string | null = null): void {
  log.found.push({ severity: "error", code, place, message, hint });
}

/** Reports what the author should know although the definition works. */
export function addWarning(
  log: IssueLog,
  code: string,
  place: Place,
  message: string,
  hint: string | null = null,
): void {
  log.found.push({ severity: "warning", code, place, message, hint });
}

/** Everything found, in the order of the file. Beyond 100, the last one says how many were left out. */
export function toIssues(log: IssueLog, document: Pick<TomlDocument, "file" | "locate">): readonly ManifestIssue[] {
  if (log.found.length === 0) return [];
  const ordered = log.found.toSorted((left, right) => rank(left) - rank(right));
  const issues = ordered.slice(0, MAX_ISSUES).map(({ severity, code, place, message, hint }): ManifestIssue => {
    return { severity, code, message, file: document.file, ...document.locate(place), hint };
  });
  const left = ordered.length - issues.length;
  issues.sort((one, other) => one.line - other.line || one.column - other.column);
  const last = issues.at(-1);
  if (left > 0 && last !== undefined) {
    issues.push({ ...last, severity: "warning", code: "more-issues", message: `and ${left} more`, hint: null });
  }
  return issues;
}

/** Errors first, so that a cut never leaves only warnings. */
function rank(found: Found): number {
  return found.severity === "error" ? 0 : 1;
}
