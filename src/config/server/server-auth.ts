import type { Role } from "../../model/caller.ts";

/** Signatures with a public key. Whoever can check one of these cannot make one. */
export const SIGNATURE_ALGORITHMS = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
] as const;
export type SignatureAlgorithm = (typeof SIGNATURE_ALGORITHMS)[number];

/** `[server.auth]` as a file says it, checked. */
export interface ServerAuthData {
  readonly resource?: string | undefined;
  readonly issuers: readonly IssuerData[];
}

/** `[[server.auth.issuers]]` as a file says it, checked. */
export interface IssuerData {
  readonly issuer: string;
  readonly audience?: string | undefined;
  readonly other_audiences?: readonly string[] | undefined;
  readonly jwks_uri?: string | undefined;
  readonly algorithms?: readonly SignatureAlgorithm[] | undefined;
  readonly token_types?: readonly string[] | undefined;
  readonly scopes?: readonly string[] | undefined;
  readonly principal_claim?: string | undefined;
  readonly principal_prefix?: string | undefined;
  readonly agent_claim?: string | undefined;
  readonly agent_prefix?: string | undefined;
  readonly agents?: Readonly<Record<string, string>> | undefined;
  readonly roles_claim?: string | undefined;
  readonly roles?: Readonly<Record<string, readonly Role[]>> | undefined;
}

/** Whose tokens the server takes besides Toolgate's own. */
export interface ServerAuth {
  /** The URL that tokens are made for and clients connect to; `null`: the one that a request came to. */
  readonly resource: string | null;
  readonly issuers: readonly TokenIssuer[];
}

/** An identity provider, and what its tokens mean here. */
export interface TokenIssuer {
  /** Compared with `iss`, character by character. */
  readonly issuer: string;
  /** Compared with `aud`, character by character. */
  readonly audience: string;
  /** What may stand in `aud` beside it. */
  readonly otherAudiences: readonly string[];
  /** Where its keys are; `null`: where its own metadata says. */
  readonly jwksUri: string | null;
  readonly algorithms: readonly SignatureAlgorithm[];
  /** What may stand in `typ`; lower-case, without `application/`. */
  readonly tokenTypes: readonly string[];
  /** All of them must have been granted. */
  readonly scopes: readonly string[];
  readonly principalClaim: string;
  /** Put before the principal, so that no two issuers speak of one. */
  readonly principalPrefix: string;
  /** `null`: `client_id`, else `azp`. */
  readonly agentClaim: string | null;
  /** Put before the agent, so that none is taken for one of Toolgate's own tokens, or of another issuer. */
  readonly agentPrefix: string;
  /** Agents that the operator knows by another name, which has no prefix. */
  readonly agents: Readonly<Record<string, string>>;
  /** Which values of a claim give which roles; `null`: every token is an agent's, and nothing more. */
  readonly roles: { readonly claim: string; readonly map: Readonly<Record<string, readonly Role[]>> } | null;
}
