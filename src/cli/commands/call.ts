import type { Command } from "commander";
import type { Outcome } from "../../model/outcome.ts";
import type { Tool } from "../../model/tool.ts";
import type { CallRequest } from "../../server/local/forward/call-wire.ts";
import { addCallOptions, describeCall } from "../arguments/call-options.ts";
import type { CallIdentityOptions } from "../arguments/call-options.ts";
import { parseDuration } from "../arguments/duration.ts";
import { readCallRequest } from "../arguments/read-call-request.ts";
import type { Cli } from "../cli.ts";
import { examples } from "../command-row.ts";
import type { DefineCommand } from "../command-row.ts";
import { toExitCode } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { watchCall } from "../live/watch-call.ts";
import { renderContent, renderEnd } from "../output/outcome.ts";
import { escapeLine } from "../output/text/escape.ts";
import { warnUntrusted } from "../output/untrusted.ts";

export interface CallOptions extends CallIdentityOptions {
  readonly timeout?: string;
  /** `false` with `--no-wait`. */
  readonly wait: boolean;
  readonly standalone?: boolean;
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
    .option("--no-wait", "do not wait for a human: end with exit code 4 when one has to answer")
    .option("--standalone", "call from this process, even where a gateway of this workspace runs");
}

/** Calls the tool, shows what happens, prints what it gave: made by the gateway that runs here, else in this process. */
export async function runCall(cli: Cli, target: string | Tool, options: CallOptions): Promise<ExitCode> {
  const timeoutMs = options.timeout === undefined ? null : parseDuration(options.timeout, "--timeout");
  const request = await readCallRequest(target, options, cli, { timeoutMs, hold: options.wait });
  if (options.standalone !== true) {
    const exitCode = await callGateway(cli, request, options.agent);
    if (exitCode !== null) return exitCode;
  }
  return cli.withRuntime("all", async (runtime) => {
    warnUntrusted(runtime.config.trust, cli);
    const call = await describeCall(target, request, options.agent, runtime);
    const { outcome, hasShownOutput } = await watchCall(cli, {
      tool: request.tool,
      withControl: (use) => use(runtime.control),
      make: (live) => runtime.call({ ...call, ...live }),
    });
    return finish(cli, outcome, hasShownOutput);
  });
}

/** `null`: no gateway makes the call, and nothing was begun. */
async function callGateway(cli: Cli, request: CallRequest, agent: string): Promise<ExitCode | null> {
  const { findGateway } = await import("../local/find-gateway.ts");
  const found = await findGateway(cli, { speaks: "call", agent });
  if (found.kind === "declined") noteOwn(cli, found.reason);
  if (found.kind !== "connected") return null;
  const { forwardCall } = await import("../local/forward-call.ts");
  const { outcome, hasShownOutput } = await watchCall(cli, {
    tool: request.tool,
    withControl: (use) => cli.withRuntime("control", ({ control }) => use(control)),
    make: (live) => forwardCall(found.socket, { request, ...live }),
  });
  if (typeof outcome !== "string") return finish(cli, outcome, hasShownOutput);
  noteOwn(cli, outcome);
  return null;
}

function noteOwn(cli: Cli, reason: string): void {
  cli.note(`Calling from here, not by the gateway that runs: ${escapeLine(reason)}`);
}

function finish(cli: Cli, outcome: Outcome, hasShownOutput: boolean): ExitCode {
  printOutcome(outcome, cli, hasShownOutput);
  return toExitCode(outcome.status);
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
