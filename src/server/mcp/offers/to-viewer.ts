import type { ServerContext } from "@modelcontextprotocol/server";
import type { OfferViewer } from "../../../mcp-bridge/offers/create-offer-source.ts";
import type { McpConnection } from "../create-mcp-server.ts";
import { readListHints } from "../read-list-hints.ts";

/** Who asks, and what the request says of itself. */
export function toViewer(context: ServerContext, { options }: McpConnection): OfferViewer {
  return { ...options.identify(context.http?.req), hints: readListHints(context) };
}
