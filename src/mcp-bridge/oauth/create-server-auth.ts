import type { AuthProvider, FetchLike } from "@modelcontextprotocol/client";
import type { McpServer } from "../../config/mcp/mcp-server.ts";
import { readChallenge } from "./challenge/read-challenge.ts";
import type { ServerChallenge } from "./challenge/read-challenge.ts";
import { hasScopes } from "./challenge/scopes.ts";
import type { HeldTokens } from "./credentials.ts";
import { createMachineSource } from "./machine/machine-source.ts";
import { needsLogin } from "./person/explain-login.ts";
import { createPersonSource } from "./person/person-source.ts";
import { createSigningFetch } from "./proof/create-signing-fetch.ts";
import type { SigningLogin } from "./proof/create-signing-fetch.ts";
import { createProofNonces } from "./proof/proof-nonces.ts";
import { createRenewing } from "./renewing.ts";
export type { ServerAuthParts } from "./token-source.ts";
import type { ServerAuthParts, SourceOfServer, TokenSource } from "./token-source.ts";

/** Logins of one upstream server: what signs its requests, and what must not be printed of that. */
export interface ServerOAuth {
  /** For the transport; `null`: a program, which has no requests to sign. */
  readonly provider: AuthProvider | null;
  /** Sends what the provider gave a token for. */
  readonly sign: (next: FetchLike) => FetchLike;
  /** Tokens that were handed out and might come back in an answer. */
  readonly secretValues: () => readonly string[];
}

// What speaks OAuth is loaded only where there is something to renew.

/** So long before its end a token is renewed. */
const RENEW_BEFORE_MS = 60_000;

/**
 * Signs the requests to one server, and renews in time: once, however many calls wait for it. Nothing is asked for before
 * there is a login or a secret; whoever has none is told how to get one.
 */
export function createServerAuth(server: McpServer, parts: ServerAuthParts): ServerOAuth {
  if (server.transport === "stdio") return { provider: null, sign: (next) => next, secretValues: () => [] };
  const url = parts.urlOf?.(server) ?? server.target;
  const given = { ...parts, server, url, now: parts.now ?? Date.now, nonces: createProofNonces() };
  const isMachine = (server.auth?.grant ?? "login") !== "login";
  const source = isMachine ? createMachineSource(given) : createPersonSource(given);
  const login = createLogin(given, source);
  const provider: AuthProvider = {
    token: () => login.token(),
    onUnauthorized: ({ response }) => login.renewRefused(readChallenge(response.headers, url)),
  };
  return {
    provider,
    sign: (next) => createSigningFetch(login, next),
    secretValues: () => source.secretValues(),
  };
}

interface Login extends SigningLogin {
  token(): Promise<string | undefined>;
  /** The server did not take the token. */
  renewRefused(challenge: ServerChallenge): Promise<void>;
}

/** As many are remembered of those that were handed out: what is older is no longer under way. */
const MAX_GIVEN = 4;

function createLogin({ server, url, nonces, now }: SourceOfServer, source: TokenSource): Login {
  const renewing = createRenewing(source, server.name, now);
  const given = new Map<string, HeldTokens>();
  const give = (tokens: HeldTokens): string => {
    given.delete(tokens.accessToken);
    given.set(tokens.accessToken, tokens);
    const [oldest] = given.keys();
    if (given.size > MAX_GIVEN && oldest !== undefined) given.delete(oldest);
    return tokens.accessToken;
  };
  const renewRefused = async (challenge: ServerChallenge): Promise<void> => {
    const held = await source.read();
    if (held === null && !source.isMachine) throw needsLogin(server.name, false);
    if (renewing.isAnother(held)) return;
    await source.checkIssuer(challenge);
    if (!source.isMachine && held?.refreshToken == null) throw needsLogin(server.name, true);
    await renewing.renew(held);
  };
  let refusing: Promise<void> | null = null;
  return {
    url,
    nonces,
    find: (accessToken) => given.get(accessToken) ?? null,
    noteAnswer: renewing.noteAnswer,
    async token() {
      const held = await source.read();
      if (held === null) return source.isMachine ? give(await renewing.renew(null)) : undefined;
      const { expiresAt } = held;
      if (expiresAt === null || expiresAt - now() > RENEW_BEFORE_MS) return give(held);
      if (!source.isMachine && held.refreshToken === null) return give(held);
      // Some live no longer than that: not every request asks for another.
      if (expiresAt > now() && renewing.isJustRenewed(held)) return give(held);
      // A token that still counts does while the other side cannot be reached.
      return renewing.renew(held).then(give, (error: unknown) => {
        if (expiresAt > now()) return give(held);
        throw error;
      });
    },
    renewRefused(challenge) {
      refusing ??= renewRefused(challenge).finally(() => (refusing = null));
      return refusing;
    },
    async widen(accessToken, scopes) {
      const held = await source.read();
      if (held === null) throw needsLogin(server.name, true);
      // Somebody logged in meanwhile, or another call was faster.
      if (held.accessToken !== accessToken && hasScopes(held.asked ?? [], scopes)) return give(held);
      await source.want(scopes, held);
      const next = await renewing.renew(held);
      return give(hasScopes(next.asked ?? [], scopes) ? next : await renewing.renew(next));
    },
  };
}
