import path from "node:path";
import type { ReplayOptions } from "../../call/replay/replay.ts";
import type { Runtime } from "../../call/runtime.ts";
import { parseWhole } from "../arguments/choice.ts";
import type { Cli } from "../cli.ts";
import { parseSince } from "../control/audit/show-audit.ts";
import { EXIT } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { createStatusLine } from "../live/status-line.ts";
import type { Screen } from "../output/screen.ts";
import { renderReplay } from "./replay/render-replay.ts";
import { createTally } from "./replay/tally.ts";
import type { ChangeCounts, ReplayReport } from "./replay/tally.ts";

export const REPLAY_NOTES = `
Takes calls from the audit and decides each once more, at its own time and with its own paths and programs: by what holds
now, or, with --with, as if that folder's toolgate.toml and policies were the project's. Nothing runs, nothing is recorded,
and the folder need not be trusted. Your own configuration, rules that were added and the tools stay. Limits and pauses
are left out. Ends with 0, whatever would change; with --fail-on-change with 1 when something would.
`;

export interface ReplayCommandOptions {
  readonly since: string;
  readonly until?: string;
  readonly with?: string;
  readonly tool?: string;
  readonly agent?: string;
  readonly limit?: string;
  readonly examples: string;
  readonly failOnChange?: boolean;
}

const MOST = 100_000_000;
const PROGRESS_MS = 100;

/** `policy replay`: what would have become of the calls of the past under other rules. */
export async function replayPolicy(cli: Cli, options: ReplayCommandOptions): Promise<ExitCode> {
  const now = new Date();
  const wanted: ReplayOptions = {
    since: parseSince(options.since, now),
    until: options.until === undefined ? undefined : parseSince(options.until, now, "--until"),
    with: options.with === undefined ? undefined : path.resolve(cli.cwd, options.with),
    tool: options.tool,
    agent: options.agent,
    limit: options.limit === undefined ? undefined : parseWhole(options.limit, "--limit", [1, MOST]),
  };
  const examples = parseWhole(options.examples, "--examples", [0, MOST]);
  return cli.withRuntime("all", async (runtime) => {
    const report = await replay(runtime, wanted, examples, cli.err);
    const title = { since: wanted.since, with: options.with ?? null };
    cli.print({ ...title, until: wanted.until ?? null, ...report }, (screen) =>
      renderReplay(report, title, now, screen),
    );
    if (wanted.limit === report.calls)
      cli.note(`Stopped after ${report.calls} calls (--limit); there may be later ones.`);
    const counted = wanted.with === undefined ? report.changed.since : report.changed.candidate;
    return options.failOnChange === true && hasAny(counted) ? EXIT.failed : EXIT.ok;
  });
}

async function replay(
  runtime: Runtime,
  options: ReplayOptions,
  examples: number,
  screen: Screen,
): Promise<ReplayReport> {
  const tally = createTally(examples);
  const status = createStatusLine(screen);
  let shownAt = 0;
  const onProgress = (done: number, total: number): void => {
    if (performance.now() - shownAt < PROGRESS_MS) return;
    shownAt = performance.now();
    status.show(`${Math.floor((100 * done) / total)} % of ${total} records`);
  };
  try {
    for await (const call of runtime.replay({ ...options, onProgress })) tally.add(call);
  } finally {
    status.close();
  }
  return tally.report();
}

function hasAny(counts: ChangeCounts): boolean {
  return counts.allow + counts.ask + counts.deny > 0;
}
