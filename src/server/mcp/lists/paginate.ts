import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";

export interface Page<T> {
  readonly entries: readonly T[];
  readonly nextCursor?: string;
}

/**
 * One page of a list in the order of `keyOf`. A cursor says after which entry to go on, so that what comes and goes in between
 * makes no other entry appear twice or get lost. @throws ProtocolError for a cursor that is none
 */
export function paginate<T>(
  sorted: readonly T[],
  keyOf: (entry: T) => string,
  cursor: string | undefined,
  size: number,
): Page<T> {
  const after = cursor === undefined ? null : readCursor(cursor);
  const start = after === null ? 0 : sorted.findIndex((entry) => keyOf(entry) > after);
  const entries = start === -1 ? [] : sorted.slice(start, start + size);
  const last = entries.at(-1);
  if (last === undefined || start + size >= sorted.length) return { entries };
  return { entries, nextCursor: Buffer.from(JSON.stringify({ after: keyOf(last) })).toString("base64url") };
}

function readCursor(cursor: string): string {
  try {
    const { after } = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")) as { readonly after?: unknown };
    if (typeof after === "string") return after;
  } catch {
    // Not one of ours.
  }
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, "unknown cursor: ask for the first page again");
}
