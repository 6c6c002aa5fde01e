import { setTimeout as sleep } from "node:timers/promises";
import type { ControlPlane } from "../../../call/runtime.ts";
import type { Approval } from "../../../storage/repositories.ts";
import type { Cli } from "../../cli.ts";
import { EXIT } from "../../exit-codes.ts";
import type { ExitCode } from "../../exit-codes.ts";
import { askAboutApproval } from "../../live/approval-question.ts";
import { createStatusLine } from "../../live/status-line.ts";
import { renderApproval } from "../../output/approval.ts";
import { escapeLine } from "../../output/text/escape.ts";

const POLL_MS = 200;

/** Shows each pending approval once; asks about it in a terminal. Runs until it is interrupted. */
export async function watchApprovals(cli: Cli): Promise<ExitCode> {
  return cli.withRuntime("control", async ({ control }) => {
    const stop = cli.interruptible();
    const status = createStatusLine(cli.err);
    const seen = new Set<string>();
    while (!stop.aborted && !process.stdout.destroyed) {
      const pending = await control.approvals.listPending();
      const fresh = pending.filter(({ id }) => !seen.has(id));
      for (const approval of fresh) {
        seen.add(approval.id);
        status.hide();
        if ((await present(approval, cli, control, stop)) === "stop") return EXIT.ok;
      }
      if (fresh.length === 0) {
        status.show(pending.length === 0 ? "no call waits for a human" : `${pending.length} left unanswered`);
        await sleep(POLL_MS, undefined, { signal: stop }).catch(() => undefined);
      }
    }
    status.close();
    return EXIT.ok;
  });
}

async function present(
  approval: Approval,
  cli: Cli,
  control: ControlPlane,
  stop: AbortSignal,
): Promise<"go on" | "stop"> {
  if (cli.json) cli.out.line(JSON.stringify(approval));
  else if (!cli.isInteractive)
    cli.out.write(`${escapeLine(approval.id)}\n${renderApproval(approval, new Date(), cli.out)}\n`);
  else {
    const over = new AbortController();
    const signal = AbortSignal.any([over.signal, stop]);
    const gone = waitUntilOver(approval.id, control, signal).then(() => over.abort());
    const end = await askAboutApproval(approval, { cli, control, leave: "Leave it", signal });
    over.abort();
    await gone;
    return end === "cancelled" ? "stop" : "go on";
  }
  return "go on";
}

/** Resolves when nobody can answer any more, or when `signal` aborts. */
async function waitUntilOver(id: string, control: ControlPlane, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await control.approvals.get(id))?.state === "pending") {
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}
