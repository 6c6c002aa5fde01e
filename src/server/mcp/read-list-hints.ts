import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { readHints } from "../../call/receive/read-hints.ts";
import type { CallerHints } from "../../model/caller.ts";
import { Refused } from "../../model/errors.ts";
import type { RequestContext } from "./request-context.ts";
import { isObject } from "../../model/json.ts";

/** What a request says of itself, under this key of its `_meta`. */
const HINTS_KEY = "toolgate/hints";
/** Tools, groups or globs that a request limits itself to: the hint `allow` alone. */
const ALLOW_KEY = "toolgate/allow";

/** The hints of a request, unread. Of two lists what both let through would be right, and nobody needs it: that is refused. */
export function toHints(meta: Readonly<Record<string, unknown>> | undefined): unknown {
  const { [HINTS_KEY]: hints, [ALLOW_KEY]: allow } = meta ?? {};
  if (allow === undefined) return hints;
  if (hints === undefined) return { allow };
  const hasOwn = isObject(hints) && !("allow" in hints);
  // Not an object, so that reading it refuses the request.
  return hasOwn ? { ...hints, allow } : `both \`${HINTS_KEY}\` and \`${ALLOW_KEY}\``;
}

/** What a request that lists something says of itself. @throws ProtocolError for what cannot be read */
export function readListHints({ mcpReq }: RequestContext): CallerHints {
  return readMetaHints(mcpReq._meta);
}

/** The same of the `_meta` of a request. @throws ProtocolError for what cannot be read */
export function readMetaHints(meta: Readonly<Record<string, unknown>> | undefined): CallerHints {
  try {
    return readHints(toHints(meta));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.info.message);
  }
}
