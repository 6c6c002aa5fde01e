import type { OAuthClientInformationMixed } from "@modelcontextprotocol/client";
import type { TokenForm } from "./post-form.ts";

/** Who asks for tokens: with a secret, with a key that signs, or with nothing. */
export interface TokenClient extends Pick<OAuthClientInformationMixed, "client_id"> {
  readonly client_secret?: string | undefined;
  readonly token_endpoint_auth_method?: string | undefined;
  /** Signs a statement for an audience: `private_key_jwt`. */
  readonly sign?: ((audience: string) => Promise<string>) | undefined;
}

/** What an authorization server says of how it wants to be asked. */
export interface KnownMethods {
  readonly issuer: string;
  readonly token_endpoint_auth_methods_supported?: readonly string[] | undefined;
}

/** How a client says who it is, in the way that the authorization server knows. */
export function authenticateWith(client: TokenClient | null, metadata: KnownMethods): TokenForm["authenticate"] {
  if (client === null) return () => undefined;
  const { client_id: id, client_secret: secret, sign } = client;
  return async (headers, params) => {
    if (sign !== undefined) {
      params.set("client_id", id);
      params.set("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer");
      params.set("client_assertion", await sign(metadata.issuer));
      return;
    }
    const method = chooseMethod(client, metadata.token_endpoint_auth_methods_supported ?? []);
    if (method === "client_secret_basic" && secret !== undefined) {
      headers.set("authorization", `Basic ${btoa(`${encode(id)}:${encode(secret)}`)}`);
      return;
    }
    params.set("client_id", id);
    if (method === "client_secret_post" && secret !== undefined) params.set("client_secret", secret);
  };
}

const METHODS = ["client_secret_basic", "client_secret_post", "none"] as const;

/** What was agreed on at the registration, else the best that the server knows; a secret is sent only where it is wanted. */
function chooseMethod(client: TokenClient, known: readonly string[]): string {
  const { client_secret: secret, token_endpoint_auth_method: agreed } = client;
  const isKnown = (method: string): boolean => known.length === 0 || known.includes(method);
  if (agreed !== undefined && METHODS.some((method) => method === agreed) && isKnown(agreed)) return agreed;
  if (secret === undefined) return "none";
  // RFC 8414: whoever says nothing knows Basic.
  return METHODS.find(isKnown) ?? "client_secret_post";
}

/** As a form writes it (RFC 6749, 2.3.1), so that a colon or a percent sign stays what it is. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll("%20", "+");
}
