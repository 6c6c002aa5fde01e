import type { McpServer } from "../../config/mcp/mcp-server.ts";
import { SYSTEM_CLOCK } from "../health/clock.ts";
import { UpstreamKeeper } from "../health/upstream-keeper.ts";
import type { UpstreamConnection, UpstreamListeners } from "../upstream.ts";
import { toFailure } from "./explain-failure.ts";
import { openSession } from "./open-session.ts";
import type { UpstreamParts } from "./upstream-parts.ts";

/** The connection to one upstream server. Nothing is started or reached before it is first asked to connect. */
export function createUpstreamConnection(
  server: McpServer,
  parts: UpstreamParts,
  listeners: UpstreamListeners,
): UpstreamConnection {
  const clock = parts.clock ?? SYSTEM_CLOCK;
  return new UpstreamKeeper(
    server,
    {
      clock,
      open: (news, signal) => openSession(server, parts, news, signal),
      explain: (error) => toFailure(error, parts.scrub),
      idleMs: server.transport === "stdio" ? (server.idleMs ?? null) : null,
    },
    listeners,
  );
}
