import type { McpServer } from "../../config/mcp/mcp-server.ts";
import { SYSTEM_CLOCK } from "../health/clock.ts";
import { UpstreamKeeper } from "../health/upstream-keeper.ts";
import type { UpstreamConnection, UpstreamListeners } from "../upstream.ts";
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
      open: async (news, signal) => {
        const { openSession } = await import("./open-session.ts");
        return openSession(server, parts, news, signal);
      },
      // Read late, too: the library of the protocol would be a good part of what every command reads at its start.
      explain: async (error) => (await import("./explain-failure.ts")).toFailure(error, parts.scrub),
      idleMs: server.transport === "stdio" ? (server.idleMs ?? null) : null,
    },
    listeners,
  );
}
