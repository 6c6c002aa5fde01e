import type { AskClient } from "../../model/question.ts";
import type { Clock } from "../health/clock.ts";
import type { UpstreamCall } from "../upstream.ts";

/** One call while it runs: its time, which stands still while a person is asked, and whom to ask. */
export interface RunningCall {
  readonly signal: AbortSignal;
  /** Set once it is over before an answer came. */
  readonly ended: () => "timeout" | "cancelled" | null;
  readonly ask: AskClient | undefined;
  /** Ends it, for the connection is gone. */
  readonly close: () => void;
}

export function startCall(
  { timeoutMs, signal, ask }: Pick<UpstreamCall, "timeoutMs" | "signal" | "ask">,
  clock: Clock,
): RunningCall {
  const controller = new AbortController();
  let end: "timeout" | "cancelled" | null = null;
  let leftMs = timeoutMs;
  let since = clock.now();
  let stop = (): void => undefined;
  let asking = 0;
  const finish = (kind: "timeout" | "cancelled"): void => {
    if (controller.signal.aborted) return;
    end = kind;
    controller.abort(new Error(kind));
  };
  const cancel = (): void => finish("cancelled");
  const run = (): void => {
    since = clock.now();
    stop = clock.after(leftMs, () => finish("timeout"));
  };
  const pause = (): void => {
    stop();
    leftMs = Math.max(0, leftMs - (clock.now() - since));
  };
  run();
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();
  const askPaused: AskClient = async (question, its) => {
    if (ask === undefined) return { action: "decline" };
    asking += 1;
    if (asking === 1) pause();
    try {
      return await ask(question, AbortSignal.any([its, controller.signal]));
    } finally {
      asking -= 1;
      if (asking === 0) run();
    }
  };
  const close = (): void => {
    stop();
    stop = () => undefined;
    signal.removeEventListener("abort", cancel);
    if (!controller.signal.aborted) controller.abort(new Error("over"));
  };
  return { signal: controller.signal, ended: () => end, ask: ask === undefined ? undefined : askPaused, close };
}
