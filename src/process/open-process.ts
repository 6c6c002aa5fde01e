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
  return { ...request, ...caps, interactive: true, stream: true };
}

function toEnded(call: GatewayCall, end: ProcessEnd): OpenProcess {
  call.onLost(end, 0);
  const gone = new Error("the program was not started");
  return { write: () => Promise.reject(gone), stop: () => undefined, ended: call.result };
}

interface Waiting {
  bytes: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

function toOpen(call: GatewayCall, link: RunnerLink, id: number): OpenProcess {
  let waiting: Waiting[] = [];
  let untaken = 0;
  let isOver = false;
  call.taken = (bytes) => {
    untaken -= bytes;
    for (let rest = bytes; rest > 0 && waiting[0] !== undefined;) {
      const taken = Math.min(rest, waiting[0].bytes);
      waiting[0].bytes -= taken;
      rest -= taken;
      if (waiting[0].bytes === 0) waiting.shift()?.resolve();
    }
  };
  const finish = (): void => {
    isOver = true;
    for (const { reject } of waiting) reject(new Error("the program has ended"));
    waiting = [];
  };
  call.result.then(finish, finish);
  const write = (bytes: Uint8Array): Promise<void> => {
    if (isOver) return Promise.reject(new Error("the program has ended"));
    if (untaken + bytes.length > MAX_UNTAKEN_BYTES) return Promise.reject(new Error("the program does not read"));
    untaken += bytes.length;
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) link.feed(id, bytes.subarray(at, at + PIECE_BYTES));
    if (bytes.length === 0) return Promise.resolve();
    return new Promise((resolve, reject) => waiting.push({ bytes: bytes.length, resolve, reject }));
  };
  return { write, stop: () => link.cancel(id), ended: call.result };
}

function toStartFailure(error: unknown): ProcessEnd {
  const errno = error instanceof RangeError ? "E2BIG" : "EINVAL";
  return { kind: "spawn-failed", errno, message: `the program could not be handed to the process runner (${errno})` };
}
