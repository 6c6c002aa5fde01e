import type { RawCall, ReceivedCall } from "../model/call.ts";
import { Refused } from "../model/errors.ts";
import type { JsonObject } from "../model/json.ts";
import type { TraceContext } from "../model/trace.ts";
import type { Gate } from "./gate.ts";
import { makeCallId } from "./receive/make-call-id.ts";
import { readHints } from "./receive/read-hints.ts";
import { refuseWrapped } from "./receive/unwrap-call.ts";

/** Nested more deeply than this, arguments are an attack on whoever walks them. */
const MAX_DEPTH = 64;
const MAX_NAME_LENGTH = 200;

/** Turns what came into a call: a name, a JSON object within its limits, a caller who may call at all. */
export function receive(raw: RawCall, gate: Gate, trace: TraceContext | null = null): ReceivedCall {
  if (!raw.caller.roles.includes("agent")) throw notAnAgent(raw);
  refuseWrapped(raw);
  const timeoutMs = readTimeout(raw.timeoutMs ?? null);
  const toolName = readName(raw.tool);
  const args = readArguments(raw.args ?? {}, gate.config.limits.maxArgumentBytes);
  const receivedAt = gate.now();
  const call = {
    id: makeCallId(receivedAt),
    entry: raw.entry,
    toolName,
    args,
    caller: raw.caller,
    session: raw.session ?? null,
    parent: raw.parent ?? null,
    receivedAt,
    timeoutMs,
    hold: raw.hold ?? true,
    hints: readHints(raw.hints),
    delegated: raw.delegated ?? false,
    trace,
  };
  return { call };
}

function notAnAgent({ caller }: RawCall): Refused {
  const message = `calling tools needs the role \`agent\`; the credential \`${caller.credential}\` has: ${caller.roles.join(", ") || "none"}`;
  return new Refused("receive", "FORBIDDEN", message, { hint: "use a token made with `--role agent`" });
}

function readTimeout(timeoutMs: number | null): number | null {
  if (timeoutMs === null || (Number.isFinite(timeoutMs) && timeoutMs > 0)) return timeoutMs;
  throw new Refused("receive", "MALFORMED_CALL", `expected a time limit above 0 ms, got ${timeoutMs}`);
}

function readName(name: unknown): string {
  if (typeof name !== "string" || name === "") {
    throw new Refused("receive", "MALFORMED_CALL", `expected the tool's name as a string, got ${typeName(name)}`);
  }
  if (name.length > MAX_NAME_LENGTH) {
    const message = `expected a tool name of at most ${MAX_NAME_LENGTH} characters, got ${name.length}`;
    throw new Refused("receive", "MALFORMED_CALL", message);
  }
  return name;
}

/** A copy, so that nothing the sender still holds can change what was checked. */
function readArguments(args: unknown, maxBytes: number): JsonObject {
  if (typeof args !== "object" || args === null || Array.isArray(args)) {
    throw new Refused("receive", "MALFORMED_CALL", `expected the arguments as an object, got ${typeName(args)}`);
  }
  const text = toJsonText(args);
  const bytes = Buffer.byteLength(text);
  if (bytes > maxBytes) {
    const message = `the arguments are ${bytes} bytes of JSON; the limit is ${maxBytes}`;
    const hint = "pass large data as a file, or raise `[limits] max_argument_bytes`";
    throw new Refused("receive", "ARGUMENTS_TOO_LARGE", message, { hint, details: { bytes, limit: maxBytes } });
  }
  if (nestsDeeperThan(text, MAX_DEPTH)) throw tooDeep();
  return JSON.parse(text) as JsonObject;
}

function toJsonText(args: object): string {
  try {
    return JSON.stringify(args);
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep();
    const cause = error instanceof Error ? error.message : String(error);
    throw new Refused("receive", "MALFORMED_CALL", `the arguments are not JSON: ${cause}`);
  }
}

function tooDeep(): Refused {
  return new Refused("receive", "MALFORMED_CALL", `the arguments nest more than ${MAX_DEPTH} levels deep`);
}

/** Counts brackets outside strings; exact, because the text was just made by `JSON.stringify`. */
function nestsDeeperThan(text: string, limit: number): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x22) inString = !inString;
    else if (inString) index += code === 0x5c ? 1 : 0;
    else if (code === 0x7b || code === 0x5b) depth += 1;
    else if (code === 0x7d || code === 0x5d) depth -= 1;
    if (depth > limit) return true;
  }
  return false;
}

function typeName(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "an array" : value === "" ? "an empty string" : `a value of type ${typeof value}`;
}
