import type { JWTPayload } from "jose";
import type { TokenIssuer } from "../config/server/server-auth.ts";
import { showClaim } from "./show-claim.ts";
import { TokenRefused } from "./token-verifier.ts";

/** A token that others take as well could be used here by whichever of them got it. @throws TokenRefused */
export function checkAudience({ aud }: JWTPayload, { audience, otherAudiences }: TokenIssuer): void {
  const all: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  const foreign = all.find((one) => one !== audience && !otherAudiences.some((other) => other === one));
  if (foreign === undefined && all.includes(audience)) return;
  const message =
    `the token is for ${showClaim(foreign)} as well (\`aud\`); expected one for "${audience}" alone. ` +
    "Where that is meant, `other_audiences` lists it";
  throw new TokenRefused("invalid_token", message);
}

/** @param latest seconds since 1970: what was issued after that comes from the future. @throws TokenRefused */
export function checkClaims(claims: JWTPayload, { scopes }: TokenIssuer, latest: number): void {
  if (typeof claims.iat === "number" && claims.iat > latest) {
    throw new TokenRefused("invalid_token", "the token was issued in the future (`iat`); are the clocks right?");
  }
  if (claims["cnf"] !== undefined) {
    const message = "the token is bound to a key of its holder (`cnf`); expected a plain bearer token";
    throw new TokenRefused("invalid_token", message);
  }
  const granted = readScopes(claims);
  const missing = scopes.filter((scope) => !granted.includes(scope));
  if (missing.length === 0) return;
  throw new TokenRefused("insufficient_scope", `the token lacks the scope ${missing.join(", ")}`, scopes);
}

/** `scope` is words, as RFC 9068 says; `scp` is what some providers write, as words or a list. */
function readScopes(claims: JWTPayload): readonly unknown[] {
  const said = claims["scope"] ?? claims["scp"];
  return Array.isArray(said) ? said : typeof said === "string" ? said.split(" ") : [];
}
