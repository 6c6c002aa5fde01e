import { hash, randomBytes } from "node:crypto";
import { userInfo } from "node:os";
import { keepCanonicalJson } from "../model/canonical-json.ts";
import type { Caller } from "../model/caller.ts";
import { asJson } from "../model/json.ts";
import type { StoredToken, TokenRepository } from "../storage/repositories.ts";
import { validateAgentName } from "./validate-names.ts";

const TOKEN_PREFIX = "tg_";
const CREDENTIAL_PREFIX = "token:";

/** 256 random bits: guessing is hopeless, so a plain hash is enough to store. */
export function makeToken(): { readonly token: string; readonly hash: string } {
  const token = `${TOKEN_PREFIX}${randomBytes(32).toString("base64url")}`;
  return { token, hash: hashToken(token) };
}

/** Who a token stands for; `null` for one that is unknown, expired or revoked. */
export async function authenticateToken(token: string, tokens: TokenRepository, now: Date): Promise<Caller | null> {
  if (!token.startsWith(TOKEN_PREFIX)) return null;
  const stored = await tokens.findByHash(hashToken(token));
  if (stored === null || stored.revokedAt !== null) return null;
  if (stored.expiresAt !== null && Date.parse(stored.expiresAt) <= now.getTime()) return null;
  return CALLERS.get(stored) ?? keepCaller(stored);
}

/** Every record of every call has its caller in it: what is written of one is written once. */
const CALLERS = new WeakMap<StoredToken, Caller>();

function keepCaller(stored: StoredToken): Caller {
  const { roles, ...caller } = toCaller(stored);
  const kept = Object.freeze({ ...caller, roles: Object.freeze([...roles]) });
  keepCanonicalJson(asJson(kept));
  CALLERS.set(stored, kept);
  return kept;
}

/** Whether a caller's token is one that was revoked; those of others than us cannot be. */
export async function isRevoked({ credential }: Caller, tokens: Pick<TokenRepository, "list">): Promise<boolean> {
  if (!credential.startsWith(CREDENTIAL_PREFIX)) return false;
  const id = credential.slice(CREDENTIAL_PREFIX.length);
  return (await tokens.list()).some((stored) => stored.id === id && stored.revokedAt !== null);
}

/** The credential of callers who come with the token of that id. */
export function toTokenCredential(id: string): string {
  return `${CREDENTIAL_PREFIX}${id}`;
}

/** The person at this machine: whoever can read the approver key. Never an agent. */
export function localOwner(tenant: string): Caller {
  const principal = userName();
  return { tenant, principal, agent: "human", roles: ["approver", "admin"], credential: "approver-key" };
}

/** The local owner's agent: may call tools, may not answer for anyone. @throws BadNameError */
export function localAgent(tenant: string, agent: string): Caller {
  validateAgentName(agent);
  return { tenant, principal: userName(), agent, roles: ["agent"], credential: `local-agent:${agent}` };
}

function toCaller({ tenant, principal, agent, roles, id, provider }: StoredToken): Caller {
  return {
    tenant,
    principal,
    agent,
    roles,
    credential: toTokenCredential(id),
    ...(provider === null ? {} : { provider }),
  };
}

function hashToken(token: string): string {
  return hash("sha256", token);
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A user id without an entry in the user database, as in some containers.
    return `uid-${process.getuid?.() ?? "unknown"}`;
  }
}
