import type { Caller } from "../../model/caller.ts";
import type { ControlPlane } from "../../call/runtime.ts";
import { text as readText } from "node:stream/consumers";
import { findId } from "../arguments/find-id.ts";
import { CliError } from "../cli-error.ts";
import type { Cli } from "../cli.ts";
import { examples } from "../command-row.ts";
import type { DefineCommand } from "../command-row.ts";
import { EXIT } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { escapeBlock } from "../output/text/escape.ts";
import { renderApproval, renderApprovals } from "../output/approval.ts";
import { watchApprovals } from "./watch-approvals.ts";

interface AnswerOptions {
  readonly reason?: string;
  readonly token?: string;
}

export const defineApprovals: DefineCommand = (command, act) => {
  command.addHelpText("after", examples("approvals watch", "approvals list", "approvals approve 43d13799"));
  command
    .command("list")
    .description("calls that wait for a human now")
    .addHelpText("after", examples("approvals list"))
    .action(act(listApprovals));
  command
    .command("watch")
    .description("show calls as they ask; in a terminal, answer them here")
    .addHelpText("after", examples("approvals watch"))
    .action(act(watchApprovals));
  command
    .command("show <id>")
    .description("who wants what, exactly what would run, and why it asks; the beginning of the id is enough")
    .addHelpText("after", examples("approvals show 43d13799"))
    .action(act(showApproval));
  for (const verdict of ["approve", "deny"] as const) {
    command
      .command(`${verdict} <id>`)
      .description(
        verdict === "approve"
          ? "let this one call run; the beginning of the id is enough"
          : "refuse this one call; the beginning of the id is enough",
      )
      .option("--reason <text>", "recorded with the answer")
      .option("--token <token>", "answer as the holder of this approver token; - reads it from standard input")
      .addHelpText("after", examples(`approvals ${verdict} 43d13799`))
      .action(act((cli, id: string, options: AnswerOptions) => answer(cli, verdict, id, options)));
  }
};

async function listApprovals(cli: Cli): Promise<ExitCode> {
  return cli.withRuntime("control", async ({ control }) => {
    const pending = await control.approvals.listPending();
    cli.print(pending, (screen) => renderApprovals(pending, new Date(), screen));
    if (pending.length === 0) cli.note("No call waits for a human.");
    return EXIT.ok;
  });
}

async function showApproval(cli: Cli, given: string): Promise<ExitCode> {
  return cli.withRuntime("control", async ({ control }) => {
    const approval = await control.approvals.get(await findPending(given, control));
    if (approval === null) {
      const hint = "`toolgate approvals list` shows those that wait";
      throw new CliError("APPROVAL_UNKNOWN", `no approval has the id \`${given}\``, { hint });
    }
    cli.print(approval, (screen) => renderApproval(approval, new Date(), screen));
    return EXIT.ok;
  });
}

async function findPending(given: string, { approvals }: ControlPlane): Promise<string> {
  return findId(
    given,
    (await approvals.listPending()).map(({ id }) => id),
  );
}

async function answer(
  cli: Cli,
  verdict: "approve" | "deny",
  given: string,
  { reason, token }: AnswerOptions,
): Promise<ExitCode> {
  return cli.withRuntime("control", async ({ control }) => {
    const by = token === undefined ? await control.owner() : await identify(token, control, cli);
    const id = await findPending(given, control);
    const result = await control.answer(id, verdict, by, reason ?? null);
    if (!result.ok) throw new CliError(`APPROVAL_${result.code}`, result.message, { exitCode: EXIT.refused });
    const { tool } = result.approval;
    const said = verdict === "approve" ? `Approved ${tool}; the call runs once.\n` : `Denied ${tool}.\n`;
    cli.print(result.approval, () => escapeBlock(said));
    return EXIT.ok;
  });
}

async function identify(token: string, control: ControlPlane, cli: Cli): Promise<Caller> {
  const caller = await control.authenticate(token === "-" ? (await readText(cli.input)).trim() : token);
  if (caller !== null) return caller;
  const hint = "`toolgate tokens create --role approver` makes one";
  throw new CliError("UNAUTHENTICATED", "the token is unknown, expired or revoked", { hint, exitCode: EXIT.refused });
}
