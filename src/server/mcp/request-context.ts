import type { ServerContext } from "@modelcontextprotocol/server";

/** What of a request, and of the ways back to its client, answering it needs. */
export interface RequestContext {
  readonly mcpReq: Pick<
    ServerContext["mcpReq"],
    "method" | "_meta" | "envelope" | "inputResponses" | "requestState" | "signal" | "notify" | "send" | "log"
  >;
  readonly http?: Pick<NonNullable<ServerContext["http"]>, "req"> | undefined;
}
