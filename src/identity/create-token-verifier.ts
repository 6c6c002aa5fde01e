import { decodeJwt, decodeProtectedHeader, errors, jwtVerify } from "jose";
import type { JWTPayload, ProtectedHeaderParameters } from "jose";
import type { ServerAuth, TokenIssuer } from "../config/server/server-auth.ts";
import type { EgressClient } from "../egress/egress.ts";
import { checkAudience, checkClaims } from "./check-claims.ts";
import { checkHeader } from "./check-header.ts";
import { explainRejection } from "./explain-rejection.ts";
import { createKeySource } from "./create-key-source.ts";
import type { KeySource } from "./create-key-source.ts";
import { showClaim } from "./show-claim.ts";
import { toCaller } from "./to-caller.ts";
import { TokenRefused } from "./token-verifier.ts";
import type { TokenVerifier, Verified } from "./token-verifier.ts";

export interface TokenVerifierOptions {
  readonly auth: ServerAuth;
  readonly egress: EgressClient;
  /** Addresses that are not public and may be reached all the same. */
  readonly privateAddresses: readonly string[];
  readonly tenant: string;
}

/** Characters. Every header of a request together has to stay below 16 KiB. */
export const MAX_TOKEN_CHARACTERS = 8192;

/** Clocks are never quite the same. */
const LEEWAY_SECONDS = 30;

/** Judges signed tokens of the configured issuers. Keys are fetched when the first token needs them. */
export function createTokenVerifier(options: TokenVerifierOptions): TokenVerifier {
  const known = new Map(
    options.auth.issuers.map((issuer) => [issuer.issuer, { issuer, keys: createKeySource(issuer, options) }] as const),
  );
  return {
    isForeign: (token) => /^[^.]*(?:\.[^.]*){2,4}$/.test(token) && !token.startsWith("tg_"),
    async verify(token): Promise<Verified> {
      try {
        const { header, claims } = decode(token);
        const found = typeof claims.iss === "string" ? known.get(claims.iss) : undefined;
        if (found === undefined) throw refuseIssuer(claims.iss, [...known.keys()]);
        return { ok: true, caller: await judge(token, header, found, options.tenant) };
      } catch (error) {
        if (!(error instanceof TokenRefused)) throw error;
        const { code, message, scopes } = error;
        return { ok: false, code, message, scopes };
      }
    },
  };
}

interface Known {
  readonly issuer: TokenIssuer;
  readonly keys: KeySource;
}

/** What the token says, before anybody vouched for it: good for choosing who should. */
function decode(token: string): { readonly header: ProtectedHeaderParameters; readonly claims: JWTPayload } {
  if (token.length > MAX_TOKEN_CHARACTERS) {
    const message = `the token has ${token.length} characters; at most ${MAX_TOKEN_CHARACTERS} are read`;
    throw new TokenRefused("invalid_token", message);
  }
  if (token.split(".").length === 5) {
    throw new TokenRefused("invalid_token", "the token is encrypted (JWE); expected a signed one (JWS)");
  }
  try {
    return { header: decodeProtectedHeader(token), claims: decodeJwt(token) };
  } catch {
    throw new TokenRefused("invalid_token", "the token cannot be read: expected a JWT, three parts in base64url");
  }
}

async function judge(
  token: string,
  header: ProtectedHeaderParameters,
  { issuer, keys }: Known,
  tenant: string,
): Promise<ReturnType<typeof toCaller>> {
  checkHeader(header, issuer);
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: [...issuer.algorithms],
      issuer: issuer.issuer,
      audience: issuer.audience,
      requiredClaims: ["exp", "sub"],
      clockTolerance: LEEWAY_SECONDS,
    });
    checkAudience(payload, issuer);
    checkClaims(payload, issuer, Date.now() / 1000 + LEEWAY_SECONDS);
    return toCaller(payload, issuer, tenant);
  } catch (error) {
    if (error instanceof errors.JOSEError) throw explainRejection(error, issuer, header);
    throw error;
  }
}

function refuseIssuer(sent: unknown, known: readonly string[]): TokenRefused {
  const message = `the issuer of the token is ${showClaim(sent)}; expected ${known.map((one) => `"${one}"`).join(" or ")}`;
  return new TokenRefused("invalid_token", message);
}
