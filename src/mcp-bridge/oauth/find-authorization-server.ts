import {
  checkResourceAllowed,
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  discoverOAuthServerInfo,
  resourceUrlFromServerUrl,
} from "@modelcontextprotocol/client";
import type { AuthorizationServerMetadata, FetchLike, OAuthServerInfo } from "@modelcontextprotocol/client";
import { showText } from "../../text/show-text.ts";
import { UpstreamError } from "../upstream.ts";
import { askForChallenge } from "./challenge/ask-for-challenge.ts";
import type { ServerChallenge } from "./challenge/read-challenge.ts";
import { toScopes } from "./challenge/scopes.ts";

/** Who gives out tokens for a server. */
export interface FoundAuthorizationServer {
  readonly issuer: string;
  readonly metadata: AuthorizationServerMetadata;
  readonly resource: string;
  /** What the server says that tokens should be granted: what it asked for, else what it knows. */
  readonly scopes: readonly string[];
  /** Whether the server takes tokens that are bound to a key. */
  readonly wantsProof: boolean;
}

/**
 * Finds the authorization server of an upstream server, or looks at the one that the operator named: then no other is ever
 * asked. The server is asked first, without a token, what it wants of one. @throws UpstreamError, and what the library throws
 */
export async function findAuthorizationServer(
  server: { readonly url: string; readonly issuer: string | null },
  fetch: FetchLike,
): Promise<FoundAuthorizationServer> {
  const { url, issuer } = server;
  const own = resourceUrlFromServerUrl(url).href;
  const challenge = await askForChallenge(url, fetch);
  const found =
    issuer === null ? await askServer(url, challenge, fetch) : await askNamed({ url, issuer }, challenge, fetch);
  const { resource = own, scopes_supported: known = [] } = found.resourceMetadata ?? {};
  if (!checkResourceAllowed({ requestedResource: own, configuredResource: resource })) {
    const message = `it says of itself that it is ${showText(resource, 200)}, which it is not`;
    throw new UpstreamError(message, "correct its `url`");
  }
  const scopes = challenge === null || challenge.scopes.length === 0 ? toScopes(known.join(" ")) : challenge.scopes;
  const wantsProof = (challenge?.wantsProof ?? false) || namesProof(found.resourceMetadata ?? {});
  return { ...check(found.authorizationServerMetadata), resource, scopes, wantsProof };
}

/** Whom a server names for its tokens at this moment; `null`: it does not say. Never rejects. */
export async function findNamedIssuers(
  url: string,
  challenge: ServerChallenge | null,
  fetch: FetchLike,
): Promise<readonly string[] | null> {
  const found = await discoverOAuthProtectedResourceMetadata(url, toPlace(challenge), fetch).catch(() => null);
  const named = found?.authorization_servers ?? [];
  return named.length === 0 ? null : named;
}

type Found = Pick<OAuthServerInfo, "authorizationServerMetadata" | "resourceMetadata">;

function askServer(url: string, challenge: ServerChallenge | null, fetch: FetchLike): Promise<Found> {
  return discoverOAuthServerInfo(url, { fetchFn: fetch, ...toPlace(challenge) });
}

/** The server still says what it is called, and what it wants granted. */
async function askNamed(
  { url, issuer }: { readonly url: string; readonly issuer: string },
  challenge: ServerChallenge | null,
  fetch: FetchLike,
): Promise<Found> {
  const authorizationServerMetadata = await discoverAuthorizationServerMetadata(issuer, { fetchFn: fetch });
  const resourceMetadata = await discoverOAuthProtectedResourceMetadata(url, toPlace(challenge), fetch).catch(
    () => undefined,
  );
  return {
    ...(authorizationServerMetadata === undefined ? {} : { authorizationServerMetadata }),
    ...(resourceMetadata === undefined ? {} : { resourceMetadata }),
  };
}

function toPlace(challenge: ServerChallenge | null): { readonly resourceMetadataUrl?: URL } {
  const place = challenge?.resourceMetadata ?? null;
  return place === null ? {} : { resourceMetadataUrl: place };
}

/** RFC 9728 lets a server say that it knows proofs, and that it wants them. */
function namesProof(metadata: Readonly<Record<string, unknown>>): boolean {
  const { dpop_bound_access_tokens_required: isRequired, dpop_signing_alg_values_supported: known } = metadata;
  return isRequired === true || (Array.isArray(known) && known.length > 0);
}

function check(
  metadata: AuthorizationServerMetadata | undefined,
): Pick<FoundAuthorizationServer, "issuer" | "metadata"> {
  if (metadata === undefined) {
    const hint = "give `issuer` in its `auth`, or a token in its `headers`";
    throw new UpstreamError("no authorization server was found for it", hint);
  }
  return { issuer: metadata.issuer, metadata };
}
