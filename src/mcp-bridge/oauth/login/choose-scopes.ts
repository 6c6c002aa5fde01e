import type { UpstreamAuth } from "../../../config/mcp/upstream-auth.ts";
import { joinScopes, toScopes } from "../challenge/scopes.ts";
import type { Credentials } from "../credentials.ts";
import type { FoundAuthorizationServer } from "../find-authorization-server.ts";

/**
 * What a login asks for: what the operator listed and no more; else what the server wants, and where it wanted more since the
 * login before, that and what there was. Where the authorization server knows it, also to stay logged in.
 */
export function chooseScopes(
  auth: Pick<UpstreamAuth, "scopes"> | null,
  { scopes, issuer, metadata }: Pick<FoundAuthorizationServer, "scopes" | "issuer" | "metadata">,
  before: Credentials | null,
): readonly string[] {
  if (auth !== null && auth.scopes.length > 0) return auth.scopes;
  const all = joinScopes(scopes, listBefore(before, issuer));
  const staysLoggedIn = metadata.scopes_supported?.includes(STAY) === true;
  return all.length > 0 && staysLoggedIn ? joinScopes(all, [STAY]) : all;
}

const STAY = "offline_access";

function listBefore(before: Credentials | null, issuer: string): readonly string[] {
  const wanted = before?.wanted ?? [];
  if (before?.issuer !== issuer || wanted.length === 0) return [];
  const { scope, asked = [] } = before.tokens;
  return joinScopes(asked, toScopes(scope), wanted);
}
