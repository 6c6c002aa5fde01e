import type { McpServer } from "../../../config/mcp/mcp-server.ts";
import type { LiveServer, ServersAnswer } from "../../../server/local/forward/servers-wire.ts";
import type { AskedServers } from "../../local/ask-servers.ts";
import type { Screen } from "../../output/screen.ts";
import { describeServerState } from "../../output/server-state.ts";
import { escapeLine } from "../../output/text/escape.ts";

/** What a gateway says of a server; `null`: nothing. */
type Live = Pick<LiveServer, "state" | "tools"> | null;

export function findLive(name: string, gateway: readonly LiveServer[]): Live {
  const found = gateway.find((one) => one.name === name);
  return found === undefined ? null : { state: found.state, tools: found.tools };
}

export function describeState(
  { enabled, lazy, live }: Pick<McpServer, "enabled" | "lazy"> & { readonly live: Live },
  hasGateway: boolean,
  screen: Screen,
): string {
  if (!enabled) return "off";
  if (live === null && hasGateway) return "not known to the gateway";
  if (live === null) return lazy ? "not connected, lazy" : "not connected";
  return describeServerState(live.state, new Date(), screen).short;
}

/** Why servers are not connected, a line each. */
export function listTroubles(
  servers: readonly { readonly name: string; readonly live: Live }[],
  screen: Screen,
): readonly string[] {
  return servers.flatMap(({ name, live }) => {
    const state = live?.state;
    if (state === undefined || !("reason" in state)) return [];
    const { why } = describeServerState(state, new Date(), screen);
    const hint = "hint" in state ? state.hint : undefined;
    return [escapeLine([`${name}: ${why ?? ""}`, ...(hint === undefined ? [] : [hint])].join("; "))];
  });
}

/** Whose word the states are. */
export function describeGateway(asked: AskedServers): string {
  if (asked === null) return "No gateway of this workspace runs, so nobody is connected: `toolgate serve` starts one.";
  if (typeof asked === "string") return `The gateway of this workspace cannot be asked: ${escapeLine(asked)}.`;
  return asked.ok ? `States as the gateway with process id ${asked.pid} has them.` : escapeLine(asked.message);
}

export function isAnswered(asked: AskedServers): asked is Extract<ServersAnswer, { ok: true }> {
  return asked !== null && typeof asked !== "string" && asked.ok;
}
