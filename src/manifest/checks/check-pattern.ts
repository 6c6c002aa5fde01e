import { compilePattern } from "../../params/pattern.ts";
import { isAnchored } from "./anchored.ts";
import { escapeControls } from "../../text/show-text.ts";
import { addError, addWarning } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import type { TomlPath } from "../toml/toml-document.ts";

const MAX_BAD = 10;

/** Compiles a pattern when the definition loads, so that a bad one is never found by a call. */
export function checkPattern(pattern: string, path: TomlPath, log: IssueLog): void {
  // A pattern that is too large is slow to find out about; a file full of them is broken anyway.
  if (log.found.filter(({ code }) => code === "bad-pattern").length >= MAX_BAD) return;
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
