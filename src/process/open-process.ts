import type { Socket } from "node:net";
import { normalizeRequest } from "./check-request.ts";
import { GatewayCall } from "./gateway-call.ts";
import type { OpenProcess, OpenRequest, ProcessEnd, ProcessEvents, ProcessRequest } from "./process-runner.ts";
import type { RunnerLink } from "./runner-link.ts";

/** Far above one message of any protocol: a program that leaves so much lying has stopped reading. */
const MAX_UNTAKEN_BYTES = 32 * 1024 * 1024;
const PIECE_BYTES = 1024 * 1024;

/** Starts a program that stays, on the runner that `openLink` gives; `undefined`: none starts any more. */
export function openProcess(
  request: OpenRequest,
  events: ProcessEvents,
  openLink: (() => RunnerLink) | undefined,
): OpenProcess {
  const asked = toRequest(request);
  const checked = openLink === undefined ? CANCELLED : normalizeRequest(asked);
  const call = new GatewayCall("kind" in checked ? asked : checked, events);
  if ("kind" in checked || openLink === undefined) return toEnded(call, "kind" in checked ? checked : CANCELLED);
  try {
    const link = openLink();
    return toOpen(call, link, link.start(call));
  } catch (error) {
    return toEnded(call, toStartFailure(error));
  }
}

const CANCELLED: ProcessEnd = { kind: "cancelled" };

function toRequest(request: OpenRequest): ProcessRequest {
  const unlimited = Number.MAX_SAFE_INTEGER;
  const caps = { timeoutMs: unlimited, maxStdoutBytes: unlimited, maxStderrBytes: unlimited };
  return { ...request, ...caps, interactive: true, direct: true, stream: true };
}

function toEnded(call: GatewayCall, end: ProcessEnd): OpenProcess {
  call.onLost(end, 0);
  const gone = new Error("the program was not started");
  return { write: () => Promise.reject(gone), stop: () => undefined, ended: call.result };
}

/** What takes input, and says once when the program took it. */
type Feed = (bytes: Uint8Array, done: (error?: Error | null) => void) => void;

function toOpen(call: GatewayCall, link: RunnerLink, id: number): OpenProcess {
  let untaken = 0;
  let isOver = false;
  const writing = new Set<() => void>();
  const finish = (): void => {
    isOver = true;
    for (const fail of writing) fail();
  };
  call.result.then(finish, finish);
  const relayed = createRelay(call, link, id);
  const feed = call.input.then((input) => (input === null ? relayed : toFeed(input)));
  const write = (bytes: Uint8Array): Promise<void> => {
    if (isOver) return Promise.reject(hasEnded());
    if (untaken + bytes.length > MAX_UNTAKEN_BYTES) return Promise.reject(new Error("the program does not read"));
    untaken += bytes.length;
    return new Promise((resolve, reject) => {
      const fail = (): void => reject(hasEnded());
      writing.add(fail);
      const done = (error?: Error | null): void => {
        untaken -= bytes.length;
        writing.delete(fail);
        if (error == null) resolve();
        else fail();
      };
      void feed.then((take) => take(bytes, done));
    });
  };
  const stop = (): void => {
    void call.input.then((input) => input?.end());
    link.cancel(id);
  };
  return { write, stop, ended: call.result };
}

function hasEnded(): Error {
  return new Error("the program has ended");
}

/** A pipe that broke has no reader any more: the end of the program says why. */
function toFeed(input: Socket): Feed {
  return (bytes, done) => void input.write(bytes, done);
}

interface Waiting {
  bytes: number;
  readonly done: () => void;
}

function createRelay(call: GatewayCall, link: RunnerLink, id: number): Feed {
  const waiting: Waiting[] = [];
  call.taken = (bytes) => {
    for (let rest = bytes; rest > 0 && waiting[0] !== undefined;) {
      const taken = Math.min(rest, waiting[0].bytes);
      waiting[0].bytes -= taken;
      rest -= taken;
      if (waiting[0].bytes === 0) waiting.shift()?.done();
    }
  };
  return (bytes, done) => {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) link.feed(id, bytes.subarray(at, at + PIECE_BYTES));
    if (bytes.length === 0) done();
    else waiting.push({ bytes: bytes.length, done });
  };
}

function toStartFailure(error: unknown): ProcessEnd {
  const errno = error instanceof RangeError ? "E2BIG" : "EINVAL";
  return { kind: "spawn-failed", errno, message: `the program could not be handed to the process runner (${errno})` };
}
