import type { AnswerPins } from "../../../control/pins/pin-control.ts";
import type { DescribedPin } from "../../../mcp-bridge/pins/describe-pins.ts";
import type { Cli } from "../../cli.ts";
import { CliError } from "../../cli-error.ts";
import { EXIT } from "../../exit-codes.ts";
import type { ExitCode } from "../../exit-codes.ts";
import { escapeLine } from "../../output/text/escape.ts";
import { renderPin } from "./render-pin.ts";
import { expectSeen, listWaiting } from "./show-pins.ts";

interface AnswerOptions extends Pick<AnswerPins, "server" | "verdict"> {
  readonly tools: readonly string[];
  readonly yes?: boolean | undefined;
}

const DONE = { accept: "accepted", refuse: "refused" } as const;

/** Answers for exactly what was shown: what the server changes meanwhile stays unanswered. */
export async function answerPins(cli: Cli, { server, tools, verdict, yes }: AnswerOptions): Promise<ExitCode> {
  return cli.withRuntime("control", async ({ control }) => {
    const waiting = listWaiting(expectSeen(await control.pins.list(), server), tools);
    if (waiting.length === 0) {
      cli.print({ server, tools: [] }, () => "Nothing waits: the server offers what was accepted.\n");
      return EXIT.ok;
    }
    if (yes !== true && !(await confirm(cli, verdict, waiting))) {
      cli.note(`Nothing was changed. \`toolgate pin ${verdict} ${server} --yes\` answers without a question.`);
      return EXIT.refused;
    }
    const seen = Object.fromEntries(waiting.map(({ tool, offeredHash }) => [tool, offeredHash]));
    const answered = await control.pins.answer({ server, verdict, seen }, await control.owner());
    if (!answered.ok) throw new CliError("UNKNOWN_SERVER", answered.message, { hint: answered.hint });
    cli.print({ server, verdict, tools: answered.tools, changedSince: answered.changedSince }, ({ colors }) => {
      const names = answered.tools.map((tool) => (tool === "" ? "the server itself" : escapeLine(tool)));
      return `${colors.green("✓")} ${DONE[verdict]}: ${names.join(", ")}; it holds for the next call\n`;
    });
    if (answered.changedSince.length === 0) return EXIT.ok;
    cli.note(`Changed once more while you looked: ${answered.changedSince.map(escapeLine).join(", ")}. Look again.`);
    return EXIT.failed;
  });
}

async function confirm(cli: Cli, verdict: AnswerPins["verdict"], waiting: readonly DescribedPin[]): Promise<boolean> {
  if (!cli.isInteractive || cli.json) return false;
  cli.err.write(waiting.map((pin) => renderPin(pin, cli.err)).join("\n"));
  const prompts = await import("@clack/prompts");
  const answer = await prompts.confirm({
    message: verdict === "accept" ? "Let this be used from now on?" : "Keep this from being used?",
    initialValue: false,
    input: cli.input,
    output: process.stderr,
  });
  return answer === true;
}
