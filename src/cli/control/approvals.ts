import type { ControlPlane, GrantWish } from "../../call/runtime.ts";
import type { Command } from "commander";
import { parseChoice } from "../arguments/choice.ts";
import { findId } from "../arguments/find-id.ts";
import { identify } from "../arguments/identify.ts";
import { readUntil } from "../arguments/until.ts";
import type { UntilOptions } from "../arguments/until.ts";
import { CliError, usageError } from "../cli-error.ts";
import type { Cli } from "../cli.ts";
import { collect, examples } from "../command-row.ts";
import type { DefineCommand } from "../command-row.ts";
import { EXIT } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { renderAnswered, renderApproval, renderApprovals } from "../output/approval.ts";
import { linkApprovals } from "./approvals/link-approvals.ts";
import { watchApprovals } from "./approvals/watch-approvals.ts";

interface AnswerOptions extends UntilOptions {
  readonly reason?: string;
  readonly token?: string;
  /** `true` without a number. */
  readonly always?: string | true;
  readonly rule?: readonly string[];
  readonly scope: string;
}

const SCOPES = ["session", "project", "user"] as const;

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
  command
    .command("link [id]")
    .description("print a link, good for one login, that opens them in a browser; with an id, right at that call")
    .addHelpText("after", examples("approvals link", "approvals link 43d13799"))
    .action(act(linkApprovals));
  addAnswerOptions(command.command("approve <id>"))
    .description("let this one call run, or with --always also others like it; the beginning of the id is enough")
    .option("--always [number]", "allow from now on what suggestion 1, or this one, says; `show` lists them")
    .option("--rule <rule>", "allow this rule from now on; it must cover the call; repeatable", collect)
    .option("--scope <scope>", "where that holds: session, project (this workspace) or user (everywhere)", "project")
    .option("--for <duration>", "how long that holds, such as 8h (default: until it is revoked)")
    .option("--until <time>", "or until when, such as 2030-01-31T18:00:00Z")
    .addHelpText("after", examples(...APPROVE_EXAMPLES))
    .action(act((cli, id: string, options: AnswerOptions) => answer(cli, "approve", id, options)));
  addAnswerOptions(command.command("deny <id>"))
    .description("refuse this one call; the beginning of the id is enough")
    .addHelpText("after", examples('approvals deny 43d13799 --reason "use the staging database"'))
    .action(act((cli, id: string, options: AnswerOptions) => answer(cli, "deny", id, options)));
};

const APPROVE_EXAMPLES = [
  "approvals approve 43d13799",
  "approvals approve 43d13799 --always 2 --for 8h",
  'approvals approve 43d13799 --rule "shell.exec(npm run build *)" --scope session',
];

function addAnswerOptions(command: Command): Command {
  return command
    .option("--reason <text>", "recorded with the answer; of a refusal, the model is told, too")
    .option("--token <token>", "answer as the holder of this approver token; - reads it from standard input");
}

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

async function answer(cli: Cli, verdict: "approve" | "deny", given: string, options: AnswerOptions): Promise<ExitCode> {
  const wish = verdict === "deny" ? undefined : readWish(options);
  return cli.withRuntime("control", async ({ control }) => {
    const by = options.token === undefined ? await control.owner() : await identify(options.token, control, cli);
    const id = await findPending(given, control);
    const result = await control.answer(id, verdict, by, options.reason ?? null, wish);
    if (!result.ok) throw new CliError(`APPROVAL_${result.code}`, result.message, { exitCode: EXIT.refused });
    cli.print(result.approval, (screen) => renderAnswered(result.approval, new Date(), screen));
    return EXIT.ok;
  });
}

function readWish(options: AnswerOptions): GrantWish | undefined {
  const { always, rule } = options;
  const expiresAt = readUntil(options, new Date());
  const scope = parseChoice(options.scope, SCOPES, "scope");
  if (always !== undefined && rule !== undefined) throw usageError("give --always or --rule, not both");
  if (rule !== undefined) return { what: { rules: rule }, scope, expiresAt };
  if (always !== undefined) return { what: { suggestion: always === true ? "1" : always }, scope, expiresAt };
  if (expiresAt === null) return undefined;
  throw usageError("--for and --until are about what is allowed from now on: give --always or --rule, too");
}
