import { registerClient } from "@modelcontextprotocol/client";
import type { FetchLike, OAuthClientInformationMixed, OAuthClientMetadata } from "@modelcontextprotocol/client";
import type { UpstreamAuth } from "../../../config/mcp/upstream-auth.ts";
import { isSafeEndpoint } from "../../../config/server/service-url.ts";
import { UpstreamError } from "../../upstream.ts";
import type { FoundAuthorizationServer } from "../find-authorization-server.ts";

export interface ClientWish {
  readonly server: string;
  readonly auth: UpstreamAuth | null;
  /** Of the client that the operator named. */
  readonly clientSecret: string | null;
  readonly redirectUrl: string;
  readonly scope: string;
}

/**
 * Who Toolgate is at an authorization server: the client that the operator named, else the document that describes one,
 * else a new registration, made for this login alone, because each listens on another port.
 */
export async function chooseClient(
  wish: ClientWish,
  found: FoundAuthorizationServer,
  fetch: FetchLike,
): Promise<OAuthClientInformationMixed> {
  const { auth, clientSecret, redirectUrl, scope } = wish;
  const { metadata, issuer } = found;
  if (auth?.clientId != null) {
    return { client_id: auth.clientId, ...(clientSecret === null ? {} : { client_secret: clientSecret }) };
  }
  const document = auth?.clientMetadataUrl ?? null;
  if (document !== null && metadata.client_id_metadata_document_supported === true) return { client_id: document };
  if (metadata.registration_endpoint === undefined) {
    const message = `server ${wish.server}: its authorization server ${issuer} registers no clients`;
    throw new UpstreamError(message, "register Toolgate there, and give `client_id` in its `auth`");
  }
  if (!isSafeEndpoint(metadata.registration_endpoint)) {
    const message = "its authorization server registers clients at an endpoint without `https`";
    throw new UpstreamError(message, "register Toolgate there, and give `client_id` in its `auth`");
  }
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- what servers without client documents still need
  return registerClient(issuer, {
    metadata,
    clientMetadata: toMetadata(redirectUrl),
    fetchFn: fetch,
    ...(scope === "" ? {} : { scope }),
  });
}

function toMetadata(redirectUrl: string): OAuthClientMetadata {
  return {
    client_name: "Toolgate",
    redirect_uris: [redirectUrl],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
    application_type: "native",
  };
}
