import type { ControlPlane } from "../../call/runtime.ts";
import type { Config } from "../../config/config.ts";
import type { McpServer } from "../../config/mcp/mcp-server.ts";
import type { ServerAuthParts } from "../../mcp-bridge/oauth/create-server-auth.ts";
import { UpstreamError } from "../../mcp-bridge/upstream.ts";
import { suggestNearest } from "../../text/find-nearest.ts";
import { showText } from "../../text/show-text.ts";
import type { LoginControl } from "./login-control.ts";

export interface LoginControlParts {
  readonly config: Pick<Config, "mcpServers">;
  readonly oauth: ServerAuthParts;
  readonly recordAdmin: ControlPlane["recordAdmin"];
}

/** Logins, as people manage them; each is recorded before anything is kept or forgotten. */
export function createLoginControl({ config, oauth, recordAdmin }: LoginControlParts): LoginControl {
  const find = (name: string): McpServer => findServer(name, config.mcpServers);
  const urlOf = (server: McpServer): string => oauth.urlOf?.(server) ?? server.target;
  return {
    async logIn(name, by, options) {
      const server = find(name);
      await recordAdmin("server.login", { server: name, url: urlOf(server) }, by);
      const { logIn } = await import("../../mcp-bridge/oauth/login/log-in.ts");
      return { server: name, ...(await logIn(server, oauth, options)) };
    },
    async logOut(name, by) {
      const server = find(name);
      await recordAdmin("server.logout", { server: name, url: urlOf(server) }, by);
      return oauth.credentials.remove(server, urlOf(server));
    },
  };
}

function findServer(name: string, servers: readonly McpServer[]): McpServer {
  const found = servers.find((server) => server.name === name);
  if (found !== undefined) return found;
  const names = servers.map((server) => server.name);
  const message = `no MCP server is called "${showText(name)}"${suggestNearest(name, names)}`;
  throw new UpstreamError(message, "`toolgate servers list` shows those of the configuration");
}
