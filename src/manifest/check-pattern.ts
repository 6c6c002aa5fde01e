import { compilePattern } from "../params/pattern.ts";
import { isAnchored } from "./anchored.ts";
import { escapeControls } from "./show-text.ts";
import { addError, addWarning } from "./toml/issue-log.ts";
import type { IssueLog } from "./toml/issue-log.ts";
import type { TomlPath } from "./toml/toml-document.ts";

/** Compiles a pattern when the definition loads, so that a bad one is never found by a call. */
export function checkPattern(pattern: string, path: TomlPath, log: IssueLog): void {
  const place = { path, part: "value" } as const;
  const compiled = compilePattern(pattern);
  if (!compiled.ok) {
    const message = `\`pattern\` cannot be used: ${escapeControls(compiled.message)}`;
    addError(log, "bad-pattern", place, message, "Patterns are RE2: no look-around and no back-references.");
  } else if (!isAnchored(pattern)) {
    const message = "`pattern` is searched for anywhere in the value, so text before and after the match is accepted";
    addWarning(log, "unanchored-pattern", place, message, "Write it as `^…$` to match the whole value.");
  }
}
