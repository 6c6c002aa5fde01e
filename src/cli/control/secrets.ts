import type { Command } from "commander";
import { usageError } from "../cli-error.ts";
import { collect, examples } from "../command-row.ts";
import type { DefineCommand } from "../command-row.ts";
import { bindSecret, removeSecret, rotateKey, setSecret, unbindSecret } from "./secrets/change-secrets.ts";
import { checkSecret, listSecrets } from "./secrets/show-secrets.ts";

export const defineSecrets: DefineCommand = (command, act) => {
  command.addHelpText(
    "after",
    examples("secrets set github --tool github.issues --host api.github.com", "secrets list", "secrets rotate"),
  );
  command
    .command("list")
    .description("every secret that is kept or bound here, what it is bound to and who has it; never its value")
    .addHelpText("after", examples("secrets list"))
    .action(act(listSecrets));
  addTarget(command.command("set <name>"))
    .description("keep a value, sealed; it is asked for, or read from standard input, and what it is bound to stays")
    .option("--from-file <file>", "take the value from a file; the line end of a single line is left out")
    .addHelpText("after", examples(...SET_EXAMPLES))
    .allowExcessArguments()
    .hook("preAction", refuseValue)
    .action(act(setSecret));
  addTarget(command.command("bind <name>"))
    .description("release a secret to a tool: to its program, or with --host to that host alone")
    .addHelpText("after", examples("secrets bind github --tool github.issues --host api.github.com"))
    .action(act(bindSecret));
  addTarget(command.command("unbind <name>"))
    .description("take that back, for the next call of any process; without --host, for the tool altogether")
    .addHelpText("after", examples("secrets unbind github --tool github.issues"))
    .action(act(unbindSecret));
  command
    .command("remove <name>")
    .description("forget a value and what it was bound to")
    .option("--workspace", WORKSPACE)
    .addHelpText("after", examples("secrets remove github"))
    .action(act(removeSecret));
  command
    .command("check <name>")
    .description("say whether a tool would get a secret, and from where, without showing it")
    .requiredOption("--tool <name>", "the tool")
    .option("--host <host>", "where it would send it (default: the host that its author wrote, or its program)")
    .addHelpText("after", examples("secrets check github --tool github.issues --host api.github.com"))
    .action(act(checkSecret));
  command
    .command("rotate")
    .description("make a new key and seal everything with it; TOOLGATE_SECRETS_KEY is a new key that you give")
    .addHelpText("after", examples("secrets rotate"))
    .action(act(rotateKey));
};

const WORKSPACE = "in this workspace alone (default: in every one)";

const SET_EXAMPLES = [
  "secrets set github --tool github.issues --host api.github.com",
  "secrets set deploy_key --from-file id_ed25519 --tool deploy",
  "secrets set github --workspace < token.txt",
];

/** Where one is given all the same, the message must not repeat it. */
function refuseValue(_command: Command, { args }: Command): void {
  if (args.length <= 1) return;
  const message = "the value of a secret is not given on the command line, which other processes can read";
  throw usageError(
    message,
    "pipe it in, type it when asked, or use --from-file; the one you gave is in the history of your shell",
  );
}

/** What a secret is for. */
function addTarget(command: Command): Command {
  return command
    .option("--tool <name>", "a tool that gets it, or a pattern; `project:NAME` means one layer; repeatable", collect)
    .option("--host <host>", "where the tools may send it, such as api.example.com; repeatable", collect)
    .option("--workspace", WORKSPACE);
}
