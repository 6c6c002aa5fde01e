import type { AuthorizationServerMetadata, OAuthClientInformationMixed } from "@modelcontextprotocol/client";
import type { ProofKey } from "./proof/proof-key.ts";

/** A login at one authorization server, for one upstream server. All of it is secret. */
export interface Credentials {
  /** Everything here was given out by it, and goes nowhere else. */
  readonly issuer: string;
  readonly client: OAuthClientInformationMixed;
  /** As it was checked at the login: renewing asks nobody else where to go. */
  readonly metadata: AuthorizationServerMetadata;
  /** What the tokens are for. */
  readonly resource: string;
  readonly tokens: HeldTokens;
  /** What the server asked for since, and the next login asks for too. @default [] */
  readonly wanted?: readonly string[] | undefined;
  /** Who renews it at the moment. @default nobody */
  readonly renewal?: Renewal | null | undefined;
}

/** A refresh token counts once: whoever writes this down first is the one that may use it. */
export interface Renewal {
  readonly id: string;
  /** The process, as the database names it. */
  readonly process: string;
  /** When it certainly came to nothing; milliseconds since 1970. */
  readonly until: number;
}

export interface HeldTokens {
  readonly accessToken: string;
  /** `null`: when it is over, somebody has to log in again. */
  readonly refreshToken: string | null;
  /** Milliseconds since 1970; `null`: not said. */
  readonly expiresAt: number | null;
  /** What was granted; `null`: not said, so what was asked for. */
  readonly scope: string | null;
  /** What was asked for. @default [] */
  readonly asked?: readonly string[] | undefined;
  /** What they are bound to: without it they are worth nothing. @default null */
  readonly proofKey?: ProofKey | null | undefined;
}

/** What must not be printed of them. */
export function listSecretValues({ client, tokens }: Credentials): readonly string[] {
  const { accessToken, refreshToken, proofKey } = tokens;
  return [accessToken, refreshToken, client.client_secret, proofKey?.privateKey.d].filter(
    (value): value is string => typeof value === "string",
  );
}
