import type { Client } from "@modelcontextprotocol/client";
import type { JsonValue } from "../../../model/json.ts";
import { listPages } from "./list-pages.ts";

/** All tools of a server, as sent. @throws UpstreamError for a list that is none, and what the client throws */
export function listTools(
  client: Pick<Client, "request" | "getServerCapabilities">,
  options: { readonly signal: AbortSignal; readonly timeout: number },
): Promise<readonly JsonValue[]> {
  if (client.getServerCapabilities()?.tools === undefined) return Promise.resolve([]);
  return listPages(client, { method: "tools/list", member: "tools", what: "tools" }, options);
}
