import type { ControlPlane } from "../../call/runtime.ts";
import type { Approval, RunningCall } from "../../storage/repositories.ts";
import { findId } from "../arguments/find-id.ts";
import { CliError } from "../cli-error.ts";
import type { Cli } from "../cli.ts";
import { examples } from "../command-row.ts";
import type { DefineCommand } from "../command-row.ts";
import { EXIT } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { renderTime } from "../output/text/relative-time.ts";
import type { Screen } from "../output/screen.ts";
import { shortenIds } from "../output/text/short-ids.ts";
import { renderTable } from "../output/table.ts";

export const defineCalls: DefineCommand = (command, act) => {
  command.addHelpText("after", examples("calls list", "calls cancel 01a1fb4a-7667"));
  command
    .command("list")
    .description("calls that run now, or wait for a human, in whichever process")
    .addHelpText("after", examples("calls list"))
    .action(act(listCalls));
  command
    .command("cancel <id>")
    .description("end a running call and everything it started; the beginning of its id is enough")
    .addHelpText("after", examples("calls cancel 01a1fb4a-7667"))
    .action(act(cancelCall));
};

/** A call under way. One that waits has not started anything. */
type ListedCall = Omit<RunningCall, "pid"> & {
  readonly state: "running" | "waiting";
  /** Of the process that holds the call. */
  readonly pid: number | null;
  readonly approvalId: string | null;
};

async function listCalls(cli: Cli): Promise<ExitCode> {
  return cli.withRuntime("control", async ({ control }) => {
    const running = (await control.running.list()).map(fromRunning);
    const calls = [...running, ...(await listHeld(control)).map(fromHeld)];
    cli.print(calls, (screen) => renderCalls(calls, screen));
    if (calls.length === 0) cli.note("No calls are running.");
    return EXIT.ok;
  });
}

/** Calls whose process holds them until a human answers; others ended, and come again after the answer. */
async function listHeld({ approvals }: ControlPlane): Promise<readonly Approval[]> {
  return (await approvals.listPending()).filter(({ summary }) => summary["held"] === true);
}

function fromRunning(call: RunningCall): ListedCall {
  return { ...call, state: "running", approvalId: null };
}

function fromHeld({ id, callId, tool, principal, agent, workspace, createdAt, summary }: Approval): ListedCall {
  const holder = summary["holder"];
  const pid = typeof holder === "number" ? holder : null;
  return { callId, tool, principal, agent, workspace, startedAt: createdAt, pid, state: "waiting", approvalId: id };
}

function renderCalls(calls: readonly ListedCall[], screen: Screen): string {
  if (calls.length === 0) return "";
  const now = new Date();
  const shorten = shortenIds(
    calls.map(({ callId }) => callId),
    screen,
  );
  return renderTable(
    [
      { title: "id", value: (call: ListedCall) => shorten(call.callId) },
      {
        title: "state",
        value: ({ state }) => state,
        style: (text, { state }, colors) => (state === "running" ? colors.green(text) : colors.yellow(text)),
      },
      { title: "tool", value: (call) => call.tool, shrinks: true },
      { title: "agent", value: (call) => `${call.agent} of ${call.principal}`, shrinks: true },
      { title: "since", value: (call) => renderTime(call.startedAt, now, screen) },
      { title: "process", value: (call) => String(call.pid ?? "-") },
      { title: "workspace", value: (call) => call.workspace, shrinks: true },
    ],
    calls,
    screen,
  );
}

async function cancelCall(cli: Cli, given: string): Promise<ExitCode> {
  return cli.withRuntime("control", async ({ control }) => {
    const held = await listHeld(control);
    const id = findId(
      given,
      [...(await control.running.list()), ...held].map(({ callId }) => callId),
    );
    const waiting = held.find(({ callId }) => callId === id);
    if (waiting !== undefined) {
      const hint = `\`toolgate approvals deny ${waiting.id}\` ends it`;
      throw new CliError("NOT_RUNNING", `the call \`${id}\` waits for a human and runs nothing yet`, { hint });
    }
    if (!(await control.cancelCall(id, await control.owner()))) {
      throw new CliError("NOT_RUNNING", `no call \`${given}\` is running`, {
        hint: "`toolgate calls list` shows what is",
      });
    }
    cli.print({ callId: id, cancelled: true }, () => "Asked the call to end.\n");
    return EXIT.ok;
  });
}
