import { ClientCredentialsProvider, fetchToken, refreshAuthorization } from "@modelcontextprotocol/client";
import type { FetchLike } from "@modelcontextprotocol/client";
import type { Credentials, HeldTokens } from "./credentials.ts";
import { toHeldTokens } from "./credentials.ts";
import { findAuthorizationServer } from "./find-authorization-server.ts";

export interface Asking {
  readonly fetch: FetchLike;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** New tokens for a refresh token, from whoever gave it out. Many servers give a new refresh token with them. */
export async function refreshTokens(
  held: Credentials,
  refreshToken: string,
  { fetch, now }: Asking,
): Promise<HeldTokens> {
  const { issuer, metadata, client, resource } = held;
  const tokens = await refreshAuthorization(issuer, {
    metadata,
    clientInformation: client,
    refreshToken,
    resource,
    fetchFn: fetch,
  });
  const next = toHeldTokens(tokens, now());
  return { ...next, scope: next.scope ?? held.tokens.scope };
}

export interface MachineLogin {
  readonly name: string;
  readonly url: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly string[];
}

/** A token for a machine. Its secret goes to the issuer that the operator named and to no other. */
export async function requestMachineTokens(login: MachineLogin, { fetch, now }: Asking): Promise<HeldTokens> {
  const { issuer, clientId, clientSecret } = login;
  const { metadata, resource, scopes } = await findAuthorizationServer(login, fetch);
  const scope = (login.scopes.length > 0 ? login.scopes : scopes).join(" ");
  const provider = new ClientCredentialsProvider({ clientId, clientSecret, expectedIssuer: issuer });
  const tokens = await fetchToken(provider, issuer, {
    metadata,
    resource,
    fetchFn: fetch,
    ...(scope === "" ? {} : { scope }),
  });
  return toHeldTokens(tokens, now());
}
