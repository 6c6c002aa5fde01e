import type { PinnedServer } from "../../../control/pins/pin-control.ts";
import type { McpServer } from "../../../config/mcp/mcp-server.ts";
import type { Cli } from "../../cli.ts";
import { EXIT } from "../../exit-codes.ts";
import type { ExitCode } from "../../exit-codes.ts";
import type { Screen } from "../../output/screen.ts";
import { renderTable } from "../../output/table.ts";

interface ListedServer extends Pick<
  McpServer,
  "name" | "layer" | "transport" | "target" | "enabled" | "lazy" | "prefix" | "access"
> {
  /** Tools that were accepted, and that wait for a human; `null`: it was never connected to. */
  readonly tools: { readonly accepted: number; readonly waiting: number } | null;
}

export async function listServers(cli: Cli): Promise<ExitCode> {
  return cli.withRuntime("control", async ({ config, control }) => {
    const pinned = await control.pins.list();
    const servers = config.mcpServers.map((server) => toListed(server, pinned));
    cli.print(servers, (screen) => renderServers(servers, screen));
    if (servers.length === 0) cli.note("No servers: `toolgate servers add NAME` writes one into the configuration.");
    return EXIT.ok;
  });
}

function toListed(server: McpServer, pinned: readonly PinnedServer[]): ListedServer {
  const { name, layer, transport, target, enabled, lazy, prefix, access } = server;
  const known = pinned.find((one) => one.server === name && one.isConfigured);
  const tools = known?.pins.filter(({ tool }) => tool !== "") ?? [];
  const accepted = tools.filter(({ state }) => state === "accepted").length;
  const counts = known === undefined ? null : { accepted, waiting: tools.length - accepted };
  return { name, layer, transport, target, enabled, lazy, prefix, access, tools: counts };
}

function renderServers(servers: readonly ListedServer[], screen: Screen): string {
  if (servers.length === 0) return "";
  return renderTable(
    [
      { title: "server", value: ({ name }: ListedServer) => name },
      { title: "from", value: ({ layer }) => layer },
      { title: "over", value: ({ transport }) => transport },
      { title: "target", value: ({ target }) => target, shrinks: true },
      { title: "tools", value: ({ tools }) => (tools === null ? "never seen" : String(tools.accepted)) },
      { title: "waiting", value: ({ tools }) => (tools === null ? "" : String(tools.waiting)) },
      { title: "", value: ({ enabled, lazy }) => (!enabled ? "off" : lazy ? "lazy" : "") },
    ],
    servers,
    screen,
  );
}
