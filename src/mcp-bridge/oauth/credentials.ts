import type {
  AuthorizationServerMetadata,
  OAuthClientInformationMixed,
  OAuthTokens,
} from "@modelcontextprotocol/client";

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
}

export interface HeldTokens {
  readonly accessToken: string;
  /** `null`: when it is over, somebody has to log in again. */
  readonly refreshToken: string | null;
  /** Milliseconds since 1970; `null`: not said. */
  readonly expiresAt: number | null;
  readonly scope: string | null;
}

/** @param now milliseconds since 1970 */
export function toHeldTokens(tokens: OAuthTokens, now: number): HeldTokens {
  const { access_token: accessToken, refresh_token: refresh, expires_in: seconds, scope } = tokens;
  return {
    accessToken,
    refreshToken: refresh ?? null,
    expiresAt: seconds === undefined ? null : now + seconds * 1000,
    scope: scope ?? null,
  };
}

/** What must not be printed of them. */
export function listSecretValues({ client, tokens }: Credentials): readonly string[] {
  const { accessToken, refreshToken } = tokens;
  return [accessToken, refreshToken, client.client_secret].filter(
    (value): value is string => typeof value === "string",
  );
}
