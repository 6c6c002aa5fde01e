import { secretVariables } from "../backends/command/secret-variables.ts";
import type { Config } from "../config/config.ts";
import type { McpServer } from "../config/mcp/mcp-server.ts";
import type { EgressClient } from "../egress/egress.ts";
import type { RequestSigner } from "../mcp-bridge/connect/upstream-parts.ts";
import { fillVariables } from "../mcp-bridge/connect/resolve-server.ts";
import { createCredentialStore } from "../mcp-bridge/oauth/credential-store.ts";
import { createServerAuth } from "../mcp-bridge/oauth/create-server-auth.ts";
import type { ServerAuthParts, ServerOAuth } from "../mcp-bridge/oauth/create-server-auth.ts";
import { createOAuthFetch } from "../mcp-bridge/oauth/oauth-fetch.ts";
import type { Sealer } from "../secrets/seal.ts";
import type { SecretSource } from "../secrets/secret-source.ts";
import type { Store } from "../storage/store.ts";
import { toServerTool } from "./to-server-tool.ts";

export interface OAuthWiring {
  readonly config: Pick<Config, "privateAddresses" | "tenant" | "workspace" | "secrets" | "telemetry">;
  readonly store: Pick<Store, "secrets" | "revision">;
  readonly sealer: () => Promise<Sealer>;
  readonly egress: EgressClient;
  readonly secrets: Pick<SecretSource, "open">;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** What logins to upstream servers run on. Nothing is read or asked for before a server needs it. */
export function createOAuthParts({
  config,
  store,
  sealer,
  egress,
  secrets,
  environment,
}: OAuthWiring): ServerAuthParts {
  const { privateAddresses, tenant, workspace } = config;
  const isSecretVariable = secretVariables(config.secrets, config.telemetry);
  return {
    credentials: createCredentialStore({ store, sealer, tenant, workspace }),
    fetch: createOAuthFetch(egress, privateAddresses),
    openSecret: async (name, server, host) => {
      const opened = await secrets.open([name], { tool: toServerTool(server), host });
      return opened[name] ?? "";
    },
    // A login asks there before anything is connected to: the same variables count as for a connection, and no others.
    urlOf: ({ target }) => fillVariables(target, "url", { environment, isSecretVariable }),
  };
}

/** What signs the requests to servers, and the values that it does so with. */
export interface ServerLogins {
  /** One that is given its token as a header is signed by that alone. */
  readonly authFor: (server: McpServer) => RequestSigner | undefined;
  readonly secretsOf: (server: McpServer) => readonly string[];
}

export function createServerLogins(parts: ServerAuthParts): ServerLogins {
  const known = new Map<McpServer, ServerOAuth>();
  return {
    authFor(server) {
      const hasOwn = Object.keys(server.headers ?? {}).some((name) => name.toLowerCase() === "authorization");
      if (hasOwn && server.auth == null) return undefined;
      const auth = known.get(server) ?? createServerAuth(server, parts);
      known.set(server, auth);
      return auth.provider === null ? undefined : { provider: auth.provider, sign: auth.sign };
    },
    secretsOf: (server) => known.get(server)?.secretValues() ?? [],
  };
}
