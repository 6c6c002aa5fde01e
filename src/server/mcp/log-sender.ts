import type { CallEvent } from "../../model/call.ts";
import type { RequestContext } from "./request-context.ts";

/** Where a request of 2026-07-28 says which lines it wants. */
const LOG_LEVEL_KEY = "io.modelcontextprotocol/logLevel";
/** Lines of one call that go out; what a server writes beyond them is nobody's to read. */
const MAX_LINES = 1_000;

/**
 * Hands on what upstream servers log; `undefined`: this client asked for nothing, or nothing can be sent to it. Which levels it
 * wants, the library knows.
 */
export function createLogSender(
  { mcpReq }: RequestContext,
  { listChanged, onError }: { readonly listChanged: string; readonly onError: (error: Error) => void },
): ((event: CallEvent) => void) | undefined {
  const { envelope } = mcpReq;
  const isWanted = envelope === undefined ? listChanged === "send" : LOG_LEVEL_KEY in envelope;
  if (!isWanted) return undefined;
  let left = MAX_LINES;
  return (event) => {
    if (event.kind !== "log" || left === 0) return;
    left -= 1;
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- clients of earlier revisions have nothing else
    mcpReq.log(event.level, event.data, event.logger).catch((error: unknown) => onError(error as Error));
  };
}
