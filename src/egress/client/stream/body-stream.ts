import { createBytePieces } from "../../../text/byte-pieces.ts";
import { EgressError } from "../to-fetch.ts";
import { countEvents } from "./count-events.ts";

export interface BodyStream {
  readonly stream: ReadableStream<Uint8Array>;
  /** `false`: wait until `resume` is called. */
  readonly push: (chunk: Uint8Array) => boolean;
  readonly finish: () => void;
  readonly fail: (reason: string) => void;
}

interface BodyOptions {
  readonly maxBytes: number;
  /** Whether `maxBytes` is of each event. */
  readonly isEvents: boolean;
  readonly idleTimeoutMs: number | null;
  readonly signal: AbortSignal;
  readonly resume: () => void;
  /** Closes the connection. */
  readonly abort: () => void;
}

type Controller = ReadableStreamDefaultController<Uint8Array>;

const READ_AHEAD_BYTES = 65_536;

/** Hands a body on while it is read, and ends it when it grows past its measure or stands still. */
export function createBodyStream(options: BodyOptions): BodyStream {
  const { maxBytes, isEvents, idleTimeoutMs, signal, resume, abort } = options;
  let to: Controller | null = null;
  let idle: NodeJS.Timeout | undefined;
  const ahead = createReadAhead();
  const count = isEvents ? countEvents() : countAll();
  const close = (act: (controller: Controller) => void): void => {
    const controller = to;
    if (controller === null) return;
    to = null;
    clearTimeout(idle);
    signal.removeEventListener("abort", cancel);
    act(controller);
  };
  const stop = (kind: EgressError["kind"], reason: string): void =>
    close((controller) => {
      controller.error(new EgressError(kind, reason));
      abort();
    });
  const cancel = (): void => stop("cancelled", "the request was ended");
  const wait = (): void => {
    clearTimeout(idle);
    if (idleTimeoutMs === null || to === null) return;
    idle = setTimeout(() => stop("timeout", `nothing came for ${idleTimeoutMs} ms`), idleTimeoutMs);
  };
  const stream = new ReadableStream<Uint8Array>(
    {
      start: (controller) => void (to = controller),
      pull: (controller) => {
        ahead.handOn(controller);
        wait();
        resume();
      },
      cancel: () => close(abort),
    },
    { highWaterMark: 0 },
  );
  wait();
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();
  const push = (chunk: Uint8Array): boolean => {
    if (count(chunk) > maxBytes) stop("too-large", `the answer is longer than ${maxBytes} bytes`);
    if (to === null) return true;
    const hasRoom = ahead.push(chunk, to);
    if (hasRoom) wait();
    else clearTimeout(idle);
    return hasRoom;
  };
  return {
    stream,
    push,
    finish: () =>
      close((controller) => {
        ahead.handOn(controller);
        controller.close();
      }),
    fail: (reason) => close((controller) => controller.error(new EgressError("failed", reason))),
  };
}

interface ReadAhead {
  /** Hands on what there is, or else the next that comes. */
  readonly handOn: (to: Controller) => void;
  /** Whether there is room for more. */
  readonly push: (chunk: Uint8Array, to: Controller) => boolean;
}

/** What comes faster than it is read is handed on together: a server could send every byte by itself. */
function createReadAhead(): ReadAhead {
  const pieces = createBytePieces();
  let isWanted = false;
  const handOn = (to: Controller): void => {
    isWanted = pieces.bytes === 0;
    if (!isWanted) to.enqueue(Uint8Array.from(pieces.take()));
  };
  return {
    handOn,
    push(chunk, to) {
      pieces.push(chunk);
      if (isWanted) handOn(to);
      return pieces.bytes < READ_AHEAD_BYTES;
    },
  };
}

function countAll(): (chunk: Uint8Array) => number {
  let bytes = 0;
  return (chunk) => (bytes += chunk.byteLength);
}
