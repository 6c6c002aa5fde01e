import { isObject } from "../model/json.ts";
import type { JsonObject } from "../model/json.ts";

/** Bytes of one event. A file that an agent writes is in it as a whole. */
export const MAX_EVENT_BYTES: number = 2 * 1024 * 1024;
/** Nested more deeply, an event is an attack on whoever walks it. */
const MAX_DEPTH = 64;

export type ParsedEvent =
  { readonly ok: true; readonly event: JsonObject } | { readonly ok: false; readonly message: string };

/** Reads what an agent wrote to standard input: one JSON object in UTF-8, with or without a byte order mark. */
export function parseEvent(bytes: Uint8Array): ParsedEvent {
  if (bytes.length > MAX_EVENT_BYTES) return refuse(`it has ${bytes.length} bytes; the limit is ${MAX_EVENT_BYTES}`);
  const text = decode(bytes);
  if (text === null) return refuse("it is not UTF-8");
  if (text.trim() === "") return refuse("it is empty");
  if (nestsTooDeeply(text)) return refuse(`it nests more than ${MAX_DEPTH} levels deep`);
  const value = parseJson(text);
  if (value === undefined) return refuse("it is not one JSON document");
  if (!isObject(value)) return refuse("it is not a JSON object");
  return { ok: true, event: value };
}

function refuse(problem: string): ParsedEvent {
  return { ok: false, message: `the hook's input cannot be read: ${problem}` };
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Counts brackets outside of strings. For a text that is no JSON the count means nothing, and the parser refuses it. */
function nestsTooDeeply(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0x22) inString = !inString;
    else if (inString) index += code === 0x5c ? 1 : 0;
    else if (code === 0x7b || code === 0x5b) depth += 1;
    else if (code === 0x7d || code === 0x5d) depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}
