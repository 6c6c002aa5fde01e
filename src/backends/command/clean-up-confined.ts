import type { ProcessRunner } from "../../process/process-runner.ts";

export interface CleanUpParts {
  readonly runner: Pick<ProcessRunner, "run">;
  /** Told, under the id of the call, what could not be tidied up after it. */
  readonly logFailure: (callId: string, cause: unknown) => void;
}

/** Removing a container waits for its last process. */
const CLEANUP_MS = 30_000;
const CLEANUP_OUTPUT_BYTES = 10_000;

/** Runs what takes a confinement away. Nobody can cancel it, and the program's own environment is not for it. */
export async function cleanUpConfined(
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
  callId: string,
  { runner, logFailure }: CleanUpParts,
): Promise<void> {
  const { end, stderr } = await runner.run({
    callId: `${callId}-cleanup`,
    argv,
    cwd: "/",
    env,
    timeoutMs: CLEANUP_MS,
    maxStdoutBytes: 0,
    maxStderrBytes: CLEANUP_OUTPUT_BYTES,
    stream: false,
  });
  if (end.kind === "exited" && end.exitCode === 0) return;
  const said = new TextDecoder().decode(stderr);
  logFailure(callId, new Error(`cleaning up after a confined program: ${JSON.stringify(end)} ${said}`.trimEnd()));
}
