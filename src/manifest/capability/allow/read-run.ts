import type { ArgPart } from "../../../model/arg-node.ts";
import type { CapabilityCommand } from "../../../model/backend.ts";
import { parseDollarTemplate } from "../../../template/parse-dollar-template.ts";
import { findCodePlaceholder } from "../../checks/code/check-interpreter.ts";
import { checkProgram } from "../../checks/check-program.ts";
import { reportType } from "../../toml/fields.ts";
import { addError } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import type { TomlPath, TomlValue } from "../../toml/toml-document.ts";
import { readShellLine } from "../shell/read-shell-line.ts";

type Run = Pick<CapabilityCommand, "run" | "params">;
type Args = readonly (readonly ArgPart[])[];

/** Reads `run`: text is a shell line, a list is a program with its arguments. `null` after an error. */
export function readRun(value: TomlValue, path: TomlPath, log: IssueLog): Run | null {
  if (typeof value === "string") {
    const run = readShellLine(value, { path, part: "value" }, log);
    return run === null ? null : { run, params: run.params };
  }
  if (!Array.isArray(value)) {
    reportType("a string or a list of strings", value, path, log);
    return null;
  }
  const args = readArgs(value as readonly TomlValue[], path, log);
  if (args === null || !checkArgs(args, path, log)) return null;
  const names = args.flat().flatMap((part) => (part.kind === "param" ? [part.name] : []));
  return { run: { kind: "argv", args }, params: [...new Set(names)] };
}

function readArgs(entries: readonly TomlValue[], path: TomlPath, log: IssueLog): Args | null {
  if (entries.length === 0) {
    addError(log, "empty-command", { path, part: "value" }, "`run` is an empty list", "Name a program.");
    return null;
  }
  const args = entries.map((entry, index) => readArg(entry, [...path, index], log));
  return args.every((arg) => arg !== null) ? args : null;
}

function readArg(entry: TomlValue, path: TomlPath, log: IssueLog): readonly ArgPart[] | null {
  if (typeof entry !== "string") {
    reportType("a string", entry, path, log);
    return null;
  }
  if (entry.includes("\u0000")) {
    addError(log, "control-character", { path, part: "value" }, "an argument holds a NUL character", "Delete it.");
    return null;
  }
  const parsed = parseDollarTemplate(entry);
  if (parsed.ok) return parsed.parts;
  addError(log, "bad-placeholder", { path, part: "value" }, parsed.issue.message, "Write `${name}`.");
  return null;
}

function checkArgs([program, ...args]: Args, path: TomlPath, log: IssueLog): boolean {
  const place = { path: [...path, 0], part: "value" } as const;
  if (program?.some(({ kind }) => kind === "param") !== false) {
    addError(log, "placeholder-program", place, "a placeholder would choose the program", "Write what runs yourself.");
    return false;
  }
  const name = program.map((part) => (part.kind === "text" ? part.text : "")).join("");
  if (!checkProgram(name, place, log)) return false;
  const runner = findCodePlaceholder(
    name,
    args.map((parts) => ({ kind: "arg", parts })),
  );
  if (runner === null) return true;
  const hint = "Write code without placeholders, and pass values behind it.";
  addError(log, "code-placeholder", { path, part: "value" }, `\`${runner}\` would run a value as code`, hint);
  return false;
}
