import type { HttpResult } from "../../../backends/backend.ts";
import type { Scrubber } from "../../../output/scrub/scrubber.ts";
import { decodeText } from "../../../output/text/decode-text.ts";
import { showText } from "../../../text/show-text.ts";

/** Of these a text would be noise. */
const BINARY =
  /^(?:(?:image|audio|video|font)\/|application\/(?:octet-stream|pdf|zip|gzip|zstd|x-(?:tar|gzip|7z-compressed)|wasm)\b)/i;

/** An answer's body as text, in the encoding that it states; what was cut off is said, not hidden. */
export function decodeBody(
  { body, bodyBytes, bodyComplete }: HttpResult,
  type: string,
  { scrub, scrubCut }: Scrubber,
): string {
  if (BINARY.test(type) && !/^image\/svg/i.test(type)) {
    return `(${bodyBytes} bytes of ${showText(scrub(type))}, not shown)`;
  }
  const text = decodeStated(body, type);
  if (bodyBytes <= body.byteLength && bodyComplete) return text;
  const kept = scrubCut(text);
  const shown = kept === text ? body.byteLength : Buffer.byteLength(kept);
  return `${kept}\n... [truncated, ${shown}/${bodyBytes}${bodyComplete ? "" : "+"} bytes shown]`;
}

/** In an encoding that nobody knows a body is read as if it stated none. */
export function decodeStated(body: Uint8Array, type: string): string {
  const label = /;\s*charset\s*=\s*"?([^\s";]{1,40})/i.exec(type)?.[1];
  if (label === undefined) return decodeText(body);
  try {
    return new TextDecoder(label).decode(body);
  } catch {
    return decodeText(body);
  }
}
