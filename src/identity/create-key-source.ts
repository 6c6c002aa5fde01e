import { createRemoteJWKSet, customFetch, errors } from "jose";
import type { JWTVerifyGetKey, RemoteJWKSet } from "jose";
import type { TokenIssuer } from "../config/server/server-auth.ts";
import { isListedAddress } from "../egress/address/is-listed-address.ts";
import { EgressError, toFetch } from "../egress/client/to-fetch.ts";
import type { EgressFetch } from "../egress/client/to-fetch.ts";
import type { EgressClient } from "../egress/egress.ts";
import { discoverKeys } from "./discover-keys.ts";
import { TokenRefused } from "./token-verifier.ts";

/** Finds the key that a token was signed with, in the set that its issuer publishes. */
export type KeySource = JWTVerifyGetKey;

export interface KeySourceParts {
  readonly egress: EgressClient;
  readonly privateAddresses: readonly string[];
}

const MAX_DOCUMENT_BYTES = 256 * 1024;
const TIMEOUT_MS = 5000;
/** How long a set counts without being fetched again. */
const SET_AGE_MS = 10 * 60_000;
/** An unknown key fetches the set again, and no more often than this: tokens with made-up keys cost their sender nothing. */
const COOLDOWN_MS = 30_000;
/** After a failure nothing is asked for so long. */
const PAUSE_MS = 5000;
/** How long the place of the set counts. */
const PLACE_AGE_MS = 60 * 60_000;

/** The key set of one issuer: fetched when needed, kept, and fetched again when a key is not in it. */
export function createKeySource(issuer: TokenIssuer, parts: KeySourceParts): KeySource {
  const ask = toFetch(parts.egress, toFetchOptions(parts));
  let failed: { readonly error: TokenRefused; readonly until: number } | null = null;
  // Only fetching pauses: tokens whose key is known are judged all the same.
  const fetch: EgressFetch = (url, init) =>
    failed !== null && failed.until > Date.now() ? Promise.reject(failed.error) : ask(url, init);
  let known: { readonly set: Promise<RemoteJWKSet>; readonly until: number } | null = null;
  const current = (): Promise<RemoteJWKSet> => {
    if (known !== null && known.until > Date.now()) return known.set;
    const next = { set: openSet(issuer, fetch), until: Date.now() + PLACE_AGE_MS };
    known = next;
    next.set.catch(() => (known = known === next ? null : known));
    return next.set;
  };
  return async (header, token) => {
    try {
      return await (
        await current()
      )(header, token);
    } catch (error) {
      const refused = toRefusal(error, issuer);
      if (refused === null) throw error;
      if (refused !== failed?.error) failed = { error: refused, until: Date.now() + PAUSE_MS };
      throw refused;
    }
  };
}

async function openSet(issuer: TokenIssuer, fetch: EgressFetch): Promise<RemoteJWKSet> {
  const place = issuer.jwksUri ?? (await discoverKeys(issuer.issuer, fetch));
  return createRemoteJWKSet(new URL(place), {
    timeoutDuration: TIMEOUT_MS,
    cooldownDuration: COOLDOWN_MS,
    cacheMaxAge: SET_AGE_MS,
    [customFetch]: fetch,
  });
}

function toFetchOptions({ privateAddresses }: KeySourceParts): Parameters<typeof toFetch>[1] {
  const permitsAddress = (address: string): boolean => isListedAddress(address, privateAddresses);
  return {
    maxBodyBytes: MAX_DOCUMENT_BYTES,
    timeoutMs: TIMEOUT_MS,
    maxRedirects: 0,
    rulesFor: () => ({ hosts: null, permitsAddress }),
  };
}

/** What says nothing of the token, only that the keys cannot be had. */
function toRefusal(error: unknown, { issuer }: TokenIssuer): TokenRefused | null {
  if (error instanceof TokenRefused) return error;
  const what = `the keys of ${issuer} cannot be had now`;
  if (error instanceof EgressError) {
    const hint =
      error.kind === "refused" ? "; an address of one's own network has to stand in `[network] private`" : "";
    return new TokenRefused("unavailable", `${what}: ${error.message}${hint}`);
  }
  const isSet = error instanceof errors.JOSEError && SET_FAULTS.includes(error.code);
  return isSet ? new TokenRefused("unavailable", `${what}: what is published as its key set is none`) : null;
}

const SET_FAULTS: readonly string[] = ["ERR_JOSE_GENERIC", "ERR_JWKS_INVALID", "ERR_JWKS_TIMEOUT"];
