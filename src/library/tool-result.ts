import { TOOL_RESULT } from "../model/handler.ts";
import type { ToolResult } from "../model/handler.ts";
import type { JsonValue } from "../model/json.ts";

export interface ToolResultParts {
  /** What the model reads. @default `structured` as JSON */
  readonly forModel?: string | undefined;
  /** What the person beside the model sees. @default what the model reads */
  readonly forUser?: string | undefined;
  /** What programs get, and what `outputSchema` is about. @default null */
  readonly structured?: JsonValue | undefined;
}

/**
 * What a handler returns when model and person are to read different texts. Both are scrubbed like any output. @throws
 * TypeError for a text that is none
 */
export function toolResult({ forModel, forUser, structured = null }: ToolResultParts): ToolResult {
  for (const [name, text] of Object.entries({ forModel, forUser })) {
    if (text === undefined || typeof text === "string") continue;
    throw new TypeError(`expected text as \`${name}\`, got ${typeof text}`);
  }
  return { [TOOL_RESULT]: true, structured, forModel, forUser };
}
