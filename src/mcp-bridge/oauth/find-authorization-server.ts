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

/** Who gives out tokens for a server. */
export interface FoundAuthorizationServer {
  readonly issuer: string;
  readonly metadata: AuthorizationServerMetadata;
  readonly resource: string;
  /** What the server says that tokens should be granted. */
  readonly scopes: readonly string[];
}

/**
 * Finds the authorization server of an upstream server, or looks at the one that the operator named: then no other is ever
 * asked. @throws UpstreamError, and what the library throws
 */
export async function findAuthorizationServer(
  server: { readonly url: string; readonly issuer: string | null },
  fetch: FetchLike,
): Promise<FoundAuthorizationServer> {
  const { url, issuer } = server;
  const own = resourceUrlFromServerUrl(url).href;
  const found =
    issuer === null ? await discoverOAuthServerInfo(url, { fetchFn: fetch }) : await askNamed(url, issuer, fetch);
  const { resource = own, scopes_supported: scopes = [] } = found.resourceMetadata ?? {};
  if (!checkResourceAllowed({ requestedResource: own, configuredResource: resource })) {
    const message = `it says of itself that it is ${showText(resource, 200)}, which it is not`;
    throw new UpstreamError(message, "correct its `url`");
  }
  return { ...check(found.authorizationServerMetadata), resource, scopes };
}

/** The server still says what it is called, and what it wants granted. */
async function askNamed(
  url: string,
  issuer: string,
  fetch: FetchLike,
): Promise<Pick<OAuthServerInfo, "authorizationServerMetadata" | "resourceMetadata">> {
  const authorizationServerMetadata = await discoverAuthorizationServerMetadata(issuer, { fetchFn: fetch });
  const resourceMetadata = await discoverOAuthProtectedResourceMetadata(url, {}, fetch).catch(() => undefined);
  return {
    ...(authorizationServerMetadata === undefined ? {} : { authorizationServerMetadata }),
    ...(resourceMetadata === undefined ? {} : { resourceMetadata }),
  };
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
