import type { Caller } from "../model/caller.ts";

/** Who a bearer token stands for, or why nobody. Messages are for developers: they hold no part of the signature. */
export type Verified =
  | { readonly ok: true; readonly caller: Caller }
  | {
      readonly ok: false;
      /** `invalid_token` and `insufficient_scope` as in RFC 6750; `unavailable`: it cannot be told now. */
      readonly code: "invalid_token" | "insufficient_scope" | "unavailable";
      readonly message: string;
      /** What is needed, where that is what is missing. */
      readonly scopes?: readonly string[] | undefined;
    };

/** Judges tokens that identity providers signed. */
export interface TokenVerifier {
  /** Whether a text is in the form of such a token, so that nothing else judges it. */
  isForeign(token: string): boolean;
  /** Never rejects because of the token, or of what the provider does. */
  verify(token: string): Promise<Verified>;
}

/** Why a token is not taken. */
export class TokenRefused extends Error {
  readonly code: Extract<Verified, { ok: false }>["code"];
  readonly scopes: readonly string[] | undefined;

  constructor(code: TokenRefused["code"], message: string, scopes?: readonly string[]) {
    super(message);
    this.name = "TokenRefused";
    this.code = code;
    this.scopes = scopes;
  }
}
