import type { CallEvent } from "../../model/call.ts";

/** Text that waits for a slow client is kept up to this many characters; the result still has all of it. */
const MAX_PENDING = 64 * 1024;

export interface Progress {
  readonly onEvent: (event: CallEvent) => void;
  /** Sends what is left, then nothing more. */
  finish(): Promise<void>;
}

export interface ProgressStep {
  readonly progress: number;
  /** Where an upstream server knows it. */
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** Steps of an upstream server that wait for a slow client; of more, the oldest are left out. */
const MAX_STEPS = 16;

export interface ProgressOptions {
  /** Writes one notification; `progress` grows each time. A rejection ends the sending, not the call. */
  readonly send: (step: ProgressStep) => Promise<void>;
  /** Shortest time between two notifications. @default 50 */
  readonly intervalMs?: number;
}

/** Turns a call's events into few notifications: what happens while one is under way goes out together with the next. */
export function createProgress({ send, intervalMs = 50 }: ProgressOptions): Progress {
  let pending = "";
  let skipped = 0;
  let last: number | null = null;
  let steps: ProgressStep[] = [];
  let over = false;
  let sending: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  const flush = (): void => {
    timer = undefined;
    if ((pending === "" && steps.length === 0) || sending !== null || over) return;
    const message = skipped === 0 ? pending : `[${skipped} characters left out]\n${pending}`;
    const waiting = pending === "" ? steps : [{ progress: (last ?? 0) + 1, message }, ...steps];
    pending = "";
    skipped = 0;
    steps = [];
    sending = sendAll(waiting).then(pause, stop);
  };
  const sendAll = async (waiting: readonly ProgressStep[]): Promise<void> => {
    for (const step of waiting) {
      // A server that goes back, or counts otherwise than we did before it spoke, must not make us do so.
      if (last !== null && step.progress <= last) continue;
      last = step.progress;
      await send(step);
    }
  };
  const pause = (): void => {
    sending = null;
    timer = setTimeout(flush, intervalMs).unref();
  };
  const stop = (): void => {
    sending = null;
    over = true;
  };

  return {
    onEvent(event) {
      if (over || event.kind === "log") return;
      if (event.kind === "progress") steps = [...steps, toStep(event)].slice(-MAX_STEPS);
      else pending += toText(event, pending);
      const excess = pending.length - MAX_PENDING;
      if (excess > 0) {
        skipped += excess;
        pending = pending.slice(excess);
      }
      if (timer === undefined) flush();
    },
    async finish() {
      await sending;
      clearTimeout(timer);
      flush();
      await sending;
      clearTimeout(timer);
      over = true;
    },
  };
}

type UpstreamProgress = Extract<CallEvent, { kind: "progress" }>;
type Shown = Exclude<CallEvent, { kind: "progress" | "log" }>;

function toStep({ progress, total, message }: UpstreamProgress): ProgressStep {
  return { progress, ...(total === undefined ? {} : { total }), ...(message === undefined ? {} : { message }) };
}

function toText(event: Shown, before: string): string {
  switch (event.kind) {
    case "output":
      return event.text;
    case "started":
      return onOwnLine(`Call ${event.callId} started.\n`, before);
    case "awaiting-approval": {
      const { approvalId, expiresAt } = event;
      const text = `Waiting until ${expiresAt} for a human: toolgate approvals approve ${approvalId}\n`;
      return onOwnLine(text, before);
    }
    case "approval-cancelled":
      return onOwnLine(`Approval ${event.approvalId} ended (${event.cause}).\n`, before);
  }
}

function onOwnLine(text: string, before: string): string {
  return before === "" || before.endsWith("\n") ? text : `\n${text}`;
}
