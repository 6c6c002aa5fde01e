import { randomBytes } from "node:crypto";
import { startAuthorization } from "@modelcontextprotocol/client";
import type { AuthorizationServerMetadata } from "@modelcontextprotocol/client";
import { isSafeEndpoint } from "../../../config/server/service-url.ts";
import type { McpServer } from "../../../config/mcp/mcp-server.ts";
import { UpstreamError } from "../../upstream.ts";
import type { Credentials } from "../credentials.ts";
import { explainOAuthFailure } from "../explain-oauth-failure.ts";
import { findAuthorizationServer } from "../find-authorization-server.ts";
import type { FoundAuthorizationServer } from "../find-authorization-server.ts";
import { chooseProof, expectProof } from "../proof/choose-proof.ts";
import { createProofKey } from "../proof/proof-key.ts";
import { createProofNonces } from "../proof/proof-nonces.ts";
import { requestTokens } from "../token/request-tokens.ts";
import type { ServerAuthParts } from "../token-source.ts";
import { openCallback } from "./await-callback.ts";
import type { CallbackListener } from "./await-callback.ts";
import { chooseClient } from "./choose-client.ts";
import { chooseScopes } from "./choose-scopes.ts";

export interface LogInOptions {
  /** Shown to the person, who opens it in a browser of this machine. */
  readonly onUrl: (url: URL) => void;
  /** Told before `onUrl` where the server names another authorization server than at the login before. */
  readonly onMoved?: ((before: string, now: string) => void) | undefined;
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
  if ((server.auth?.grant ?? "login") !== "login") {
    throw new UpstreamError("it logs in by itself, as a machine", "look at its `auth` in the configuration");
  }
  try {
    const found = await findAuthorizationServer({ url, issuer }, parts.fetch);
    checkEndpoints(found.metadata);
    // What does not open is replaced.
    const before = await parts.credentials.read(server, url).catch(() => null);
    if (before !== null && before.issuer !== found.issuer) options.onMoved?.(before.issuer, found.issuer);
    const callback = await openCallback(server.auth?.redirectPort ?? 0);
    try {
      return await exchange(server, url, { found, before, callback, parts, options });
    } finally {
      await callback.close();
    }
  } catch (error) {
    if (options.signal.aborted) throw new UpstreamError("nobody finished the login in the browser", "try again");
    throw explainOAuthFailure(error, { server: server.name });
  }
}

interface Exchange {
  readonly found: FoundAuthorizationServer;
  /** The login that is replaced. Only what was asked for is taken from it, and only at the same authorization server. */
  readonly before: Credentials | null;
  readonly callback: CallbackListener;
  readonly parts: ServerAuthParts;
  readonly options: LogInOptions;
}

async function exchange(server: McpServer, url: string, given: Exchange): Promise<LoggedIn> {
  const { found, callback, parts, options } = given;
  const { metadata, issuer, resource } = found;
  const { redirectUrl } = callback;
  const auth = server.auth ?? null;
  const scopes = chooseScopes(auth, found, given.before);
  const scope = scopes.join(" ");
  const algorithm = chooseProof(auth?.dpop ?? null, found);
  const client = await findClient(server, given, scope);
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
  const code = readAnswer(await answered, metadata);
  const params = {
    grant_type: "authorization_code",
    code,
    code_verifier: codeVerifier,
    redirect_uri: redirectUrl,
  };
  const proofKey = algorithm === null ? null : await createProofKey(algorithm);
  const asking = { fetch: parts.fetch, nonces: createProofNonces(), now: parts.now ?? Date.now };
  // The scopes were granted at the page: some servers refuse to hear of them again.
  const tokens = await requestTokens({ metadata, client, params, resource, scopes: [], proofKey }, asking);
  expectProof(auth?.dpop ?? null, tokens);
  const held = { ...tokens, asked: scopes };
  await parts.credentials.write(server, url, { issuer, client, metadata, resource, tokens: held });
  return { issuer, scope: held.scope ?? (scope === "" ? null : scope), renews: held.refreshToken !== null };
}

async function findClient(
  server: McpServer,
  { found, callback, parts }: Exchange,
  scope: string,
): Promise<Credentials["client"]> {
  const auth = server.auth ?? null;
  const secretName = auth?.clientSecret ?? null;
  const host = new URL(found.metadata.token_endpoint).hostname;
  const clientSecret = secretName === null ? null : await parts.openSecret(secretName, server, host);
  const { redirectUrl } = callback;
  return chooseClient({ server: server.name, auth, clientSecret, redirectUrl, scope }, found, parts.fetch);
}

/** The issuer is looked at first: what another server wrote, be it only an error, is not believed (RFC 9207). */
function readAnswer(params: URLSearchParams, metadata: AuthorizationServerMetadata): string {
  const iss = params.get("iss");
  const isPromised = metadata.authorization_response_iss_parameter_supported === true;
  if (iss === null ? isPromised : iss !== metadata.issuer) {
    const message = `the browser came back from another authorization server than ${metadata.issuer}`;
    throw new UpstreamError(message, "somebody may have mixed them up on purpose: nothing was sent; try again");
  }
  const code = params.get("code");
  if (code !== null && code !== "") return code;
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
