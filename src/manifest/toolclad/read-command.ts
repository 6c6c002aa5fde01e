import type { ArgNode } from "../../model/arg-node.ts";
import type { ParamSpec } from "../../model/param.ts";
import { splitTemplate } from "../../template/split-template.ts";
import { toUsedNames } from "../checks/arg-usage.ts";
import { findCodePlaceholder } from "../checks/check-interpreter.ts";
import { checkProgram } from "../checks/check-program.ts";
import { field } from "../toml/fields.ts";
import type { TableSource } from "../toml/fields.ts";
import { addError, addWarning } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import { readTable } from "../toml/table-reader.ts";
import type { ReadTable } from "../toml/table-reader.ts";
import type { Word } from "./placeholders.ts";
import { readConstants } from "./read-constants.ts";
import { readConditionals } from "./read-conditionals.ts";
import { readMappings } from "./read-mappings.ts";
import { addConditionals, toPlaceholders } from "./to-placeholders.ts";
import { toNodes } from "./to-nodes.ts";

const COMMAND_SHAPE = {
  exec: field.strings(),
  template: field.string(),
  executor: field.string(),
  defaults: field.table(),
  mappings: field.table(),
  conditionals: field.table(),
};
type CommandTable = ReadTable<typeof COMMAND_SHAPE>;

const MAX_WORDS = 1000;

/** What a command runs, with every placeholder resolved as far as the file allows. */
export interface Command {
  readonly binary: string;
  readonly args: readonly ArgNode[];
  readonly constants: Readonly<Record<string, string>>;
}

/** Reads `[command]` of a one-shot tool. */
export function readCommand(
  source: TableSource,
  args: readonly ParamSpec[],
  declared: readonly string[],
  log: IssueLog,
): Command {
  const read = readTable(source, COMMAND_SHAPE, log);
  const constants = readConstants(read.defaults, declared, log);
  const words = readWords(source, read, log);
  const mappings = readMappings(read.mappings, args, read.exec === undefined ? "template" : "exec", log);
  const values = [...declared, ...Object.keys(constants)];
  const simple = toPlaceholders(values, mappings);
  const conditionals = readConditionals(read.conditionals, simple, values, log);
  const placeholders = addConditionals(simple, conditionals, log);
  const [program, ...rest] = words;
  const nodes = rest.flatMap((word) => toNodes(word, placeholders, log));
  if (program !== undefined) checkProgram(program.text, program.place, log);
  checkCode(program, nodes, log);
  // A placeholder in the program's place is an error of its own, not an unused argument as well.
  const first = program === undefined ? [] : toNodes(program, placeholders, { found: [] });
  checkUsed(toUsedNames([...first, ...nodes]), declared, constants, log);
  for (const name of conditionals.keys()) {
    if (placeholders.used.has(`_${name}`) || placeholders.used.has(`_cond_${name}`)) continue;
    const message = `the conditional \`${name}\` is never used`;
    const place = { path: ["command", "conditionals", name], part: "key" } as const;
    addWarning(log, "unused-entry", place, message, `Write {_${name}} where it belongs.`);
  }
  return { binary: program?.text ?? "", args: nodes, constants };
}

function readWords(source: TableSource, read: CommandTable, log: IssueLog): readonly Word[] {
  if (read.executor !== undefined) {
    const message = "`executor` scripts are not run by this version of Toolgate";
    addError(log, "not-supported-here", { path: ["command", "executor"], part: "key" }, message, "Use `exec`.");
    return [];
  }
  if (read.exec !== undefined) return readExec(read.exec, read.template !== undefined, log);
  if (read.template !== undefined) return readTemplate(read.template, log);
  if (!Object.hasOwn(source.table, "exec") && !Object.hasOwn(source.table, "template")) {
    const hint = 'Add a line like `exec = ["whois", "{target}"]`.';
    addError(log, "missing-key", { path: ["command"], part: "key" }, "`exec` is missing in [command]", hint);
  }
  return [];
}

function readExec(exec: readonly string[], hasTemplate: boolean, log: IssueLog): readonly Word[] {
  const path = ["command", "exec"];
  if (hasTemplate) {
    const message = "`template` is ignored because `exec` is there";
    addWarning(log, "ignored-key", { path: ["command", "template"], part: "key" }, message, "Keep one of the two.");
  }
  if (exec.length === 0)
    addError(log, "empty-list", { path, part: "value" }, "`exec` is empty", "Name the program first.");
  return exec.map((text, index) => ({ text, place: { path: [...path, index], part: "value" } }));
}

/** The words are cut before any value is put in, so no value is ever cut. */
function readTemplate(template: string, log: IssueLog): readonly Word[] {
  const place = { path: ["command", "template"], part: "value" } as const;
  const split = splitTemplate(template);
  if (!split.ok) {
    const fragment = template.slice(split.issue.offset);
    addError(log, "bad-template", { ...place, fragment }, split.issue.message, "Close the quote.");
    return [];
  }
  if (split.words.length === 0) addError(log, "bad-program", place, "`template` is empty", "Name the program first.");
  if (split.words.length > MAX_WORDS) {
    addError(
      log,
      "too-many-entries",
      place,
      `\`template\` has more than ${MAX_WORDS} words`,
      "Write a shorter command.",
    );
    return [];
  }
  return split.words.map((text) => ({ text, place: { ...place, fragment: text } }));
}

function checkCode(program: Word | undefined, nodes: readonly ArgNode[], log: IssueLog): void {
  const interpreter = program === undefined ? null : findCodePlaceholder(program.text, nodes);
  if (interpreter === null) return;
  const message = `\`${interpreter}\` would run a caller's value as code`;
  const hint = `Write the code without placeholders and pass values after it: ["-c", 'echo "$1"', "_", "{x}"].`;
  addError(log, "shell-placeholder", { path: ["command"], part: "key" }, message, hint);
}

function checkUsed(
  used: ReadonlySet<string>,
  declared: readonly string[],
  constants: Readonly<Record<string, string>>,
  log: IssueLog,
): void {
  for (const name of declared.filter((known) => !used.has(known))) {
    const message = `the argument \`${name}\` is declared but never used in [command]`;
    const place = { path: ["args", name], part: "key" } as const;
    addError(log, "unused-param", place, message, `Write {${name}} where its value belongs, or delete it.`);
  }
  for (const name of Object.keys(constants).filter((known) => !used.has(known))) {
    const place = { path: ["command", "defaults", name], part: "key" } as const;
    addWarning(log, "unused-entry", place, `the default \`${name}\` is never used`, "Delete it.");
  }
}
