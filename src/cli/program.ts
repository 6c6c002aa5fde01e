import { Command } from "commander";
import { SERVER_INFO } from "../server/mcp/server-info.ts";
import { COMMANDS } from "./command-table.ts";
import { findCommandName } from "./command-words.ts";
import { createAct } from "./create-act.ts";
import { ENVIRONMENT } from "./environment.ts";
import type { ExitCode } from "./exit-codes.ts";

/**
 * The whole command line; `done` is told how the command that ran ended. Only the command that `argv` names is loaded;
 * the others are known by name and summary.
 */
export async function createProgram(argv: readonly string[], done: (code: ExitCode) => void): Promise<Command> {
  const act = createAct(done);
  const program = new Command("toolgate")
    .description("Stands between AI agents and everything they can do.")
    .option("--config <file>", "toolgate.toml to use; else the nearest one upward")
    .option("--json", "print results, and errors, as JSON")
    .option("--no-color", "plain text, also in a terminal")
    .version(SERVER_INFO.version, "-V, --version", "print the version")
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ outputError: () => undefined })
    .helpCommand("help [command...]", "show help for a command")
    .addHelpText("after", `\n${renderEnvironment()}\nA command's own help has examples: toolgate help audit export\n`)
    .exitOverride();
  const named = findCommandName(argv);
  for (const row of COMMANDS) {
    const command = program.command(row.name).description(row.summary).helpGroup(`${row.group}:`).helpCommand(false);
    if (row.name === named) (await row.load())(command, act);
  }
  return program;
}

function renderEnvironment(): string {
  const width = Math.max(...ENVIRONMENT.map(({ name }) => name.length));
  return `Environment:\n${ENVIRONMENT.map(({ name, brief }) => `  ${name.padEnd(width)}  ${brief}\n`).join("")}`;
}
