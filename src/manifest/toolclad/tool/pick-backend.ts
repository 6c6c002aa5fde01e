import { addError, addWarning } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import type { TomlTable } from "../../toml/toml-document.ts";
import type { ToolHeader } from "./tool-header.ts";

const BACKENDS = ["command", "http", "mcp", "session", "browser"] as const;
export type BackendName = (typeof BACKENDS)[number] | "callback";

/** Which table says what runs: exactly one, or none when a handler of the program is called. `null`: none is there. */
export function pickBackend(root: TomlTable, header: ToolHeader, log: IssueLog): BackendName | null {
  const present = BACKENDS.filter((name) => Object.hasOwn(root, name));
  const [first, ...others] = present;
  for (const name of others) {
    const message = `a tool has one back end, but both [${first ?? ""}] and [${name}] are there`;
    addError(log, "several-backends", { path: [name], part: "key" }, message, "Make two files of it.");
  }
  const picked = header.dispatch === "callback" ? "callback" : (first ?? null);
  if (picked === "callback") warnIgnored(present, log);
  if (picked === null) {
    const message = "the table [command] is missing, and so is every other back end";
    const hint =
      'Add [command] with a line like `exec = ["whois", "{target}"]`, or [http], [mcp], [session] or [browser].';
    addError(log, "missing-key", { path: [], part: "key" }, message, hint);
  } else checkMode(picked, header, log);
  return picked;
}

function warnIgnored(present: readonly string[], log: IssueLog): void {
  for (const name of present) {
    const message = `[${name}] is not used: with \`dispatch = "callback"\` the embedding program runs the tool`;
    addWarning(log, "ignored-key", { path: [name], part: "key" }, message, "Delete one of the two.");
  }
}

function checkMode(picked: BackendName, { mode }: ToolHeader, log: IssueLog): void {
  const expected = picked === "session" || picked === "browser" ? picked : "oneshot";
  if (mode === null || mode === expected) return;
  const there = picked === "callback" ? '`dispatch = "callback"`' : `[${picked}]`;
  const message = `\`mode\` is "${mode}", but ${there} makes the tool "${expected}"`;
  const hint = "Delete `mode`: the table says it.";
  addError(log, "mode-mismatch", { path: ["tool", "mode"], part: "value" }, message, hint);
}
