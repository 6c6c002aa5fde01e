import type { ArgNode, ArgPart } from "../../model/arg-node.ts";
import type { ParamSpec } from "../../model/param.ts";
import { toUsedNames } from "../checks/arg-usage.ts";
import { findCodePlaceholder } from "../checks/code/check-interpreter.ts";
import { checkProgram } from "../checks/check-program.ts";
import { findFedCode } from "../checks/feed/find-fed-code.ts";
import { readSecretEnvironment } from "../checks/secrets/read-secret-environment.ts";
import { field } from "../toml/fields.ts";
import type { Field, TableSource } from "../toml/fields.ts";
import { addError } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import { readTable } from "../toml/table-reader.ts";
import type { ReadTable } from "../toml/table-reader.ts";
import { checkSecrets } from "./command/check-secrets.ts";
import { checkUsed } from "./command/check-used.ts";
import { dropWhenEmpty } from "./command/drop-when-empty.ts";
import { readExecutor } from "./command/read-executor.ts";
import { readStdin } from "./command/read-stdin.ts";
import { readWords } from "./command/read-words.ts";
import type { Placeholders, Word } from "./placeholders.ts";
import { readConstants } from "./read-constants.ts";
import { readConditionals } from "./read-conditionals.ts";
import { readMappings } from "./read-mappings.ts";
import { addConditionals, toPlaceholders } from "./to-placeholders.ts";
import { toNodes } from "./to-nodes.ts";

/** The keys of `[command]`. Toolgate's own additions to the format: `stdin`, and `secrets` for variables of the program. */
export const COMMAND_SHAPE: {
  readonly exec: Field<readonly string[]>;
  readonly template: Field<string>;
  readonly executor: Field<string>;
  readonly stdin: Field<string>;
  readonly secrets: Field<TableSource>;
  readonly defaults: Field<TableSource>;
  readonly mappings: Field<TableSource>;
  readonly conditionals: Field<TableSource>;
} = {
  exec: field.strings(),
  template: field.string(),
  executor: field.string(),
  stdin: field.string(),
  secrets: field.table(),
  defaults: field.table(),
  mappings: field.table(),
  conditionals: field.table(),
};

/** What a command runs, with every placeholder resolved as far as the file allows. */
export interface Command {
  readonly binary: string;
  readonly args: readonly ArgNode[];
  readonly constants: Readonly<Record<string, string>>;
  /** Of an `executor` only: the environment variables that it gets the values in. */
  readonly variables?: Readonly<Record<string, readonly ArgPart[]>> | undefined;
  readonly stdin?: readonly ArgPart[] | undefined;
  readonly secretEnvironment?: Readonly<Record<string, string>> | undefined;
}

/** Reads `[command]` of a one-shot tool. `declared` are all arguments of the file, also those that cannot be used. */
export function readCommand(
  source: TableSource,
  args: readonly ParamSpec[],
  declared: readonly string[],
  log: IssueLog,
  { environment }: { readonly environment: readonly string[] },
): Command {
  const read = readTable(source, COMMAND_SHAPE, log);
  checkSecrets(source, log);
  const command = Object.hasOwn(source.table, "executor")
    ? readExecutor(read.executor ?? "", source, declared, log)
    : readWritten(source, read, args, declared, log);
  const taken = [...environment, ...Object.keys(command.variables ?? {})];
  const secretEnvironment = readSecretEnvironment(read.secrets, taken, log);
  return { ...command, ...(secretEnvironment === undefined ? {} : { secretEnvironment }) };
}

function readWritten(
  source: TableSource,
  read: ReadTable<typeof COMMAND_SHAPE>,
  args: readonly ParamSpec[],
  declared: readonly string[],
  log: IssueLog,
): Command {
  const form = read.exec === undefined ? "template" : "exec";
  const constants = readConstants(read.defaults, declared, log);
  const words = readWords(source, read, log);
  const mappings = readMappings(read.mappings, args, form, log);
  const values = [...declared, ...Object.keys(constants)];
  const simple = toPlaceholders(values, mappings, Object.keys(read.conditionals?.table ?? {}));
  const conditionals = readConditionals(read.conditionals, simple, values, log);
  const placeholders = addConditionals(simple, conditionals, log);
  const [program, ...rest] = words;
  const nodes = rest.flatMap((word) => toNodes(word, placeholders, log));
  const stdin = read.stdin === undefined ? null : readStdin(read.stdin, placeholders, log);
  if (program !== undefined) checkProgram(program.text, program.place, log);
  checkCode(program, nodes, stdin ?? [], log);
  // Without words to look at, what is wrong with them was said.
  if (program !== undefined && (read.stdin === undefined || stdin !== null)) {
    const all: readonly ArgNode[] = [...nodes, { kind: "arg", parts: stdin ?? [] }];
    const names = toAllNames(program, all, placeholders);
    checkUsed({ names, placeholders, declared, constants, conditionals }, log);
  }
  const kept = form === "template" ? dropWhenEmpty(nodes, args, constants) : nodes;
  return { binary: program?.text ?? "", args: kept, constants, ...(stdin === null ? {} : { stdin }) };
}

/** A placeholder in the program's place is an error of its own, not an unused argument as well. */
function toAllNames(
  program: Word | undefined,
  nodes: readonly ArgNode[],
  placeholders: Placeholders,
): ReadonlySet<string> {
  const first = program === undefined ? [] : toNodes(program, placeholders, { found: [] });
  return toUsedNames([...first, ...nodes]);
}

function checkCode(
  program: Word | undefined,
  nodes: readonly ArgNode[],
  stdin: readonly ArgPart[],
  log: IssueLog,
): void {
  const interpreter = program === undefined ? null : findCodePlaceholder(program.text, nodes);
  if (interpreter !== null) {
    const message = `\`${interpreter}\` would run a caller's value as code`;
    const hint = `Write the code without placeholders and pass values after it: ["-c", 'echo "$1"', "_", "{x}"].`;
    addError(log, "shell-placeholder", { path: ["command"], part: "key" }, message, hint);
  }
  const reader = program === undefined ? null : findFedCode(program.text, nodes, stdin);
  if (reader === null) return;
  const message = `\`${reader}\` would run what it reads as code, and a caller's value is in it`;
  const hint = "Name a script in the command, which then reads the value.";
  addError(log, "shell-placeholder", { path: ["command", "stdin"], part: "key" }, message, hint);
}
