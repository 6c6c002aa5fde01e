import type { AuthProvider, FetchLike } from "@modelcontextprotocol/client";
import type { McpServer } from "../../config/mcp/mcp-server.ts";
import { UpstreamError } from "../upstream.ts";
import type { CredentialStore } from "./credential-store.ts";
import { listSecretValues } from "./credentials.ts";
import type { Credentials, HeldTokens } from "./credentials.ts";

export interface ServerAuthParts {
  readonly credentials: CredentialStore;
  /** Checked: see `createOAuthFetch`. */
  readonly fetch: FetchLike;
  /** Opens a named secret that is bound to the server, to be sent to this host. */
  readonly openSecret: (name: string, server: McpServer, host: string) => Promise<string>;
  /** The address with its variables filled in. @default `target` */
  readonly urlOf?: ((server: McpServer) => string) | undefined;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
}

/** Logins of one upstream server: what signs its requests, and what must not be printed of that. */
export interface ServerOAuth {
  /** For the transport; `null`: a program, which has no requests to sign. */
  readonly provider: AuthProvider | null;
  /** Tokens that were handed out and might come back in an answer. */
  readonly secretValues: () => readonly string[];
}

// What speaks OAuth is loaded only where there is something to renew.

/** So long before its end a token is renewed. */
const RENEW_BEFORE_MS = 60_000;
/** Who is refused right after a renewal was refused with the old token. */
const JUST_RENEWED_MS = 5000;

/**
 * Signs the requests to one server, and renews in time: once, however many calls wait for it. Nothing is asked for before
 * there is a login or a secret; whoever has none is told how to get one.
 */
export function createServerAuth(server: McpServer, parts: ServerAuthParts): ServerOAuth {
  if (server.transport === "stdio") return { provider: null, secretValues: () => [] };
  const login = createLogin(server, parts);
  const provider: AuthProvider = {
    token: () => login.token(),
    onUnauthorized: () => login.renewRefused(),
  };
  return { provider, secretValues: () => login.secretValues() };
}

interface Login {
  token(): Promise<string | undefined>;
  /** The server did not take the token. */
  renewRefused(): Promise<void>;
  secretValues(): readonly string[];
}

function createLogin(server: McpServer, parts: ServerAuthParts): Login {
  const now = parts.now ?? Date.now;
  const source =
    server.auth?.grant === "client_credentials" ? machineSource(server, parts) : personSource(server, parts);
  let renewing: Promise<HeldTokens> | null = null;
  let renewedAt = -Infinity;
  const renew = (held: HeldTokens | null): Promise<HeldTokens> => {
    renewing ??= source
      .renew(held)
      .then((tokens) => ((renewedAt = now()), tokens))
      .catch(async (error: unknown) => {
        const { explainOAuthFailure } = await import("./explain-oauth-failure.ts");
        throw explainOAuthFailure(error, server.name);
      })
      .finally(() => (renewing = null));
    return renewing;
  };
  return {
    async token() {
      const held = await source.read();
      if (held === null) return source.isMachine ? (await renew(null)).accessToken : undefined;
      const { expiresAt } = held;
      if (expiresAt === null || expiresAt - now() > RENEW_BEFORE_MS) return held.accessToken;
      if (!source.isMachine && held.refreshToken === null) return held.accessToken;
      // A token that still counts does while the other side cannot be reached.
      return renew(held).then(
        ({ accessToken }) => accessToken,
        (error: unknown) => (expiresAt > now() ? held.accessToken : Promise.reject(error as Error)),
      );
    },
    async renewRefused() {
      if (now() - renewedAt < JUST_RENEWED_MS) return;
      const held = await source.read();
      if (!source.isMachine && (held?.refreshToken ?? null) === null) throw needsLogin(server.name, held !== null);
      await renew(held);
    },
    secretValues: () => source.secretValues(),
  };
}

interface TokenSource {
  readonly isMachine: boolean;
  read(): Promise<HeldTokens | null>;
  renew(held: HeldTokens | null): Promise<HeldTokens>;
  secretValues(): readonly string[];
}

/** Of a person who logged in by command: kept, and shared by every process. */
function personSource(server: McpServer, { credentials, fetch, urlOf, now = Date.now }: ServerAuthParts): TokenSource {
  const url = urlOf?.(server) ?? server.target;
  let known: { readonly revision: number; readonly held: Credentials | null } | null = null;
  const given = new Set<string>();
  const read = async (): Promise<Credentials | null> => {
    const revision = credentials.revision();
    if (known?.revision !== revision) known = { revision, held: await credentials.read(server, url) };
    for (const value of known.held === null ? [] : listSecretValues(known.held)) given.add(value);
    return known.held;
  };
  return {
    isMachine: false,
    read: async () => (await read())?.tokens ?? null,
    async renew(before) {
      const held = await read();
      // Another process was faster.
      if (held !== null && held.tokens.accessToken !== before?.accessToken) return held.tokens;
      const refreshToken = held?.tokens.refreshToken ?? null;
      if (held === null || refreshToken === null) throw needsLogin(server.name, held !== null);
      try {
        const { refreshTokens } = await import("./request-tokens.ts");
        const tokens = await refreshTokens(held, refreshToken, { fetch, now });
        await credentials.write(server, url, { ...held, tokens });
        return tokens;
      } catch (error) {
        const { findOAuthCode } = await import("./explain-oauth-failure.ts");
        if (findOAuthCode(error) !== "invalid_grant") throw error;
        const latest = await credentials.read(server, url);
        if (latest !== null && latest.tokens.refreshToken !== refreshToken) return latest.tokens;
        await credentials.remove(server, url);
        throw error;
      }
    },
    secretValues: () => [...given],
  };
}

/** Of a machine: asked for when needed, kept by this process alone. */
function machineSource(server: McpServer, { fetch, openSecret, urlOf, now = Date.now }: ServerAuthParts): TokenSource {
  const url = urlOf?.(server) ?? server.target;
  let held: HeldTokens | null = null;
  const given = new Set<string>();
  return {
    isMachine: true,
    read: () => Promise.resolve(held),
    async renew() {
      const { issuer = null, clientId = null, clientSecret = null, scopes = [] } = server.auth ?? {};
      if (issuer === null || clientId === null || clientSecret === null) throw needsLogin(server.name, false);
      const secret = await openSecret(clientSecret, server, new URL(issuer).hostname);
      given.add(secret);
      const login = { name: server.name, url, issuer, clientId, clientSecret: secret, scopes };
      const { requestMachineTokens } = await import("./request-tokens.ts");
      held = await requestMachineTokens(login, { fetch, now });
      given.add(held.accessToken);
      return held;
    },
    secretValues: () => [...given],
  };
}

function needsLogin(name: string, isOver: boolean): UpstreamError {
  const message = isOver ? "its login is over" : "it asks for a login (HTTP 401)";
  return new UpstreamError(message, `log in: toolgate servers login ${name}`);
}
