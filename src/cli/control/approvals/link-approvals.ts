import type { ControlPlane } from "../../../call/runtime.ts";
import { findId } from "../../arguments/find-id.ts";
import { CliError } from "../../cli-error.ts";
import type { Cli } from "../../cli.ts";
import { EXIT } from "../../exit-codes.ts";
import type { ExitCode } from "../../exit-codes.ts";
import { isAnswered } from "../../local/is-answered.ts";
import { escapeLine } from "../../output/text/escape.ts";
import { renderTime } from "../../output/text/relative-time.ts";

/** Prints a fresh one-time link into the page of the gateway that runs. @param given the beginning of a question's id */
export async function linkApprovals(cli: Cli, given: string | undefined): Promise<ExitCode> {
  return cli.withRuntime("control", async ({ control, config }) => {
    const link = await control.browser.link(given === undefined ? null : await findPending(given, control));
    if (link === null || !(await isAnswered(link.url))) {
      const hint =
        "start one with `toolgate serve`, answer here with `toolgate approvals watch`, or name the workspace of a gateway that runs with `--config`";
      const message = `no gateway of ${escapeLine(config.workspace)} serves a page to answer in`;
      throw new CliError("NO_PAGE", message, { hint });
    }
    cli.print(link, () => `${link.url}\n`);
    cli.note(`It opens the page once; its time is over ${renderTime(link.expiresAt, new Date(), cli.err)}.`);
    return EXIT.ok;
  });
}

async function findPending(given: string, { approvals }: ControlPlane): Promise<string> {
  const ids = (await approvals.listPending()).map(({ id }) => id);
  const id = findId(given, ids);
  if (ids.includes(id)) return id;
  const hint = "`toolgate approvals list` shows those that wait";
  throw new CliError("APPROVAL_UNKNOWN", `no call that waits has the id \`${given}\``, { hint });
}
