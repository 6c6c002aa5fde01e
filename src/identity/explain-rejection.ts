import { errors } from "jose";
import type { ProtectedHeaderParameters } from "jose";
import type { TokenIssuer } from "../config/server/server-auth.ts";
import { showText } from "../text/show-text.ts";
import { TokenRefused } from "./token-verifier.ts";

/** What is wrong with a token, in words that say what to look at. */
export function explainRejection(
  error: errors.JOSEError,
  issuer: TokenIssuer,
  { kid }: ProtectedHeaderParameters,
): TokenRefused {
  return new TokenRefused("invalid_token", toMessage(error, issuer, kid));
}

function toMessage(error: errors.JOSEError, { issuer, audience }: TokenIssuer, kid: unknown): string {
  if (error instanceof errors.JWTExpired) return "the token has expired (`exp`)";
  if (error instanceof errors.JWTClaimValidationFailed) return explainClaim(error.claim, error.reason, audience);
  if (error instanceof errors.JWKSNoMatchingKey) {
    const named = typeof kid === "string" ? ` with the id "${showText(kid)}"` : "";
    return `${issuer} has no key${named} for this kind of signature`;
  }
  if (error instanceof errors.JWKSMultipleMatchingKeys) {
    return `${issuer} has several keys that fit; the token has to name one (\`kid\`)`;
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) return `the signature is not one of ${issuer}`;
  return "the token cannot be read: expected a signed JWT";
}

function explainClaim(claim: string, reason: string, audience: string): string {
  if (claim === "aud") return `the token is not for this server (\`aud\`); expected "${audience}"`;
  if (claim === "nbf" && reason === "check_failed") return "the token does not count yet (`nbf`)";
  if (reason === "missing") return `the token lacks the claim \`${showText(claim)}\``;
  return `the claim \`${showText(claim)}\` of the token is not what it has to be`;
}
