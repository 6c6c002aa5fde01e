import { examples } from "../command-row.ts";
import type { DefineCommand } from "../command-row.ts";
import { answerPins } from "./pin/answer-pins.ts";
import { showPins } from "./pin/show-pins.ts";

interface YesOption {
  readonly yes?: boolean;
}

export const definePin: DefineCommand = (command, act) => {
  command.addHelpText(
    "after",
    examples("pin list", "pin diff github", "pin accept github", "pin refuse github drop_all"),
  );
  command
    .command("list")
    .description("every upstream server, how many of its tools were accepted, and what waits for you")
    .addHelpText("after", examples("pin list", "pin list --json"))
    .action(act((cli) => showPins(cli, null, [])));
  command
    .command("diff <server> [tools...]")
    .description("what the server offers now beside what was accepted, and what in it deserves a second look")
    .addHelpText("after", examples("pin diff github", "pin diff github create_issue"))
    .action(act(showPins));
  command
    .command("accept <server> [tools...]")
    .description("let what the server offers now be used; shows it and asks first")
    .option("--yes", "accept without being asked, having read what `pin diff` shows")
    .addHelpText("after", examples("pin accept github", "pin accept github create_issue --yes"))
    .action(
      act((cli, server: string, tools: readonly string[], { yes }: YesOption) =>
        answerPins(cli, { server, tools, verdict: "accept", yes }),
      ),
    );
  command
    .command("refuse <server> [tools...]")
    .description("keep what the server offers now from being used, and do not ask about it again")
    .option("--yes", "refuse without being asked")
    .addHelpText("after", examples("pin refuse github drop_all"))
    .action(
      act((cli, server: string, tools: readonly string[], { yes }: YesOption) =>
        answerPins(cli, { server, tools, verdict: "refuse", yes }),
      ),
    );
};
