/** How one logs in to a server: a person by command, or Toolgate as a machine, a workload or for an organisation. */
export const UPSTREAM_GRANTS = ["login", "client_credentials", "workload_identity", "enterprise"] as const;
export type UpstreamGrant = (typeof UPSTREAM_GRANTS)[number];

/** What a private key may sign with. None of them is symmetric. */
export const SIGNING_ALGORITHMS = [
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "PS256",
  "PS384",
  "PS512",
  "RS256",
  "RS384",
  "RS512",
] as const;
export type SigningAlgorithm = (typeof SIGNING_ALGORITHMS)[number];

/** `[mcp.servers.NAME.auth]` as a file says it, checked. */
export interface UpstreamAuthData {
  readonly grant?: UpstreamGrant | undefined;
  readonly issuer?: string | undefined;
  readonly client_id?: string | undefined;
  readonly client_secret?: string | undefined;
  readonly private_key?: string | undefined;
  readonly key_id?: string | undefined;
  readonly signing_algorithm?: SigningAlgorithm | undefined;
  readonly assertion?: string | undefined;
  readonly idp_issuer?: string | undefined;
  readonly idp_client_id?: string | undefined;
  readonly idp_client_secret?: string | undefined;
  readonly id_token?: string | undefined;
  readonly client_metadata_url?: string | undefined;
  readonly scopes?: readonly string[] | undefined;
  readonly dpop?: boolean | undefined;
  readonly redirect_port?: number | undefined;
}

export interface UpstreamAuth {
  readonly grant: UpstreamGrant;
  /** The only authorization server that is ever asked; `null`: the one that the server names. */
  readonly issuer: string | null;
  /** `null`: a document that describes the client, or a registration. */
  readonly clientId: string | null;
  /** Name of the secret that holds it. */
  readonly clientSecret: string | null;
  /** What signs in place of a client secret. */
  readonly privateKey: PrivateKeyName | null;
  /** Name of the secret that holds what a workload was given by its platform. */
  readonly assertion: string | null;
  /** Where the identity token of a person or service becomes a grant. */
  readonly identityProvider: IdentityProvider | null;
  readonly clientMetadataUrl: string | null;
  /** Empty: what the server says. Otherwise all that is ever asked for. */
  readonly scopes: readonly string[];
  /** Whether tokens have to be bound to a key; `null`: where the server asks for it. */
  readonly dpop: boolean | null;
  /** Where the browser comes back to; 0: any free port. */
  readonly redirectPort: number;
}

export interface PrivateKeyName {
  /** Name of the secret that holds it. */
  readonly secret: string;
  readonly keyId: string | null;
  /** `null`: what fits the key. */
  readonly algorithm: SigningAlgorithm | null;
}

export interface IdentityProvider {
  readonly issuer: string;
  readonly clientId: string;
  /** Name of a secret. */
  readonly clientSecret: string | null;
  /** Name of a secret. */
  readonly idToken: string;
}

/** Fills in what is not said. */
export function toUpstreamAuth(data: UpstreamAuthData | undefined): UpstreamAuth | null {
  if (data === undefined) return null;
  return {
    grant: data.grant ?? "login",
    issuer: data.issuer ?? null,
    clientId: data.client_id ?? null,
    clientSecret: data.client_secret ?? null,
    privateKey: toPrivateKey(data),
    assertion: data.assertion ?? null,
    identityProvider: toIdentityProvider(data),
    clientMetadataUrl: data.client_metadata_url ?? null,
    scopes: data.scopes ?? [],
    dpop: data.dpop ?? null,
    redirectPort: data.redirect_port ?? 0,
  };
}

function toPrivateKey({ private_key: secret, key_id, signing_algorithm }: UpstreamAuthData): PrivateKeyName | null {
  return secret === undefined ? null : { secret, keyId: key_id ?? null, algorithm: signing_algorithm ?? null };
}

function toIdentityProvider(data: UpstreamAuthData): IdentityProvider | null {
  const { idp_issuer: issuer, idp_client_id: clientId, idp_client_secret, id_token: idToken } = data;
  if (issuer === undefined || clientId === undefined || idToken === undefined) return null;
  return { issuer, clientId, clientSecret: idp_client_secret ?? null, idToken };
}
