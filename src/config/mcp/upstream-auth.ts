/** How one logs in to a server: a person by command, or Toolgate as a machine. */
export const UPSTREAM_GRANTS = ["login", "client_credentials"] as const;
export type UpstreamGrant = (typeof UPSTREAM_GRANTS)[number];

/** `[mcp.servers.NAME.auth]` as a file says it, checked. */
export interface UpstreamAuthData {
  readonly grant?: UpstreamGrant | undefined;
  readonly issuer?: string | undefined;
  readonly client_id?: string | undefined;
  readonly client_secret?: string | undefined;
  readonly client_metadata_url?: string | undefined;
  readonly scopes?: readonly string[] | undefined;
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
  readonly clientMetadataUrl: string | null;
  /** Empty: what the server says. */
  readonly scopes: readonly string[];
  /** Where the browser comes back to; 0: any free port. */
  readonly redirectPort: number;
}

/** Fills in what is not said. */
export function toUpstreamAuth(data: UpstreamAuthData | undefined): UpstreamAuth | null {
  if (data === undefined) return null;
  return {
    grant: data.grant ?? "login",
    issuer: data.issuer ?? null,
    clientId: data.client_id ?? null,
    clientSecret: data.client_secret ?? null,
    clientMetadataUrl: data.client_metadata_url ?? null,
    scopes: data.scopes ?? [],
    redirectPort: data.redirect_port ?? 0,
  };
}
