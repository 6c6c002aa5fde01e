import type { Config } from "../../../config/config.ts";
import type { McpServer } from "../../../config/mcp/mcp-server.ts";
import { suggestNearest } from "../../../text/find-nearest.ts";
import { CliError } from "../../cli-error.ts";

/** The enabled server of that name. @throws CliError that says what there is instead, and what to do */
export function expectServer(name: string, { mcpServers, trust }: Pick<Config, "mcpServers" | "trust">): McpServer {
  const found = mcpServers.find((server) => server.name === name);
  if (found === undefined) {
    const names = mcpServers.map((server) => server.name);
    const message = `no MCP server is called \`${name}\`${suggestNearest(name, names)}`;
    const hint =
      trust.kind === "untrusted"
        ? "this folder is not trusted, so its servers are left out: see `toolgate trust`"
        : "`toolgate servers list` shows those of the configuration";
    throw new CliError("UNKNOWN_SERVER", message, { hint });
  }
  if (found.enabled) return found;
  const hint = `take \`enabled = false\` out of [mcp.servers.${name}]`;
  throw new CliError("SERVER_OFF", `MCP server \`${name}\` is switched off`, { hint });
}
