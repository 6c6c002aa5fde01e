import { parseEnv } from "node:util";
import type { Command } from "commander";
import { readText } from "../manifest-file.ts";
import type { Cli } from "../cli.ts";
import { usageError } from "../cli-error.ts";
import { collect } from "../command-row.ts";

export interface EnvironmentOptions {
  readonly env?: readonly string[];
  readonly envFrom?: string;
}

/** The options for values that are kept sealed with a tool. */
export function addEnvironmentOptions(command: Command): Command {
  return command
    .option("--env <name>", "keep the value that this variable has now; NAME=VALUE gives it here; repeatable", collect)
    .option("--env-from <file>", "keep the values of a file of NAME=VALUE lines; an empty one takes all away");
}

/**
 * The values to keep, `null` when nothing was said. None of them is ever printed.
 * @throws CliError for a variable that is not set or given twice, or a line of the file that is no variable
 */
export async function readEnvironmentValues(
  options: EnvironmentOptions,
  cli: Pick<Cli, "env" | "note">,
): Promise<Readonly<Record<string, string>> | null> {
  const { env: given = [], envFrom } = options;
  if (given.length === 0 && envFrom === undefined) return null;
  const values = new Map<string, string>();
  const add = (name: string, value: string): void => {
    if (values.has(name)) throw usageError(`\`${name}\` is given twice`, "give each variable once");
    values.set(name, value);
  };
  const fromFile = envFrom === undefined ? {} : readLines(await readText(envFrom), envFrom);
  for (const [name, value] of Object.entries(fromFile)) add(name, value ?? "");
  for (const text of given) add(...readPair(text, cli.env));
  if (given.some((text) => text.includes("="))) {
    cli.note("Shells keep a history of command lines: --env NAME and --env-from keep values out of it.");
  }
  return Object.fromEntries(values);
}

/** A line without `=` would be passed over, and a file of such lines taken for an empty one, which takes all away. */
function readLines(text: string, file: string): NodeJS.Dict<string> {
  // A quoted value may go over several lines; all of them count as its first.
  const lines = text
    .replace(/=[ \t]*(["'`])[^]*?\1/g, (value) => "=" + "\n".repeat(value.split("\n").length - 1))
    .split("\n");
  const bad = lines.findIndex((line) => !/^\s*(#|$|[^\s=#][^=]*=)/.test(line));
  if (bad >= 0)
    throw usageError(`line ${bad + 1} of ${file} is not NAME=VALUE`, "write one variable a line; `#` begins a comment");
  return parseEnv(text);
}

function readPair(text: string, env: NodeJS.ProcessEnv): [name: string, value: string] {
  const at = text.indexOf("=");
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  if (at === 0) throw usageError("--env takes NAME or NAME=VALUE, and this has no name", "for example --env API_KEY");
  const value = env[text];
  if (value !== undefined) return [text, value];
  throw usageError(`the variable \`${text}\` is not set here`, "set it, or give the value with --env-from");
}
