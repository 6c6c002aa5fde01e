import type { IdentityProvider } from "../../../config/mcp/upstream-auth.ts";
import { UpstreamError } from "../../upstream.ts";
import { authenticateWith } from "../token/authenticate-with.ts";
import { postForm } from "../token/post-form.ts";
import type { Asking } from "../token/request-tokens.ts";
import { expectJwt } from "./expect-jwt.ts";
import { findTokenEndpoint } from "./find-token-endpoint.ts";

export interface IdentityWish {
  readonly provider: IdentityProvider;
  readonly clientSecret: string | null;
  readonly idToken: string;
  /** Whose tokens the grant is for. */
  readonly audience: string;
  readonly resource: string;
  readonly scopes: readonly string[];
}

const ID_JAG = "urn:ietf:params:oauth:token-type:id-jag";

/** An identity token becomes a grant for one authorization server and one resource (RFC 8693, ID-JAG), if its provider lets it. */
export async function exchangeIdentity(wish: IdentityWish, asking: Asking): Promise<string> {
  const { provider, clientSecret, idToken, audience, resource, scopes } = wish;
  const metadata = await findTokenEndpoint(provider.issuer, asking.fetch);
  const client = { client_id: provider.clientId, ...(clientSecret === null ? {} : { client_secret: clientSecret }) };
  const params = {
    grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
    requested_token_type: ID_JAG,
    audience,
    resource,
    subject_token: idToken,
    subject_token_type: "urn:ietf:params:oauth:token-type:id_token",
    ...(scopes.length === 0 ? {} : { scope: scopes.join(" ") }),
  };
  const authenticate = authenticateWith(client, metadata);
  const body = await postForm({ endpoint: metadata.token_endpoint, params, authenticate, proofKey: null }, asking);
  const { access_token: grant, issued_token_type: type } = body;
  if (type !== ID_JAG || typeof grant !== "string") {
    throw new UpstreamError("its identity provider answered with something else than a grant", "ask whoever runs it");
  }
  return expectJwt(grant, "grant of its identity provider", asking.now());
}
