import { closeSync } from "node:fs";
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { toLimitedStage } from "./script-limits.ts";
import { openRedirects } from "./open-redirects.ts";
import type { StageStreams } from "./open-redirects.ts";
import type { ScriptOrder, StageOrder } from "./script-order.ts";

/** How a program ended: its status, or the signal that ended it. */
export type StageEnd = number | NodeJS.Signals;

/** The statuses that shells give to what could not be started. */
const NOT_FOUND = 127;
const NOT_EXECUTABLE = 126;

/** Runs the steps in order and gives the end of the last one that ran. */
export async function runScript({ steps, memoryBytes = null }: ScriptOrder): Promise<StageEnd> {
  let last: StageEnd = 0;
  for (const { operator, stages, cwd } of steps) {
    const skipped = (operator === "&&" && last !== 0) || (operator === "||" && last === 0);
    if (!skipped) last = await runPipeline(stages, { cwd, memoryBytes });
  }
  return last;
}

/** Starts every stage at once and waits for all; the end is that of the last one. The first reads what the script reads. */
async function runPipeline(stages: readonly StageOrder[], surroundings: StageSurroundings): Promise<StageEnd> {
  const ends: Promise<StageEnd>[] = [];
  let before: ChildProcess | null = null;
  for (const [index, stage] of stages.entries()) {
    const started = startStage(stage, { first: index === 0, last: index === stages.length - 1, ...surroundings });
    if (before !== null) join(before, started.child);
    ends.push(started.end);
    before = started.child;
  }
  return (await Promise.all(ends)).at(-1) ?? 0;
}

interface StartedStage {
  /** `null` when it could not be started: its input is then thrown away. */
  readonly child: ChildProcess | null;
  readonly end: Promise<StageEnd>;
}

interface StageSurroundings {
  readonly cwd: string | undefined;
  readonly memoryBytes: number | null;
}

interface StagePlace extends StageSurroundings {
  readonly first: boolean;
  readonly last: boolean;
}

function startStage({ argv, redirects }: StageOrder, place: StagePlace): StartedStage {
  const [file = "", ...args] = toLimitedStage(argv, place.memoryBytes);
  let streams: StageStreams | null = null;
  try {
    streams = openRedirects(redirects, { stdin: place.first ? 0 : "pipe", stdout: place.last ? 1 : "pipe" });
    const child = spawn(file, args, { argv0: file, shell: false, stdio: streams.stdio, cwd: place.cwd });
    const end = new Promise<StageEnd>((resolve) => {
      child.once("exit", (code, signal) => resolve(signal ?? code ?? 1));
      child.once("error", (error) => resolve(report(file, error)));
    });
    return { child, end };
  } catch (error) {
    return { child: null, end: Promise.resolve(report(file, error)) };
  } finally {
    // The programs have their own copies.
    for (const fd of streams?.opened ?? []) closeSync(fd);
  }
}

/** What one program writes goes to the next; when the reader is gone, the writer learns it as it would of a shell. */
function join({ stdout, stderr }: ChildProcess, reader: ChildProcess | null): void {
  // Errors are among it only where a redirect joined them to the output.
  const sources = [stdout, stderr].filter((stream) => stream !== null);
  const input = reader?.stdin ?? null;
  const stop = (): void => {
    for (const source of sources) source.destroy();
  };
  if (input === null) {
    stop();
    return;
  }
  input.on("error", stop);
  input.on("close", stop);
  let open = sources.length;
  const ended = (): void => {
    open -= 1;
    if (open === 0) input.end();
  };
  if (open === 0) input.end();
  for (const source of sources) {
    source.pipe(input, { end: false });
    source.once("end", ended);
  }
}

function report(file: string, error: unknown): number {
  const code = (error as NodeJS.ErrnoException).code ?? "";
  process.stderr.write(`${file}: ${error instanceof Error ? error.message : String(error)}\n`);
  return code === "ENOENT" ? NOT_FOUND : NOT_EXECUTABLE;
}
