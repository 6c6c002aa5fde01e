import type { RequestContext } from "../request-context.ts";

/** What a request speaks that says nothing of it: so the protocol has it since there is a header for it. */
const UNSAID = "2025-03-26";

/**
 * The revision of the protocol that a request is to be answered in: its own, that of its session, or the one in its header.
 * @param agreed what the client and this server agreed on when it initialized; `undefined`: it did not
 */
export function revisionOf({ mcpReq, http }: RequestContext, agreed: string | undefined): string {
  if (mcpReq.envelope !== undefined) return "2026-07-28";
  return agreed ?? http?.req?.headers.get("mcp-protocol-version") ?? UNSAID;
}
