import { DEFAULTS } from "../defaults.ts";
import { toAgentPrefix } from "./find-issuer-problem.ts";
import { SIGNATURE_ALGORITHMS } from "./server-auth.ts";
import type { IssuerData, ServerAuth, ServerAuthData, TokenIssuer } from "./server-auth.ts";

/** Fills in what `[server.auth]` does not say. `null`: only Toolgate's own tokens count. */
export function toServerAuth(data: ServerAuthData | undefined): ServerAuth | null {
  if (data === undefined) return null;
  const resource = data.resource ?? null;
  return { resource, issuers: data.issuers.map((issuer) => toIssuer(issuer, resource)) };
}

function toIssuer(data: IssuerData, resource: string | null): TokenIssuer {
  const { issuer, roles_claim: claim, roles: map } = data;
  return {
    issuer,
    // The check of the file has seen to it that one of them is there.
    audience: data.audience ?? resource ?? issuer,
    otherAudiences: data.other_audiences ?? [],
    jwksUri: data.jwks_uri ?? null,
    algorithms: data.algorithms ?? SIGNATURE_ALGORITHMS,
    tokenTypes: (data.token_types ?? DEFAULTS.tokenTypes).map((type) => type.toLowerCase()),
    scopes: data.scopes ?? [],
    principalClaim: data.principal_claim ?? DEFAULTS.principalClaim,
    principalPrefix: data.principal_prefix ?? `${issuer}#`,
    agentClaim: data.agent_claim ?? null,
    agentPrefix: toAgentPrefix(data),
    agents: data.agents ?? {},
    roles: claim === undefined || map === undefined ? null : { claim, map },
  };
}
