import { createHmac, hash, randomBytes } from "node:crypto";
import { isSameSecret } from "../../../approval/browser/key-mac.ts";
import type { Caller } from "../../../model/caller.ts";

/** How long a login lasts, whatever is done with it. */
export const SESSION_MS: number = 30 * 60_000;
/** More people than this do not sit at one gateway; the oldest login makes room. */
const MOST = 20;

/** One browser that has logged in. */
export interface BrowserSession {
  readonly person: Caller;
  /** What a form has to bring along: good for this session and this purpose. */
  token(purpose: string): string;
  isToken(purpose: string, given: string): boolean;
  end(): void;
}

/** Logins of this process; they end with it. */
export interface BrowserSessions {
  /** What the browser keeps: always new, so that nobody can have known it before. */
  open(person: Caller, peer: string): string;
  /** `null` also for a peer who is not the one that logged in: browsers give cookies to other programs, too. */
  find(id: string | null, peer: string | null): BrowserSession | null;
}

interface Known {
  readonly person: Caller;
  /** Who logged in; see `findPeer`. */
  readonly peer: string;
  readonly secret: Uint8Array;
  readonly expiresAt: number;
}

export function createBrowserSessions(now: () => number = Date.now): BrowserSessions {
  // By hash: what is in memory opens nothing.
  const known = new Map<string, Known>();
  return {
    open(person, peer) {
      for (const [key, { expiresAt }] of known) if (expiresAt <= now()) known.delete(key);
      const [oldest] = known.keys();
      if (known.size >= MOST && oldest !== undefined) known.delete(oldest);
      const id = randomBytes(32).toString("base64url");
      known.set(hash("sha256", id), { person, peer, secret: randomBytes(32), expiresAt: now() + SESSION_MS });
      return id;
    },
    find(id, peer) {
      const key = id === null ? null : hash("sha256", id);
      const found = key === null ? undefined : known.get(key);
      if (key === null || found === undefined || found.expiresAt <= now()) return null;
      if (found.peer !== peer) return null;
      const { person, secret } = found;
      const token = (purpose: string): string => createHmac("sha256", secret).update(purpose).digest("base64url");
      return {
        person,
        token,
        isToken: (purpose, given) => isSameSecret(token(purpose), given),
        end: () => void known.delete(key),
      };
    },
  };
}
