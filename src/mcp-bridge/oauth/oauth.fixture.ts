import type { AuthorizationServer } from "../../../test/fixtures/identity/authorization-server.ts";
import { startAuthorizationServer } from "../../../test/fixtures/identity/authorization-server.ts";
import type { McpServer } from "../../config/mcp/mcp-server.ts";
import { toMcpServer } from "../../config/mcp/to-mcp-server.ts";
import type { UpstreamAuthData } from "../../config/mcp/upstream-auth.ts";
import { toUpstreamAuth } from "../../config/mcp/upstream-auth.ts";
import { createEgressClient } from "../../egress/client/create-egress-client.ts";
import { createSecretWorld } from "../../secrets/secret-world.fixture.ts";
import type { SecretWorld } from "../../secrets/secret-world.fixture.ts";
import { createSealer } from "../../secrets/seal.ts";
import { TENANT } from "../../storage/temporary-store.fixture.ts";
import { createServerAuth } from "./create-server-auth.ts";
import type { ServerAuthParts, ServerOAuth } from "./create-server-auth.ts";
import { createCredentialStore } from "./credential-store.ts";
import { logIn } from "./login/log-in.ts";
import type { LoggedIn } from "./login/log-in.ts";
import { createOAuthFetch } from "./oauth-fetch.ts";

/** An authorization server, and what speaks to it, on a real database. */
export interface OAuthWorld {
  readonly remote: AuthorizationServer;
  readonly world: SecretWorld;
  readonly parts: ServerAuthParts;
  /** Secrets that were opened, and for which host. */
  readonly opened: string[];
  /** Values of secrets. @default the same for all */
  readonly secrets: Record<string, string>;
  /** Milliseconds that the clock is ahead. */
  ahead: number;
  server(auth?: UpstreamAuthData, change?: Partial<McpServer>): McpServer;
  /** What another process would have. */
  auth(server?: McpServer): ServerOAuth;
  logIn(server?: McpServer, browse?: (url: URL) => unknown): Promise<LoggedIn>;
  close(): Promise<void>;
}

export async function createOAuthWorld(): Promise<OAuthWorld> {
  const [remote, world] = await Promise.all([startAuthorizationServer(), createSecretWorld()]);
  const opened: string[] = [];
  const { parts, close } = createOAuthParts(world, {
    openSecret: (name, _server, host) => {
      opened.push(`${name} for ${host}`);
      return Promise.resolve(oauth.secrets[name] ?? "machine-secret-value");
    },
    now: () => Date.now() + oauth.ahead,
  });
  const oauth: OAuthWorld = {
    remote,
    world,
    parts,
    opened,
    secrets: {},
    ahead: 0,
    server: (auth, change = {}) => ({ ...toDocsServer(remote.serverUrl), auth: toUpstreamAuth(auth), ...change }),
    auth: (server = oauth.server()) => createServerAuth(server, parts),
    logIn: (server = oauth.server(), browse = remote.browse) =>
      logIn(server, parts, { onUrl: (url) => void browse(url), signal: AbortSignal.timeout(20_000) }),
    async close() {
      await close();
      await remote.close();
      await world.close();
    },
  };
  return oauth;
}

/** How long authorization servers may take in tests. */
const TIMEOUT_MS = 2000;

/** What logins run on, with the real database and the real checked client. */
export function createOAuthParts(
  world: SecretWorld,
  change: Partial<ServerAuthParts> = {},
): { readonly parts: ServerAuthParts; readonly close: () => Promise<void> } {
  const egress = createEgressClient();
  const sealer = (): ReturnType<typeof createSealer> => createSealer(world.source());
  const parts: ServerAuthParts = {
    credentials: createCredentialStore({ store: world.store, sealer, tenant: TENANT, workspace: "/w" }),
    fetch: createOAuthFetch(egress, ["127.0.0.1"], TIMEOUT_MS),
    openSecret: () => Promise.resolve(""),
    ...change,
  };
  return { parts, close: () => egress.close() };
}

export function toDocsServer(url: string): McpServer {
  return toMcpServer("docs", "user", { url, timeout_seconds: 1 });
}
