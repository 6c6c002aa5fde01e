import type { RunningCall } from "../../storage/repositories.ts";
import { CliError } from "../cli-error.ts";
import type { Cli } from "../cli.ts";
import { examples } from "../command-row.ts";
import type { DefineCommand } from "../command-row.ts";
import { EXIT } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { renderTime } from "../output/relative-time.ts";
import type { Screen } from "../output/screen.ts";
import { renderTable } from "../output/table.ts";

export const defineCalls: DefineCommand = (command, act) => {
  command
    .command("list")
    .description("calls that run now, in whichever process")
    .addHelpText("after", examples("calls list"))
    .action(act(listCalls));
  command
    .command("cancel <id>")
    .description("end a running call and everything it started")
    .addHelpText("after", examples("calls cancel 3f6c0a1e-8d0b-4a55-9f0e-0d6f1c2b7a90"))
    .action(act(cancelCall));
};

async function listCalls(cli: Cli): Promise<ExitCode> {
  return cli.withRuntime("control", async ({ control }) => {
    const calls = await control.running.list();
    cli.print(calls, (screen) => renderCalls(calls, screen));
    if (calls.length === 0) cli.note("No calls are running.");
    return EXIT.ok;
  });
}

function renderCalls(calls: readonly RunningCall[], screen: Screen): string {
  if (calls.length === 0) return "";
  const now = new Date();
  return renderTable(
    [
      { title: "id", value: (call: RunningCall) => call.callId },
      { title: "tool", value: (call) => call.tool, shrinks: true },
      { title: "agent", value: (call) => `${call.agent} of ${call.principal}`, shrinks: true },
      { title: "started", value: (call) => renderTime(call.startedAt, now, screen) },
      { title: "process", value: (call) => String(call.pid) },
      { title: "workspace", value: (call) => call.workspace, shrinks: true },
    ],
    calls,
    screen,
  );
}

async function cancelCall(cli: Cli, id: string): Promise<ExitCode> {
  return cli.withRuntime("control", async ({ control }) => {
    if (!(await control.cancelCall(id, await control.owner()))) {
      throw new CliError("NOT_RUNNING", `no call \`${id}\` is running`, {
        hint: "`toolgate calls list` shows what is",
      });
    }
    cli.print({ callId: id, cancelled: true }, () => "Asked the call to end.\n");
    return EXIT.ok;
  });
}
