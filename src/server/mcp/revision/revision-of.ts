import { DEFAULT_NEGOTIATED_PROTOCOL_VERSION } from "@modelcontextprotocol/server";
import type { RequestContext } from "../request-context.ts";

/**
 * The revision of the protocol that a request is to be answered in: its own, that of its session, or the one in its header.
 * @param agreed what the client and this server agreed on when it initialized; `undefined`: it did not
 */
export function revisionOf({ mcpReq, http }: RequestContext, agreed: string | undefined): string {
  if (mcpReq.envelope !== undefined) return "2026-07-28";
  return agreed ?? http?.req?.headers.get("mcp-protocol-version") ?? DEFAULT_NEGOTIATED_PROTOCOL_VERSION;
}
