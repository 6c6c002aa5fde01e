import type { CallEvent } from "../../model/call.ts";
import type { Cli } from "../cli.ts";
import { createCallView } from "./call-view.ts";
import type { CallViewOptions } from "./call-view.ts";

export interface WatchedCall<Result> extends Omit<CallViewOptions, "cancel"> {
  readonly make: (live: LiveCall) => Promise<Result>;
}

/** What ties a call under way to the person who waits for it. */
export interface LiveCall {
  /** Ctrl-C, also at a question. */
  readonly signal: AbortSignal;
  readonly onEvent: (event: CallEvent) => void;
}

/** Shows a call while it is under way, whoever makes it, and asks what it asks. */
export async function watchCall<Result>(
  cli: Cli,
  { tool, withControl, make }: WatchedCall<Result>,
): Promise<{ readonly outcome: Result; readonly hasShownOutput: boolean }> {
  const quit = new AbortController();
  const signal = AbortSignal.any([cli.interruptible(), quit.signal]);
  const view = createCallView(cli, { tool, withControl, cancel: () => quit.abort() });
  try {
    const outcome = await make({ signal, onEvent: view.onEvent });
    return { outcome, hasShownOutput: view.hasShownOutput };
  } finally {
    await view.close();
  }
}
