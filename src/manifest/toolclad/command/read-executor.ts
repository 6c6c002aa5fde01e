import type { ArgPart } from "../../../model/arg-node.ts";
import { showText } from "../../../text/show-text.ts";
import { checkProgram } from "../../checks/check-program.ts";
import { findFedCode } from "../../checks/feed/find-fed-code.ts";
import type { TableSource } from "../../toml/fields.ts";
import { addError, addWarning } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import type { Command } from "../read-command.ts";
import { toPlaceholders } from "../to-placeholders.ts";
import { readStdin } from "./read-stdin.ts";

/** What every executor is told besides the arguments, from values that are made for each call. */
const MADE: Readonly<Record<string, string>> = {
  TOOLCLAD_SCAN_ID: "_scan_id",
  TOOLCLAD_OUTPUT_DIR: "_output_dir",
  TOOLCLAD_EVIDENCE_DIR: "_evidence_dir",
  TOOLCLAD_TOOL_NAME: "_tool_name",
};

/**
 * Reads a command that is a script of its own: it gets every argument in a variable `TOOLCLAD_ARG_NAME`, an absent one in
 * none, and nothing on its command line.
 */
export function readExecutor(
  executor: string,
  { table }: TableSource,
  declared: readonly string[],
  log: IssueLog,
): Command {
  const place = { path: ["command", "executor"], part: "value" } as const;
  // A value that is no text was reported already.
  if (typeof table["executor"] === "string") checkProgram(executor, place, log);
  checkAlone(table, log);
  const variables: Record<string, readonly ArgPart[]> = {};
  const owners = new Map<string, string>();
  for (const name of declared) {
    const variable = `TOOLCLAD_ARG_${name.toUpperCase()}`;
    const owner = owners.get(variable);
    if (owner !== undefined) reportCollision(name, owner, variable, log);
    owners.set(variable, name);
    variables[variable] = [{ kind: "param", name }];
  }
  for (const [variable, name] of Object.entries(MADE)) variables[variable] = [{ kind: "param", name }];
  const stdin = typeof table["stdin"] === "string" ? readInput(table["stdin"], declared, executor, log) : null;
  return { binary: executor, args: [], constants: {}, variables, ...(stdin === null ? {} : { stdin }) };
}

function readInput(
  text: string,
  declared: readonly string[],
  executor: string,
  log: IssueLog,
): readonly ArgPart[] | null {
  const stdin = readStdin(text, toPlaceholders(declared, [], []), log);
  if (stdin === null || findFedCode(executor, [], stdin) === null) return stdin;
  const message = "the executor would run what it reads as code, and a caller's value is in it";
  addError(log, "shell-placeholder", { path: ["command", "stdin"], part: "key" }, message, "Name a script.");
  return null;
}

function checkAlone(table: TableSource["table"], log: IssueLog): void {
  for (const key of ["exec", "template"].filter((other) => Object.hasOwn(table, other))) {
    const message = `\`executor\` and \`${key}\` both say what runs`;
    const hint = "Keep one of the two: implementations of the format differ in which one counts.";
    addError(log, "several-commands", { path: ["command", key], part: "key" }, message, hint);
  }
  for (const key of ["defaults", "mappings", "conditionals"].filter((other) => Object.hasOwn(table, other))) {
    const message = `\`${key}\` has no effect: an executor has no arguments to put it into`;
    addWarning(log, "ignored-key", { path: ["command", key], part: "key" }, message, "Delete it.");
  }
}

function reportCollision(name: string, owner: string, variable: string, log: IssueLog): void {
  const message = `the arguments \`${showText(owner)}\` and \`${showText(name)}\` would both be ${variable}`;
  const place = { path: ["args", name], part: "key" } as const;
  addError(log, "duplicate-name", place, message, "Names of variables are in capitals; rename one of the two.");
}
