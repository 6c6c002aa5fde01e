import type { OfferViewer } from "../../../mcp-bridge/offers/create-offer-source.ts";
import type { McpConnection } from "../create-mcp-server.ts";
import { readListHints } from "../read-list-hints.ts";
import type { RequestContext } from "../request-context.ts";

/** Who asks, and what the request says of itself. */
export function toViewer(context: RequestContext, { options }: McpConnection): OfferViewer {
  return { ...options.identify(context.http?.req), hints: readListHints(context) };
}
