import { TOOL_RESULT } from "../model/handler.ts";
import type { ToolResult } from "../model/handler.ts";
import type { JsonValue } from "../model/json.ts";
import type { ContentBlock } from "../model/outcome.ts";
import { showText } from "../text/show-text.ts";

export interface ToolResultParts {
  /** What the model reads. @default `structured` as JSON */
  readonly forModel?: string | undefined;
  /** What the person beside the model sees. @default what the model reads */
  readonly forUser?: string | undefined;
  /** Parts of any kind for the model, such as images; instead of `forModel`. @default the text */
  readonly content?: readonly ContentBlock[] | undefined;
  /** What programs get, and what `outputSchema` is about. @default null */
  readonly structured?: JsonValue | undefined;
}

const KEYS: readonly string[] = ["forModel", "forUser", "content", "structured"];

/**
 * What a handler returns when model and person are to read different texts. Both are scrubbed like any output. @throws
 * TypeError for a text that is none, and for anything but an object with these keys
 */
export function toolResult(parts: ToolResultParts): ToolResult {
  checkKeys(parts);
  const { forModel, forUser, content, structured = null } = parts;
  if (content !== undefined && forModel !== undefined) {
    throw new TypeError("expected either `content` or `forModel`, got both");
  }
  for (const [name, text] of Object.entries({ forModel, forUser })) {
    if (text === undefined || typeof text === "string") continue;
    throw new TypeError(`expected text as \`${name}\`, got ${typeof text}`);
  }
  return { [TOOL_RESULT]: true, structured, forModel, forUser, content };
}

/** Whatever stood under another key would be lost, and nobody would see why. */
function checkKeys(parts: unknown): void {
  const known = KEYS.map((key) => `\`${key}\``).join(", ");
  if (typeof parts !== "object" || parts === null || Array.isArray(parts)) {
    const came = parts == null ? String(parts) : Array.isArray(parts) ? "an array" : `a ${typeof parts}`;
    throw new TypeError(`toolResult expects an object with the keys ${known}, got ${came}`);
  }
  const unknown = Object.keys(parts).find((key) => !KEYS.includes(key));
  if (unknown === undefined) return;
  throw new TypeError(`toolResult does not know the key \`${showText(unknown)}\`; it takes ${known}`);
}
