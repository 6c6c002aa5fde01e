import type { CallEvent } from "../../model/call.ts";

/** Text that waits for a slow client is kept up to this many characters; the result still has all of it. */
const MAX_PENDING = 64 * 1024;

export interface Progress {
  readonly onEvent: (event: CallEvent) => void;
  /** Sends what is left, then nothing more. */
  finish(): Promise<void>;
}

export interface ProgressOptions {
  /** Writes one notification; `progress` grows by one each time. A rejection ends the sending, not the call. */
  readonly send: (progress: number, message: string) => Promise<void>;
  /** Shortest time between two notifications. @default 50 */
  readonly intervalMs?: number;
}

/** Turns a call's events into few notifications: what happens while one is under way goes out together with the next. */
export function createProgress({ send, intervalMs = 50 }: ProgressOptions): Progress {
  let pending = "";
  let skipped = 0;
  let count = 0;
  let over = false;
  let sending: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  const flush = (): void => {
    timer = undefined;
    if (pending === "" || sending !== null || over) return;
    const message = skipped === 0 ? pending : `[${skipped} characters left out]\n${pending}`;
    pending = "";
    skipped = 0;
    count += 1;
    sending = send(count, message).then(pause, stop);
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
      if (over) return;
      pending += toText(event, pending);
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

function toText(event: CallEvent, before: string): string {
  switch (event.kind) {
    case "output":
      return event.text;
    case "started":
      return onOwnLine(`Call ${event.callId} started.\n`, before);
    case "progress":
      return onOwnLine(event.message === undefined ? "" : `${event.message}\n`, before);
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
