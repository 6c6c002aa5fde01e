import type { ControlPlane } from "../../call/runtime.ts";
import type { Config } from "../../config/config.ts";
import type { McpServer } from "../../config/mcp/mcp-server.ts";
import type { ServerAuthParts } from "../../mcp-bridge/oauth/create-server-auth.ts";
import type { CredentialStore } from "../../mcp-bridge/oauth/credential-store.ts";
import { UpstreamError } from "../../mcp-bridge/upstream.ts";
import type { Caller } from "../../model/caller.ts";
import { suggestNearest } from "../../text/find-nearest.ts";
import { showText } from "../../text/show-text.ts";
import { requireRole } from "../require-role.ts";
import type { LoginControl } from "./login-control.ts";

export interface LoginControlParts {
  readonly config: Pick<Config, "mcpServers">;
  readonly oauth: ServerAuthParts;
  readonly recordAdmin: ControlPlane["recordAdmin"];
}

/** Logins, as people manage them. Each is recorded with how it ended, before anything is kept or forgotten. */
export function createLoginControl(parts: LoginControlParts): LoginControl {
  const { config, oauth } = parts;
  const find = (name: string): McpServer => findServer(name, config.mcpServers);
  return {
    async logIn(name, by, options) {
      const server = find(name);
      // Nobody is sent to a browser for what is not theirs to do.
      requireRole(LOGIN, by);
      const { logIn } = await import("../../mcp-bridge/oauth/login/log-in.ts");
      const credentials = recordWrites(by, parts);
      try {
        return { server: name, ...(await logIn(server, { ...oauth, credentials }, options)) };
      } catch (error) {
        const reason = error instanceof UpstreamError ? error.message : "something went wrong inside of Toolgate";
        await record(LOGIN, server, { result: "failed", reason }, by, parts);
        throw error;
      }
    },
    async logOut(name, by) {
      const server = find(name);
      const end = (result: "done" | "none"): Promise<void> => record(LOGOUT, server, { result }, by, parts);
      const wasThere = await oauth.credentials.has(server, urlOf(server, parts));
      await end(wasThere ? "done" : "none");
      if (!wasThere) return false;
      if (await oauth.credentials.remove(server, urlOf(server, parts))) return true;
      // Somebody else was faster.
      await end("none");
      return false;
    },
  };
}

const LOGIN = "server.login";
const LOGOUT = "server.logout";

/** What keeps a login, and writes it down first: one that cannot be recorded is not kept. */
function recordWrites(by: Caller, parts: LoginControlParts): CredentialStore {
  const { credentials } = parts.oauth;
  return {
    ...credentials,
    async write(server, url, held) {
      await record(LOGIN, server, { result: "done", issuer: held.issuer }, by, parts).catch((error: unknown) => {
        const message = error instanceof Error ? error.message : "the login could not be recorded";
        throw new UpstreamError(message, "`toolgate doctor` shows how the data folder is");
      });
      await credentials.write(server, url, held);
    },
  };
}

function record(
  action: typeof LOGIN | typeof LOGOUT,
  server: McpServer,
  end: Readonly<Record<string, string>>,
  by: Caller,
  parts: LoginControlParts,
): Promise<void> {
  return parts.recordAdmin(action, { server: server.name, url: urlOf(server, parts), ...end }, by);
}

function urlOf(server: McpServer, { oauth }: LoginControlParts): string {
  return oauth.urlOf?.(server) ?? server.target;
}

function findServer(name: string, servers: readonly McpServer[]): McpServer {
  const found = servers.find((server) => server.name === name);
  if (found !== undefined) return found;
  const names = servers.map((server) => server.name);
  const message = `no MCP server is called "${showText(name)}"${suggestNearest(name, names)}`;
  throw new UpstreamError(message, "`toolgate servers list` shows those of the configuration");
}
