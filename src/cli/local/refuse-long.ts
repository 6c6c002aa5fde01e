import type { Writable } from "node:stream";
import { readEnds, tooLong } from "../../server/mcp/lines/read-ends.ts";
import type { LineEnds } from "../../server/mcp/lines/split-lines.ts";

export interface LongLine {
  readonly ends: LineEnds;
  readonly maxBytes: number;
  /** To whoever sent it. */
  readonly back: Writable;
  /** To whom it was sent. */
  readonly onward: Writable;
}

/**
 * Whoever sent a request is told that it goes nowhere; whoever waits for an answer gets an error in its place. Gives the id of
 * what was answered so.
 * @param toId under which id an answer is waited for; `null`: nobody does
 */
export function refuseLong(
  { ends, maxBytes, back, onward }: LongLine,
  toId: (id: string | number) => string | number | null = (id) => id,
): string | number | null {
  const { id, isAnswer } = readEnds(ends);
  const error = { code: -32600, message: tooLong(maxBytes) };
  if (!isAnswer) {
    back.write(`${JSON.stringify({ jsonrpc: "2.0", ...(id === undefined ? {} : { id }), error })}\n`);
    return null;
  }
  const awaited = id === undefined ? null : toId(id);
  if (awaited !== null) onward.write(`${JSON.stringify({ jsonrpc: "2.0", id: awaited, error })}\n`);
  return awaited;
}
