import type { Command } from "commander";
import type { Outcome } from "../../model/outcome.ts";
import type { Tool } from "../../model/tool.ts";
import { addCallOptions, describeCall } from "../arguments/call-options.ts";
import type { CallIdentityOptions } from "../arguments/call-options.ts";
import { parseDuration } from "../arguments/duration.ts";
import type { Cli } from "../cli.ts";
import { examples } from "../command-row.ts";
import type { DefineCommand } from "../command-row.ts";
import { toExitCode } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { createCallView } from "../live/call-view.ts";
import { renderContent, renderEnd } from "../output/outcome.ts";
import { warnUntrusted } from "../output/untrusted.ts";

export interface CallOptions extends CallIdentityOptions {
  readonly timeout?: string;
  /** `false` with `--no-wait`. */
  readonly wait: boolean;
}

export const defineCall: DefineCommand = (command, act) => {
  addRunOptions(command.argument("<name>", "the tool"))
    .addHelpText(
      "after",
      examples("call repo.log --arg limit=5", `call notes.append --args '{"text": "hello"}' --json`),
    )
    .action(act(runCall));
};

/** The options of every command that runs a call. */
export function addRunOptions(command: Command): Command {
  return addCallOptions(command)
    .option("--timeout <duration>", "end it after this long, such as 30s; can only shorten the tool's own limit")
    .option("--no-wait", "do not wait for a human: end with exit code 4 when one has to answer");
}

/** Calls the tool, shows what happens, prints what it gave. */
export async function runCall(cli: Cli, target: string | Tool, options: CallOptions): Promise<ExitCode> {
  const timeoutMs = options.timeout === undefined ? undefined : parseDuration(options.timeout, "--timeout");
  const describe = await describeCall(target, options, cli);
  return cli.withRuntime("all", async (runtime) => {
    warnUntrusted(runtime.config.trust, cli);
    const quit = new AbortController();
    const signal = AbortSignal.any([cli.interruptible(), quit.signal]);
    const described = await describe(runtime);
    const view = createCallView(cli, runtime, String(described.tool), () => quit.abort());
    const { onEvent } = view;
    const outcome = await runtime.call({ ...described, timeoutMs, hold: options.wait, signal, onEvent });
    await view.close();
    printOutcome(outcome, cli, view.hasShownOutput);
    return toExitCode(outcome.status);
  });
}

function printOutcome(outcome: Outcome, cli: Cli, hasShownOutput: boolean): void {
  const ran = outcome.evidence !== null;
  // In a terminal the output was on the screen while the program ran; twice would only confuse.
  const isSeen = cli.out.isTerminal && hasShownOutput;
  cli.print(outcome, (screen) => (ran && !isSeen ? renderContent(outcome, screen) : ""));
  if (cli.json) return;
  // Where nobody looks, a good end needs no words.
  if (cli.err.isTerminal || outcome.status !== "success") cli.err.write(renderEnd(outcome, cli.err));
  if (outcome.approval !== null) {
    cli.note(`  toolgate approvals approve ${outcome.approval.id}`);
    cli.note(`  then call again the same way, until ${outcome.approval.expiresAt}`);
  }
}
