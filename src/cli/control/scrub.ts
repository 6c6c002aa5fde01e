import type { Command } from "commander";
import { usageError } from "../cli-error.ts";
import { examples } from "../command-row.ts";
import type { DefineCommand } from "../command-row.ts";
import { filterInput } from "./scrub/filter-input.ts";
import { addValue, listValues, removeValue } from "./scrub/registered-values.ts";

export const defineScrub: DefineCommand = (command, act) => {
  command
    .addHelpText(
      "after",
      examples("scrub < app.log > shown.log", "scrub --json < app.log > shown.log", "scrub add", "scrub list"),
    )
    .action(act(filterInput));
  command
    .command("list")
    .description("what is registered: ids, lengths and notes, never the values")
    .addHelpText("after", examples("scrub list"))
    .action(act(listValues));
  command
    .command("add")
    .description("register a value that is taken out of everything; it is asked for, or read from standard input")
    .option("--from-file <file>", "take the value from a file; the line end of a single line is left out")
    .option("--note <text>", "what it is, for people; not the value")
    .addHelpText("after", examples("scrub add --note 'staging database'", "scrub add --from-file token.txt"))
    .allowExcessArguments()
    .hook("preAction", refuseValue)
    .action(act(addValue));
  command
    .command("remove <id>")
    .description("forget a value; the beginning of its id is enough")
    .addHelpText("after", examples("scrub remove 76de5ec9"))
    .action(act(removeValue));
};

/** Where one is given all the same, the message must not repeat it. */
function refuseValue(_command: Command, { args }: Command): void {
  if (args.length === 0) return;
  throw usageError(
    "a value is not given on the command line, which other processes can read",
    "pipe it in, type it when asked, or use --from-file; the one you gave is in the history of your shell",
  );
}
