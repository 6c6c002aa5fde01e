import type { Cli } from "../cli.ts";
import { examples } from "../command-row.ts";
import type { DefineCommand } from "../command-row.ts";
import { EXIT } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";

export const definePause: DefineCommand = (command, act) => {
  command
    .option("--reason <text>", "what callers are told", "paused by an operator")
    .addHelpText("after", examples('pause --reason "looking into something"'))
    .action(act((cli, options: { readonly reason: string }) => setPaused(cli, { reason: options.reason })));
};

export const defineResume: DefineCommand = (command, act) => {
  command.addHelpText("after", examples("resume")).action(act((cli) => setPaused(cli, null)));
};

async function setPaused(cli: Cli, paused: { readonly reason: string } | null): Promise<ExitCode> {
  return cli.withRuntime("control", async ({ control }) => {
    await control.setPaused(paused, await control.owner());
    cli.print({ paused }, () => (paused === null ? "Calls run again.\n" : "Every call is refused from now on.\n"));
    return EXIT.ok;
  });
}
