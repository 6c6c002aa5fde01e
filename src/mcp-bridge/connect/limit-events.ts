import type { CallEvent } from "../../model/call.ts";
import type { Clock } from "../health/clock.ts";

type Listener = (event: CallEvent) => void;
type Log = Extract<CallEvent, { kind: "log" }>;

/** Of one call. Whatever a server writes beyond it, no client is shown. */
const MAX_LINES = 1_000;
const MAX_LOG_CHARACTERS = 1024 * 1024;
const MAX_LINE = 64 * 1024;
/** Of what a server says of its progress: so many at once, and so many a second from then on. */
const AT_ONCE = 100;
const EACH_SECOND = 50;
const MAX_MESSAGE = 4_000;
const MAX_LOGGER = 200;

/**
 * What a server says in the middle of a call, as far as a client could follow it: all of it is cleaned of secrets before it is
 * passed on, and a flood would keep every other call waiting meanwhile.
 */
export function limitEvents(tell: Listener, clock: Pick<Clock, "now">): Listener {
  const admitsLine = createLineLimit();
  let steps = AT_ONCE;
  let since = clock.now();
  return (event) => {
    if (event.kind === "log") {
      const line = toLine(event);
      if (admitsLine(line.length)) tell(line.event);
      return;
    }
    if (event.kind !== "progress") {
      tell(event);
      return;
    }
    const now = clock.now();
    steps = Math.min(AT_ONCE, steps + (Math.max(0, now - since) * EACH_SECOND) / 1000);
    since = now;
    if (steps < 1) return;
    steps -= 1;
    const isLong = event.message !== undefined && event.message.length > MAX_MESSAGE;
    tell(isLong ? { ...event, message: describeLong(event.message ?? "") } : event);
  };
}

function createLineLimit(): (length: number) => boolean {
  let lines = 0;
  let characters = 0;
  return (length) => {
    lines += 1;
    characters += length;
    return lines <= MAX_LINES && characters <= MAX_LOG_CHARACTERS;
  };
}

function toLine(event: Log): { readonly event: Log; readonly length: number } {
  const { data, logger } = event;
  const text = typeof data === "string" ? data : JSON.stringify(data);
  const shown = text.length <= MAX_LINE ? data : describeLong(text);
  const name = logger === undefined || logger.length <= MAX_LOGGER ? logger : describeLong(logger);
  return { event: { ...event, logger: name, data: shown }, length: Math.min(text.length, MAX_LINE) };
}

/** Never the beginning: half of a secret is not known to be one. */
function describeLong(text: string): string {
  return `(${text.length} characters, too many to show)`;
}
