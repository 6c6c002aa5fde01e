import { MODES } from "../../policy/policy.ts";
import { parseChoice } from "../arguments/choice.ts";
import { usageError } from "../cli-error.ts";
import type { Cli } from "../cli.ts";
import { examples } from "../command-row.ts";
import type { DefineCommand } from "../command-row.ts";
import { EXIT } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { escapeLine } from "../output/text/escape.ts";

export const defineMode: DefineCommand = (command, act) => {
  command
    .argument("[mode]", `${MODES.join(", ")}; shows the present one when left out`)
    .option("--clear", "go back to what the configuration says")
    .addHelpText("after", examples("mode", "mode plan", "mode --clear"))
    .action(act(runMode));
};

async function runMode(cli: Cli, name: string | undefined, options: { readonly clear?: boolean }): Promise<ExitCode> {
  if (name !== undefined && options.clear === true) throw usageError("give a mode or --clear, not both");
  const wanted = name === undefined ? null : parseChoice(name, MODES, "mode");
  return cli.withRuntime("control", async ({ control }) => {
    if (wanted !== null || options.clear === true) await control.setMode(wanted, await control.owner());
    const now = await control.mode();
    cli.print(now, ({ colors }) => `${colors.bold(now.mode)}  ${colors.dim(`from ${escapeLine(now.source)}`)}\n`);
    return EXIT.ok;
  });
}
