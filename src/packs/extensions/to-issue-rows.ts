import type { ManifestIssue } from "../../manifest/manifest.ts";
import type { JsonObject } from "../../model/json.ts";
import { showPlace } from "./group-by-file.ts";

/** What is wrong with files: what keeps tools from loading, and what their authors should know. */
export function toIssueRows(issues: readonly ManifestIssue[], workspace: string): JsonObject {
  const toSource = ({ file, line, column }: ManifestIssue): string => `${showPlace(file, workspace)}:${line}:${column}`;
  return {
    errors: issues
      .filter(({ severity }) => severity === "error")
      .map((issue) => ({ source: toSource(issue), code: issue.code, error: issue.message })),
    warnings: issues
      .filter(({ severity }) => severity === "warning")
      .map((issue) => ({ source: toSource(issue), code: issue.code, warning: issue.message })),
  };
}
