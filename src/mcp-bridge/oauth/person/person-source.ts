import { UpstreamError } from "../../upstream.ts";
import { hasScopes, joinScopes, MAX_SCOPES } from "../challenge/scopes.ts";
import type { Credentials } from "../credentials.ts";
import { listSecretValues } from "../credentials.ts";
import { createRememberedValues } from "../remembered-values.ts";
import type { SourceOfServer, TokenSource } from "../token-source.ts";
import { claimRenewal } from "./claim-renewal.ts";
import { movedElsewhere, needsLogin, needsMore, notListed, unsaid } from "./explain-login.ts";

/** Tokens of a person who logged in by command: kept, and shared by every process. */
export function createPersonSource(given: SourceOfServer): TokenSource {
  const { server, url, credentials, fetch } = given;
  let known: { readonly revision: number; readonly held: Credentials | null } | null = null;
  const secrets = createRememberedValues();
  const remember = (held: Credentials): void => {
    for (const value of listSecretValues(held)) secrets.add(value);
  };
  const read = async (): Promise<Credentials | null> => {
    const revision = credentials.revision();
    if (known?.revision !== revision) known = { revision, held: await credentials.read(server, url) };
    if (known.held !== null) remember(known.held);
    return known.held;
  };
  return {
    isMachine: false,
    read: async () => (await read())?.tokens ?? null,
    async renew(before) {
      const held = await read();
      if (held !== null && held.tokens.accessToken !== before?.accessToken) return held.tokens;
      if (held === null || held.tokens.refreshToken === null) throw needsLogin(server.name, held !== null);
      return renewOnce(given, held.tokens.accessToken);
    },
    async checkIssuer(challenge) {
      const held = await read();
      // Whom the operator named is the only one, whatever the server says.
      if (held === null || server.auth?.issuer != null) return;
      const { findNamedIssuers } = await import("../find-authorization-server.ts");
      const named = await findNamedIssuers(url, challenge, fetch);
      if (named !== null && !named.some((one) => isSameIssuer(one, held.issuer))) {
        throw movedElsewhere(server.name, held.issuer, named[0] ?? "");
      }
    },
    async want(scopes, { asked = [], scope }) {
      if (scopes.length === 0) throw unsaid();
      const cap = server.auth?.scopes ?? [];
      if (cap.length > 0 && !hasScopes(cap, scopes)) throw notListed(scopes, cap);
      await credentials.change(server, url, (held) => {
        const wanted = joinScopes(held.wanted ?? [], scopes);
        if (wanted.length > MAX_SCOPES) throw new UpstreamError("it asks for ever more scopes", "ask whoever runs it");
        return hasScopes(held.wanted ?? [], scopes) ? null : { ...held, wanted };
      });
      throw needsMore(server.name, scopes, { wasAsked: hasScopes(asked, scopes), granted: scope });
    },
    secretValues: () => secrets.list(),
  };
}

async function renewOnce(given: SourceOfServer, before: string): Promise<Credentials["tokens"]> {
  const { server } = given;
  const claim = await claimRenewal(given, before);
  if (claim.kind === "gone") throw needsLogin(server.name, true);
  if (claim.kind === "renewed") return claim.held.tokens;
  const { held } = claim;
  const { refreshToken } = held.tokens;
  if (refreshToken === null) throw needsLogin(server.name, true);
  const { refreshTokens } = await import("../token/request-tokens.ts");
  try {
    const tokens = await refreshTokens(held, refreshToken, given);
    await claim.end(tokens);
    return tokens;
  } catch (error) {
    const { findOAuthCode } = await import("../explain-oauth-failure.ts");
    // Nobody else had the claim: what was refused is over.
    await (findOAuthCode(error) === "invalid_grant" ? claim.forget() : claim.end(null));
    throw error;
  }
}

/** A slash at the end is what some write and some do not; the login itself compares strictly. */
function isSameIssuer(one: string, other: string): boolean {
  return one.replace(/\/$/, "") === other.replace(/\/$/, "");
}
