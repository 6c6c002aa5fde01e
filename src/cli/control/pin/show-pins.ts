import type { PinnedServer } from "../../../control/pins/pin-control.ts";
import type { DescribedPin } from "../../../mcp-bridge/pins/describe-pins.ts";
import { suggestNearest } from "../../../text/find-nearest.ts";
import { CliError } from "../../cli-error.ts";
import type { Cli } from "../../cli.ts";
import { EXIT } from "../../exit-codes.ts";
import type { ExitCode } from "../../exit-codes.ts";
import type { Screen } from "../../output/screen.ts";
import { renderTable } from "../../output/table.ts";
import { renderPin } from "./render-pin.ts";

/** @param server `null`: an overview of all */
export async function showPins(cli: Cli, server: string | null, tools: readonly string[]): Promise<ExitCode> {
  return cli.withRuntime("control", async ({ control }) => {
    const servers = (await control.pins.list()).filter(({ isConfigured }) => isConfigured);
    if (server === null) {
      cli.print(servers, (screen) => renderOverview(servers, screen));
      if (servers.length === 0) cli.note("No server was seen yet: `toolgate servers test NAME` connects to one.");
      return EXIT.ok;
    }
    const waiting = listWaiting(expectSeen(servers, server), tools);
    cli.print(waiting, (screen) => waiting.map((pin) => renderPin(pin, screen)).join("\n"));
    if (waiting.length === 0) cli.note("Nothing waits: the server offers what was accepted.");
    return EXIT.ok;
  });
}

export function expectSeen(servers: readonly PinnedServer[], name: string): PinnedServer {
  const found = servers.find(({ server, isConfigured }) => server === name && isConfigured);
  if (found !== undefined) return found;
  const hint = "`toolgate servers list` shows them; `toolgate servers test NAME` connects to one";
  const names = servers.filter(({ isConfigured }) => isConfigured).map(({ server }) => server);
  const message = `no MCP server named \`${name}\` was seen here yet${suggestNearest(name, names)}`;
  throw new CliError("UNKNOWN_SERVER", message, { hint });
}

/** What differs from what was accepted; of the named tools, or of all that the configuration does not leave out. */
export function listWaiting({ server, pins }: PinnedServer, tools: readonly string[]): readonly DescribedPin[] {
  const unknown = tools.find((name) => !pins.some(({ tool }) => tool === name));
  if (unknown !== undefined) {
    throw new CliError("UNKNOWN_TOOL", `the MCP server \`${server}\` has no tool \`${unknown}\``, {
      hint: "write it as the server does, without our prefix",
    });
  }
  const isMeant = ({ tool, isLeftOut }: DescribedPin): boolean =>
    tools.length === 0 ? !isLeftOut : tools.includes(tool);
  return pins.filter((pin) => pin.state !== "accepted" && isMeant(pin));
}

function renderOverview(servers: readonly PinnedServer[], screen: Screen): string {
  if (servers.length === 0) return "";
  const count = (one: PinnedServer, state: DescribedPin["state"]): string =>
    String(one.pins.filter((pin) => pin.tool !== "" && !pin.isLeftOut && pin.state === state).length);
  return renderTable(
    [
      { title: "server", value: ({ server }: PinnedServer) => server },
      { title: "accepted", value: (one) => count(one, "accepted") },
      { title: "added", value: (one) => count(one, "added") },
      { title: "changed", value: (one) => count(one, "changed") },
      { title: "removed", value: (one) => count(one, "removed") },
      { title: "itself", value: ({ pins }) => pins.find(({ tool }) => tool === "")?.state ?? "" },
      {
        title: "findings",
        value: ({ pins }) => String(pins.flatMap(({ isLeftOut, findings }) => (isLeftOut ? [] : findings)).length),
      },
    ],
    servers,
    screen,
  );
}
