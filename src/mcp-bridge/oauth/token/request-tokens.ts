import type { AuthorizationServerMetadata } from "@modelcontextprotocol/client";
import { toScopes } from "../challenge/scopes.ts";
import type { Credentials, HeldTokens } from "../credentials.ts";
import type { ProofKey } from "../proof/proof-key.ts";
import { authenticateWith } from "./authenticate-with.ts";
import type { TokenClient } from "./authenticate-with.ts";
import { postForm } from "./post-form.ts";
import type { TokenAsking } from "./post-form.ts";
import { TokenRefusal } from "./token-refusal.ts";

export interface TokenRequest {
  readonly metadata: AuthorizationServerMetadata;
  readonly client: TokenClient | null;
  /** Of the grant. */
  readonly params: Readonly<Record<string, string>>;
  readonly resource: string;
  readonly scopes: readonly string[];
  /** What they are to be bound to; the answer may be one that is bound to nothing. */
  readonly proofKey: ProofKey | null;
}

export interface Asking extends TokenAsking {
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Tokens of an authorization server, read strictly: what cannot stand in a header is none. @throws TokenRefusal */
export async function requestTokens(request: TokenRequest, asking: Asking): Promise<HeldTokens> {
  const { metadata, client, params, resource, scopes, proofKey } = request;
  const scope = scopes.join(" ");
  const form = {
    endpoint: metadata.token_endpoint,
    params: { ...params, resource, ...(scope === "" ? {} : { scope }) },
    authenticate: authenticateWith(client, metadata),
    proofKey,
  };
  const body = await postForm(form, asking);
  return { ...toHeldTokens(body, proofKey, asking.now()), asked: scopes };
}

/** New tokens for a refresh token, from whoever gave it out. Many servers give a new refresh token with them. */
export async function refreshTokens(held: Credentials, refreshToken: string, asking: Asking): Promise<HeldTokens> {
  const { metadata, client, resource, tokens } = held;
  const { proofKey = null, asked = [] } = tokens;
  const params = { grant_type: "refresh_token", refresh_token: refreshToken };
  const next = await requestTokens({ metadata, client, params, resource, scopes: [], proofKey }, asking);
  return { ...next, refreshToken: next.refreshToken ?? refreshToken, scope: next.scope ?? tokens.scope, asked };
}

/** What stands in a header as it is, and is no flood. */
const TOKEN = /^[\x21-\x7e]{1,16384}$/;
/** A year: what is longer is not meant. */
const MAX_SECONDS = 366 * 24 * 3600;
/** What is over sooner could not be used once, and would be asked for with every request. */
const MIN_SECONDS = 5;

function toHeldTokens(
  body: Readonly<Record<string, unknown>>,
  proofKey: ProofKey | null,
  now: number,
): Omit<HeldTokens, "asked"> {
  const { access_token: accessToken, token_type: type, refresh_token: refresh, expires_in, scope } = body;
  const kind = typeof type === "string" ? type.toLowerCase() : "";
  const isBound = kind === "dpop" && proofKey !== null;
  if (!isToken(accessToken) || !(isBound || kind === "bearer")) throw new TokenRefusal(null, 200);
  const seconds = typeof expires_in === "string" ? Number(expires_in) : expires_in;
  const isTime = typeof seconds === "number" && Number.isFinite(seconds) && seconds >= 0;
  const granted = typeof scope === "string" ? toScopes(scope) : [];
  return {
    accessToken,
    refreshToken: isToken(refresh) ? refresh : null,
    expiresAt: isTime ? now + Math.min(Math.max(seconds, MIN_SECONDS), MAX_SECONDS) * 1000 : null,
    scope: granted.length === 0 ? null : granted.join(" "),
    proofKey: isBound ? proofKey : null,
  };
}

function isToken(value: unknown): value is string {
  return typeof value === "string" && TOKEN.test(value);
}
