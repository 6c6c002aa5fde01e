import { toAbilities } from "../../model/client-capabilities.ts";
import type { AskClient, ClientAbilities } from "../../model/question.ts";
import type { Clock } from "../health/clock.ts";
import { startTimeLimit } from "../health/time-limit.ts";
import type { UpstreamCall } from "../upstream.ts";

/** One call while it runs: its time, which stands still while a person is asked, and whom to ask. */
export interface RunningCall {
  /** Whose it is; lines of others are none of their business. `undefined`: nobody said. */
  readonly owner: string | undefined;
  readonly signal: AbortSignal;
  /** Set once it is over before an answer came. */
  readonly ended: () => "timeout" | "cancelled" | null;
  readonly ask: AskClient | undefined;
  /** What may be asked; nothing where there is nobody to. */
  readonly client: ClientAbilities;
  /** Waits for something during which its time stands still. */
  readonly during: <T>(act: () => Promise<T>) => Promise<T>;
  /** It is over: what the client is still asked is taken back. */
  readonly close: () => void;
}

/** Made once: finding out where it came from costs more than the rest of ending a call. */
const OVER = new Error("over");

export function startCall(
  { owner, timeoutMs, signal, ask, client }: Pick<UpstreamCall, "owner" | "timeoutMs" | "signal" | "ask" | "client">,
  clock: Clock,
): RunningCall {
  const controller = new AbortController();
  let end: "timeout" | "cancelled" | null = null;
  let hasAsked = false;
  const finish = (kind: "timeout" | "cancelled"): void => {
    if (controller.signal.aborted) return;
    end = kind;
    controller.abort(new Error(kind));
  };
  const cancel = (): void => finish("cancelled");
  const limit = startTimeLimit(timeoutMs, () => finish("timeout"), clock);
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();
  const askPaused = (via: AskClient): AskClient => {
    return (question, its) => {
      hasAsked = true;
      return limit.during(() => via(question, AbortSignal.any([its, controller.signal])));
    };
  };
  return {
    owner,
    signal: controller.signal,
    ended: () => end,
    ask: ask === undefined ? undefined : askPaused(ask),
    client: ask === undefined || client === undefined ? toAbilities(undefined) : client,
    during: limit.during,
    close() {
      limit.stop();
      signal.removeEventListener("abort", cancel);
      // Nothing but a question can go on without the call.
      if (hasAsked) controller.abort(OVER);
    },
  };
}
