import { RE2JS } from "re2js";
import { compilePattern } from "../../../params/pattern.ts";
import { escapeControls } from "../../../text/show-text.ts";
import { isAnchored } from "../../checks/anchored.ts";
import { addError } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import type { TomlPath } from "../../toml/toml-document.ts";

/** Compiles a pattern when the manifest loads; reports, and tells, whether it can be used. */
export function checkSessionPattern(pattern: string, path: TomlPath, log: IssueLog): boolean {
  const compiled = compilePattern(pattern);
  if (compiled.ok) return true;
  const message = `the pattern cannot be used: ${escapeControls(compiled.message)}`;
  const hint = "Patterns are RE2: no look-around and no back-references.";
  addError(log, "bad-pattern", { path, part: "value" }, message, hint);
  return false;
}

/**
 * Checks the pattern of a line that is typed into a program. The pattern is all that stands between a caller and the
 * program, so it must cover the whole line: text before or after a match would be typed too.
 */
export function checkLinePattern(pattern: string, path: TomlPath, log: IssueLog): boolean {
  if (!checkSessionPattern(pattern, path, log)) return false;
  const place = { path, part: "value" } as const;
  const multiline = /\(\?[a-zA-Z]*m[a-zA-Z-]*[:)]/.exec(pattern)?.[0];
  if (multiline !== undefined) {
    const message = "with the flag `m` the pattern may match one line of several, and the others would be typed too";
    addError(log, "unanchored-pattern", { ...place, fragment: multiline }, message, "Remove the flag.");
    return false;
  }
  if (isAnchored(pattern)) return true;
  const message = "the pattern is searched for anywhere, so a caller could type anything before or after the match";
  const hint = "Write `^…$` around the whole pattern, and `^(?:a|b)$` around alternatives.";
  addError(log, "unanchored-pattern", place, message, hint);
  return false;
}

/** The named groups of a pattern that compiles. */
export function toGroupNames(pattern: string): readonly string[] {
  return Object.keys(RE2JS.compile(pattern).namedGroups());
}
