import { randomBytes } from "node:crypto";
import { exchangeAuthorization, startAuthorization } from "@modelcontextprotocol/client";
import type { AuthorizationServerMetadata } from "@modelcontextprotocol/client";
import { isSafeEndpoint } from "../../../config/server/service-url.ts";
import type { McpServer } from "../../../config/mcp/mcp-server.ts";
import { UpstreamError } from "../../upstream.ts";
import type { ServerAuthParts } from "../create-server-auth.ts";
import { toHeldTokens } from "../credentials.ts";
import { explainOAuthFailure } from "../explain-oauth-failure.ts";
import { findAuthorizationServer } from "../find-authorization-server.ts";
import type { FoundAuthorizationServer } from "../find-authorization-server.ts";
import { openCallback } from "./await-callback.ts";
import type { CallbackListener } from "./await-callback.ts";
import { chooseClient } from "./choose-client.ts";

export interface LogInOptions {
  /** Shown to the person, who opens it in a browser of this machine. */
  readonly onUrl: (url: URL) => void;
  readonly signal: AbortSignal;
}

export interface LoggedIn {
  readonly issuer: string;
  readonly scope: string | null;
  /** Whether it can be renewed without the person. */
  readonly renews: boolean;
}

/** Lets a person log in to an upstream server, with PKCE, and keeps what comes of it. @throws UpstreamError */
export async function logIn(server: McpServer, parts: ServerAuthParts, options: LogInOptions): Promise<LoggedIn> {
  if (server.transport === "stdio") {
    throw new UpstreamError("it is a program, and has no login", "give it what it needs in its `env`");
  }
  const url = parts.urlOf?.(server) ?? server.target;
  const issuer = server.auth?.issuer ?? null;
  try {
    const found = await findAuthorizationServer({ url, issuer }, parts.fetch);
    checkEndpoints(found.metadata);
    const callback = await openCallback(server.auth?.redirectPort ?? 0);
    try {
      return await exchange(server, url, { found, callback, parts, options });
    } finally {
      await callback.close();
    }
  } catch (error) {
    throw explainOAuthFailure(error, server.name);
  }
}

interface Exchange {
  readonly found: FoundAuthorizationServer;
  readonly callback: CallbackListener;
  readonly parts: ServerAuthParts;
  readonly options: LogInOptions;
}

async function exchange(server: McpServer, url: string, given: Exchange): Promise<LoggedIn> {
  const { found, callback, parts, options } = given;
  const { metadata, issuer, resource } = found;
  const { redirectUrl } = callback;
  const auth = server.auth ?? null;
  const scope = (auth !== null && auth.scopes.length > 0 ? auth.scopes : found.scopes).join(" ");
  const secretName = auth?.clientSecret ?? null;
  const host = new URL(metadata.token_endpoint).hostname;
  const clientSecret = secretName === null ? null : await parts.openSecret(secretName, server, host);
  const client = await chooseClient(
    { server: server.name, auth, clientSecret, redirectUrl, scope },
    found,
    parts.fetch,
  );
  const state = randomBytes(32).toString("base64url");
  const { authorizationUrl, codeVerifier } = await startAuthorization(issuer, {
    metadata,
    clientInformation: client,
    redirectUrl,
    state,
    resource,
    ...(scope === "" ? {} : { scope }),
  });
  const answered = callback.wait(state, options.signal);
  options.onUrl(authorizationUrl);
  const { code, iss } = readAnswer(await answered, metadata);
  const tokens = await exchangeAuthorization(issuer, {
    metadata,
    clientInformation: client,
    authorizationCode: code,
    codeVerifier,
    redirectUri: redirectUrl,
    resource,
    fetchFn: parts.fetch,
    ...(iss === null ? {} : { iss }),
  });
  const held = toHeldTokens(tokens, (parts.now ?? Date.now)());
  await parts.credentials.write(server, url, { issuer, client, metadata, resource, tokens: held });
  return { issuer, scope: held.scope ?? (scope === "" ? null : scope), renews: held.refreshToken !== null };
}

/** The issuer is looked at first: what another server wrote, be it only an error, is not believed (RFC 9207). */
function readAnswer(
  params: URLSearchParams,
  metadata: AuthorizationServerMetadata,
): { readonly code: string; readonly iss: string | null } {
  const iss = params.get("iss");
  const isPromised = metadata.authorization_response_iss_parameter_supported === true;
  if (iss === null ? isPromised : iss !== metadata.issuer) {
    const message = `the browser came back from another authorization server than ${metadata.issuer}`;
    throw new UpstreamError(message, "somebody may have mixed them up on purpose: nothing was sent; try again");
  }
  const code = params.get("code");
  if (code !== null && code !== "") return { code, iss };
  const error = params.get("error") ?? "";
  const reason = /^[a-z_]{1,40}$/.test(error) ? ` (${error})` : "";
  throw new UpstreamError(`the login was not granted${reason}`, "try again");
}

/** A page that a person opens, and a place that tokens go to, have to be what they say. */
function checkEndpoints(metadata: AuthorizationServerMetadata): void {
  for (const endpoint of [metadata.authorization_endpoint, metadata.token_endpoint]) {
    if (isSafeEndpoint(endpoint)) continue;
    const message = "its authorization server names an endpoint without `https`";
    throw new UpstreamError(message, "ask whoever runs it");
  }
  if (metadata.code_challenge_methods_supported?.includes("S256") === true) return;
  const message = "its authorization server does not say that it knows PKCE with S256";
  throw new UpstreamError(message, "a login without it could be stolen: ask whoever runs it");
}
