import { normalizeRequest } from "./check-request.ts";
import { MAX_FRAME_BYTES } from "./frame-codec.ts";
import { GatewayCall } from "./gateway-call.ts";
import { openProcess } from "./open-process.ts";
import type { ProcessEnd, ProcessRequest, ProcessResult, ProcessRunner } from "./process-runner.ts";
import { RunnerLink } from "./runner-link.ts";

const DEFAULT_KILL_GRACE_MS = 2000;
/** How long past its own limits a call may go unreported before the runner counts as stuck. */
const STUCK_MS = 10_000;
const SECOND_CHANCE_MS = 1000;

export interface ProcessRunnerOptions {
  /** Time between TERM and KILL, in milliseconds. Default 2000. */
  readonly killGraceMs?: number;
  /** Leaves the direct way to start programs aside. By default it is taken where it works. */
  readonly starter?: "fork" | undefined;
}

/** Makes the one starter of child processes. Its runner process begins with `warm()` or the first call. */
export function createProcessRunner(options: ProcessRunnerOptions = {}): ProcessRunner {
  const killGraceMs = options.killGraceMs ?? DEFAULT_KILL_GRACE_MS;
  let link: RunnerLink | undefined;
  let closed = false;

  function currentLink(): RunnerLink {
    if (link !== undefined) return link;
    const opened = new RunnerLink({
      killGraceMs,
      starter: options.starter,
      onLost: () => {
        if (link === opened) link = undefined;
      },
    });
    link = opened;
    return opened;
  }

  return {
    run: async (request, events = {}, signal) => {
      if (closed || signal?.aborted === true) return notStarted(request, { kind: "cancelled" });
      const checked = normalizeRequest(request);
      if ("kind" in checked) return notStarted(request, checked);
      return runOn(currentLink, new GatewayCall(checked, events), killGraceMs, signal);
    },
    open: (request, events) => {
      if (closed) return openProcess(request, events, undefined);
      return openProcess(request, events, currentLink);
    },
    warm: async () => {
      if (!closed) await currentLink().ready;
    },
    starter: () => link?.starter,
    close: async () => {
      closed = true;
      await link?.stop();
    },
  };
}

async function runOn(
  openLink: () => RunnerLink,
  call: GatewayCall,
  killGraceMs: number,
  signal: AbortSignal | undefined,
): Promise<ProcessResult> {
  let link: RunnerLink;
  let id: number;
  try {
    link = openLink();
    id = link.start(call);
  } catch (error) {
    return notStarted(call.request, toStartFailure(error));
  }
  const cancel = (): void => link.cancel(id);
  const watchdog = watch(call.request.timeoutMs + killGraceMs + STUCK_MS, () => link.abandon());
  signal?.addEventListener("abort", cancel, { once: true });
  try {
    return await call.result;
  } finally {
    watchdog.stop();
    signal?.removeEventListener("abort", cancel);
  }
}

/** Acts only when it fires twice: after a pause of this process, the first may come before the reports that wait. */
function watch(afterMs: number, action: () => void): { readonly stop: () => void } {
  let timer = setTimeout(() => (timer = setTimeout(action, SECOND_CHANCE_MS)), Math.min(afterMs, 2 ** 31 - 1));
  return { stop: () => clearTimeout(timer) };
}

function toStartFailure(error: unknown): ProcessEnd {
  if (error instanceof RangeError) {
    const message = `arguments, environment and input: expected at most ${MAX_FRAME_BYTES} bytes`;
    return { kind: "spawn-failed", errno: "E2BIG", message };
  }
  const errno = error instanceof Error && "code" in error ? String(error.code) : "EINVAL";
  return { kind: "spawn-failed", errno, message: `the process runner could not be started (${errno})` };
}

function notStarted(request: ProcessRequest, end: ProcessEnd): Promise<ProcessResult> {
  const call = new GatewayCall(request, {});
  call.onLost(end, 0);
  return call.result;
}
