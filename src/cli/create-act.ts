import type { Command } from "commander";
import type { Act } from "./command-row.ts";
import { createCli } from "./create-cli.ts";
import type { GlobalOptions } from "./create-cli.ts";
import type { ExitCode } from "./exit-codes.ts";

/** @param done is told the exit code of the command that ran */
export function createAct(done: (code: ExitCode) => void): Act {
  return <Parts extends readonly unknown[]>(handler: Parameters<typeof createAction<Parts>>[0]) =>
    createAction(handler, done);
}

function createAction<Parts extends readonly unknown[]>(
  handler: (cli: ReturnType<typeof createCli>, ...parts: Parts) => Promise<ExitCode>,
  done: (code: ExitCode) => void,
): (...given: [...Parts, Command]) => Promise<void> {
  return async (...given) => {
    // The library hands over the command itself last; the compiler cannot follow that the rest is `Parts`.
    const command = given.at(-1) as Command;
    const parts = given.slice(0, -1) as unknown as Parts;
    done(await handler(createCli(command.optsWithGlobals<GlobalOptions>()), ...parts));
  };
}
