import { readHints } from "../../../call/receive/read-hints.ts";
import type { Runtime } from "../../../call/runtime.ts";
import type { Caller, CallerHints } from "../../../model/caller.ts";
import { Refused } from "../../../model/errors.ts";
import { isMetaTool } from "../../../registry/disclosure/meta-tools.ts";

export interface NotedCall {
  readonly caller: Caller;
  readonly session: string | undefined;
  /** As the request said it. */
  readonly hints: unknown;
  /** The name that was called. */
  readonly name: string;
  /** The tool that it meant. */
  readonly tool: string;
}

/**
 * Who calls a tool that was not listed knows it from somewhere: from now on its group is listed in this session. Of a tool
 * that the caller may not see nothing is remembered.
 */
export async function noteCall({ disclosure }: Runtime, growing: string | undefined, call: NotedCall): Promise<void> {
  if (growing === undefined || isMetaTool(call)) return;
  const hints = toHints(call.hints);
  if (hints !== null)
    await disclosure.called({ caller: call.caller, session: call.session, hints }, growing, call.tool);
}

/** `null`: they cannot be read, so the call was refused. */
function toHints(hints: unknown): CallerHints | null {
  try {
    return readHints(hints);
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}
