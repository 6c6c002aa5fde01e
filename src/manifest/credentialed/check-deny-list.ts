import { toStartPattern } from "../../params/command-line/find-verbose.ts";
import { compilePattern } from "../../params/pattern.ts";
import { escapeControls } from "../../text/show-text.ts";
import { addError, addWarning } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import type { TomlPath } from "../toml/toml-document.ts";

/** Compiles the patterns of a deny list: one that cannot be used would deny nothing that its author meant. */
export function checkDenyList(
  key: "deny_args" | "deny_verbose",
  patterns: readonly string[] | undefined,
  path: TomlPath,
  log: IssueLog,
): void {
  for (const [index, pattern] of (patterns ?? []).entries()) {
    const place = { path: [...path, key, index], part: "value" } as const;
    const own = compilePattern(pattern);
    const compiled = own.ok && key === "deny_verbose" ? compilePattern(toStartPattern(pattern)) : own;
    if (!compiled.ok) {
      const message = `this pattern of \`${key}\` cannot be used: ${escapeControls(compiled.message)}`;
      addError(log, "bad-pattern", place, message, "Patterns are RE2: no look-around and no back-references.");
    } else if (compiled.matches("")) {
      const message = `this pattern of \`${key}\` fits anything, so every call would be denied`;
      addWarning(log, "denies-everything", place, message, "Write what must not be there.");
    }
  }
}
