import type { ProcessEnd, ProcessRequest, StarterName } from "./process-runner.ts";
import type { DirectPipes, StartOrder } from "./runner/started-child.ts";

/** Frame types. The gateway sends `run`, `cancel`, `input` and `piped`, the runner the others. */
export const MESSAGE = {
  run: 1,
  cancel: 2,
  input: 3,
  piped: 4,
  ready: 16,
  started: 17,
  stdout: 18,
  stderr: 19,
  ended: 20,
  taken: 21,
} as const;

/** `id` is a number of this connection; the call id is only the marker of the processes. */
export type RunMessage = StartOrder & { readonly id: number };

/** The header and the payload of a request: what the program reads travels as it is. */
export function toRunFrame(
  { stdin, ...order }: ProcessRequest,
  id: number,
): readonly [header: object, payload: Buffer] {
  return [{ ...order, id }, Buffer.from(stdin ?? "")];
}

export interface StartedMessage {
  readonly id: number;
  readonly pid: number;
  readonly startTicks: number;
  readonly startedAtMs: number;
  /** Descriptors of the runner, offered to the gateway, which must answer with `piped`; `null`: all goes through the runner. */
  readonly pipes: DirectPipes | null;
}

export interface EndedMessage {
  readonly id: number;
  readonly end: ProcessEnd;
  readonly durationMs: number;
  readonly stdoutBytes: number;
  readonly stderrBytes: number;
  readonly stdoutHash: string;
  readonly stderrHash: string;
  readonly leftoverProcesses: number;
}

/** Throws a TypeError for a header that names no call. */
export function parseId(header: unknown): number {
  return number(record(header), "id");
}

/** Throws a TypeError for anything that the gateway would not have sent. */
export function parseRun(header: unknown, payload: Uint8Array): RunMessage {
  const fields = record(header);
  if (fields["stdin"] !== undefined) throw mismatch("input as payload", fields["stdin"]);
  const interactive = fields["interactive"] !== undefined && flag(fields, "interactive");
  return {
    id: number(fields, "id"),
    callId: text(fields, "callId"),
    argv: list(fields, "argv"),
    cwd: text(fields, "cwd"),
    env: environment(fields["env"]),
    stdin: payload.length === 0 && !interactive ? undefined : payload,
    interactive,
    direct: fields["direct"] !== undefined && flag(fields, "direct"),
    maxTotalBytes: fields["maxTotalBytes"] === undefined ? undefined : number(fields, "maxTotalBytes"),
    timeoutMs: number(fields, "timeoutMs"),
    maxStdoutBytes: number(fields, "maxStdoutBytes"),
    maxStderrBytes: number(fields, "maxStderrBytes"),
    stream: flag(fields, "stream"),
    ownNamespace: fields["ownNamespace"] !== undefined && flag(fields, "ownNamespace"),
    places: fields["places"] === undefined ? undefined : list(fields, "places"),
    reportsExit: fields["reportsExit"] !== undefined && flag(fields, "reportsExit"),
  };
}

/** Throws a TypeError for anything that the runner would not have sent. */
export function parseReady(header: unknown): StarterName {
  const starter = text(record(header), "starter");
  if (starter !== "posix_spawn" && starter !== "fork") throw mismatch("posix_spawn or fork for starter", starter);
  return starter;
}

/** How many bytes of input a program took. Throws a TypeError for anything that the runner would not have sent. */
export function parseTaken(header: unknown): number {
  return number(record(header), "bytes");
}

/** Throws a TypeError for anything that the runner would not have sent. */
export function parseStarted(header: unknown): StartedMessage {
  const fields = record(header);
  return {
    id: number(fields, "id"),
    pid: number(fields, "pid"),
    startTicks: number(fields, "startTicks"),
    startedAtMs: number(fields, "startedAtMs"),
    pipes: fields["pipes"] === null ? null : pipes(record(fields["pipes"])),
  };
}

/** Whether the gateway took the pipes that it was offered. Throws a TypeError for anything that it would not have sent. */
export function parsePiped(header: unknown): boolean {
  return flag(record(header), "taken");
}

/** Throws a TypeError for anything that the runner would not have sent. */
export function parseEnded(header: unknown): EndedMessage {
  const fields = record(header);
  return {
    id: number(fields, "id"),
    end: end(record(fields["end"])),
    durationMs: number(fields, "durationMs"),
    stdoutBytes: number(fields, "stdoutBytes"),
    stderrBytes: number(fields, "stderrBytes"),
    stdoutHash: text(fields, "stdoutHash"),
    stderrHash: text(fields, "stderrHash"),
    leftoverProcesses: number(fields, "leftoverProcesses"),
  };
}

function end(fields: Fields): ProcessEnd {
  const kind = text(fields, "kind");
  if (kind === "exited") return { kind, exitCode: number(fields, "exitCode") };
  if (kind === "signalled") return { kind, signal: text(fields, "signal") };
  if (kind === "timeout" || kind === "output-limit" || kind === "cancelled") return { kind };
  if (kind === "spawn-failed") return { kind, errno: text(fields, "errno"), message: text(fields, "message") };
  throw new TypeError(`unknown end ${JSON.stringify(kind)} in a runner message`);
}

function pipes(fields: Fields): DirectPipes {
  return { stdin: number(fields, "stdin"), stdout: number(fields, "stdout") };
}

type Fields = Readonly<Record<string, unknown>>;

function record(value: unknown): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw mismatch("an object", value);
  return value as Fields;
}

function number(fields: Fields, key: string): number {
  const value = fields[key];
  if (typeof value !== "number" || !(value >= 0)) throw mismatch(`a number for ${key}`, value);
  return value;
}

function text(fields: Fields, key: string): string {
  const value = fields[key];
  if (typeof value !== "string") throw mismatch(`a string for ${key}`, value);
  return value;
}

function flag(fields: Fields, key: string): boolean {
  const value = fields[key];
  if (typeof value !== "boolean") throw mismatch(`true or false for ${key}`, value);
  return value;
}

function list(fields: Fields, key: string): readonly string[] {
  const value = fields[key];
  if (!Array.isArray(value) || !value.every((item) => typeof item === "string")) {
    throw mismatch(`strings for ${key}`, value);
  }
  return value;
}

function environment(value: unknown): Readonly<Record<string, string>> {
  const fields = record(value);
  if (!Object.values(fields).every((item) => typeof item === "string")) throw mismatch("strings for env", value);
  return fields as Readonly<Record<string, string>>;
}

function mismatch(expected: string, value: unknown): TypeError {
  return new TypeError(`runner message: expected ${expected}, got ${value === null ? "null" : typeof value}`);
}
