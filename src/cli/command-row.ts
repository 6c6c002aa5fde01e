import type { Command } from "commander";
import type { Cli } from "./cli.ts";
import type { ExitCode } from "./exit-codes.ts";

/** Turns a handler into a command's action: gives it the surroundings, and keeps the exit code that it returns. */
export type Act = <Parts extends readonly unknown[]>(
  handler: (cli: Cli, ...parts: Parts) => Promise<ExitCode>,
) => (...parts: [...Parts, Command]) => Promise<void>;

/** Gives a command its arguments, options, subcommands, examples and actions. */
export type DefineCommand = (command: Command, act: Act) => void;

/** One command: what the overview says, and where the rest is loaded from when it is used. */
export interface CommandRow {
  readonly name: string;
  readonly summary: string;
  readonly group: "Start" | "Call" | "Decide" | "Look" | "Manifests";
  readonly load: () => Promise<DefineCommand>;
}

/** Example lines as they stand at the end of a command's help. */
export function examples(...lines: readonly string[]): string {
  const title = lines.length === 1 ? "Example" : "Examples";
  return `\n${title}:\n${lines.map((line) => `  $ toolgate ${line}\n`).join("")}`;
}

/** Gathers a repeatable option. */
export function collect(value: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), value];
}
