import { WITH_BATCHES } from "../../mcp/revision/with-batches.ts";
import { errorResponse } from "../error-response.ts";

/**
 * Refuses several messages in one body, but for the revision that has them. `null`: it may go on.
 * @param revision what the session or the request speaks; `undefined`: nothing says it, as in the first revision over HTTP
 */
export function refuseBatch(body: unknown, revision: string | undefined): Response | null {
  if (!Array.isArray(body) || (revision ?? WITH_BATCHES) === WITH_BATCHES) return null;
  const message = `Invalid Request: batches are for revision ${WITH_BATCHES} alone; send each message by itself`;
  return errorResponse({ status: 400, message, reason: "MALFORMED_CALL", code: -32600 });
}
