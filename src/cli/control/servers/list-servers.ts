import type { PinnedServer } from "../../../control/pins/pin-control.ts";
import type { McpServer } from "../../../config/mcp/mcp-server.ts";
import type { Cli } from "../../cli.ts";
import { EXIT } from "../../exit-codes.ts";
import type { ExitCode } from "../../exit-codes.ts";
import { askServers } from "../../local/ask-servers.ts";
import type { LiveServer } from "../../../server/local/forward/servers-wire.ts";
import type { Screen } from "../../output/screen.ts";
import { renderTable } from "../../output/table.ts";
import { escapeLine } from "../../output/text/escape.ts";
import { quoteArguments } from "../../../text/quote-arguments.ts";
import { warnUntrusted } from "../../output/untrusted.ts";
import { isAnother, warnAnother } from "./warn-another.ts";
import { describeGateway, describeState, findLive, isAnswered, listTroubles } from "./live-servers.ts";

interface ListedServer extends Pick<
  McpServer,
  "name" | "layer" | "transport" | "target" | "args" | "enabled" | "lazy" | "prefix" | "access"
> {
  /** Tools that were accepted, refused, and that wait for a human; `null`: it was never connected to. */
  readonly tools: { readonly accepted: number; readonly refused: number; readonly waiting: number } | null;
  /** Whether it says of itself what nobody accepted: then none of its tools is used. */
  readonly isAnother: boolean;
  /** Tools that can never be used as they are, whoever accepts them. */
  readonly leftOut: readonly { readonly tool: string; readonly reason: string }[];
  /** How it is for the gateway that runs; `null`: there is none, or it does not use this server. */
  readonly live: Pick<LiveServer, "state" | "tools"> | null;
}

export async function listServers(cli: Cli): Promise<ExitCode> {
  return cli.withRuntime("control", async ({ config, control }) => {
    const pinned = await control.pins.list();
    const asked = config.mcpServers.length === 0 ? null : await askServers(cli, { want: "list" });
    const live = isAnswered(asked) ? asked.servers : [];
    const servers = config.mcpServers.map((server) => toListed(server, pinned, live));
    cli.print(servers, (screen) => renderServers(servers, isAnswered(asked), screen));
    warnUntrusted(config.trust, cli);
    for (const { name, leftOut } of servers) {
      for (const { tool, reason } of leftOut)
        cli.note(escapeLine(`${name} without ${JSON.stringify(tool)}: ${reason}`));
    }
    for (const { name, isAnother } of servers) if (isAnother) cli.note(warnAnother(name));
    for (const line of listTroubles(servers, cli.err)) cli.note(line);
    if (servers.some(({ enabled }) => enabled)) cli.note(describeGateway(asked));
    for (const line of listNextSteps(servers, isAnswered(asked), config.trust.kind === "untrusted")) cli.note(line);
    return EXIT.ok;
  });
}

function toListed(server: McpServer, pinned: readonly PinnedServer[], gateway: readonly LiveServer[]): ListedServer {
  const { name, layer, transport, target, args = [], enabled, lazy, prefix, access } = server;
  const known = pinned.find((one) => one.server === name && one.isConfigured);
  const tools = known?.pins.filter(({ tool, isLeftOut }) => tool !== "" && !isLeftOut) ?? [];
  const leftOut = tools.flatMap(({ tool, unusable }) => (unusable === null ? [] : [{ tool, reason: unusable }]));
  const usable = tools.filter(({ unusable }) => unusable === null);
  const accepted = usable.filter(({ state }) => state === "accepted").length;
  const refused = usable.filter(({ state, isRefused }) => state !== "accepted" && isRefused).length;
  const counts = known === undefined ? null : { accepted, refused, waiting: usable.length - accepted - refused };
  return {
    name,
    layer,
    transport,
    target,
    args,
    enabled,
    lazy,
    prefix,
    access,
    tools: counts,
    isAnother: isAnother(known?.pins.find(({ tool }) => tool === "")),
    leftOut,
    live: findLive(name, gateway),
  };
}

function renderServers(servers: readonly ListedServer[], hasGateway: boolean, screen: Screen): string {
  if (servers.length === 0) return "";
  return renderTable(
    [
      { title: "server", value: ({ name }: ListedServer) => name },
      { title: "from", value: ({ layer }) => layer },
      { title: "over", value: ({ transport }) => transport },
      { title: "target", value: toTarget, shrinks: true },
      { title: "tools", value: ({ tools }) => (tools === null ? "never seen" : String(tools.accepted)) },
      { title: "waiting", value: ({ tools }) => (tools === null ? "" : String(tools.waiting)) },
      { title: "mcp", value: ({ live }) => (live?.state.kind === "ready" ? live.state.protocolVersion : "") },
      { title: "state", value: (server) => describeState(server, hasGateway, screen) },
    ],
    servers,
    screen,
  );
}

function toTarget({ transport, target, args = [] }: ListedServer): string {
  return transport === "stdio" ? quoteArguments([target, ...args]) : target;
}

/** What a person may want to do about what the table shows. */
function listNextSteps(servers: readonly ListedServer[], hasGateway: boolean, isUntrusted: boolean): readonly string[] {
  if (servers.length === 0) {
    return isUntrusted ? [] : ["No servers: `toolgate servers add NAME` writes one into the configuration."];
  }
  const used = servers.filter(({ enabled }) => enabled);
  const unseen = used.find(({ tools, live }) => tools === null && live === null);
  const waiting = used.filter(({ tools }) => (tools?.waiting ?? 0) > 0);
  const ailing = used.find(({ live }) => live?.state.kind === "waiting" || live?.state.kind === "failed");
  const isOld = hasGateway && used.some(({ live }) => live === null);
  return [
    ...(isOld ? ["The gateway reads the configuration when it starts: start it again to use what is new."] : []),
    ...(ailing === undefined
      ? []
      : [`To try it now: \`toolgate servers retry ${escapeLine(ailing.name)}\` connects to it.`]),
    ...(unseen === undefined
      ? []
      : [`Never seen: \`toolgate servers test ${escapeLine(unseen.name)}\` connects to it.`]),
    ...waiting.map(
      ({ name }) => `Waiting for you: \`toolgate pin diff ${escapeLine(name)}\`, then \`pin accept\` or \`refuse\`.`,
    ),
  ];
}
