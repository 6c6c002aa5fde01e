import type { JWTPayload } from "jose";
import type { TokenIssuer } from "../config/server/server-auth.ts";
import { ROLES } from "../model/caller.ts";
import type { Caller, Role } from "../model/caller.ts";
import { TokenRefused } from "./token-verifier.ts";

/** Who the agent is where nothing says. */
const UNNAMED_AGENT = "agent";
const NAME = /^[^\s\p{Cc}\p{Cf}\p{Cs}]{1,200}$/u;

/**
 * Whom verified claims stand for. Roles come from the operator's map alone, the tenant is ours.
 * @throws TokenRefused
 */
export function toCaller(claims: JWTPayload, issuer: TokenIssuer, tenant: string): Caller {
  const agent = toAgent(claims, issuer);
  return {
    tenant,
    principal: toPrincipal(claims, issuer),
    agent,
    roles: toRoles(claims, issuer),
    // Two tokens of one person and one program are one credential, however often it is renewed.
    credential: `jwt:${JSON.stringify([issuer.issuer, claims.sub, readClient(claims)])}`,
  };
}

function toPrincipal(claims: JWTPayload, { principalClaim, principalPrefix }: TokenIssuer): string {
  const name = findClaim(claims, principalClaim);
  if (typeof name !== "string" || !NAME.test(name)) throw unnamed(principalClaim, "person or service");
  if (principalClaim === "email" && claims["email_verified"] !== true) {
    throw new TokenRefused("invalid_token", "the address in `email` is not a verified one (`email_verified`)");
  }
  return `${principalPrefix}${name}`;
}

/** Whoever can register a client at a provider chooses a name; only the operator makes one of ours of it. */
function toAgent(claims: JWTPayload, { agentClaim, agentPrefix, agents }: TokenIssuer): string {
  const name = agentClaim === null ? readClient(claims) : findClaim(claims, agentClaim);
  if (agentClaim === null && name === null) return `${agentPrefix}${UNNAMED_AGENT}`;
  if (typeof name !== "string" || !NAME.test(name)) throw unnamed(agentClaim ?? "client_id", "agent");
  return (Object.hasOwn(agents, name) ? agents[name] : undefined) ?? `${agentPrefix}${name}`;
}

function readClient(claims: JWTPayload): string | null {
  const client = claims["client_id"] ?? claims["azp"];
  return typeof client === "string" ? client : null;
}

function toRoles(claims: JWTPayload, { roles }: TokenIssuer): readonly Role[] {
  if (roles === null) return ["agent"];
  const said = findClaim(claims, roles.claim);
  const values: readonly unknown[] = Array.isArray(said) ? said : typeof said === "string" ? said.split(" ") : [];
  const given = new Set(
    values.flatMap((value) => (typeof value === "string" && Object.hasOwn(roles.map, value) ? roles.map[value] : [])),
  );
  return ROLES.filter((role) => given.has(role));
}

/** The claim of that name, or else what stands inside of others: `a.b` is `b` of `a`. */
function findClaim(claims: JWTPayload, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let at: unknown = claims;
  for (const step of name.split(".")) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[step];
  }
  return at;
}

function unnamed(claim: string, whom: string): TokenRefused {
  const message = `the claim \`${claim}\` names no ${whom}: expected 1 to 200 characters without blanks`;
  return new TokenRefused("invalid_token", message);
}
