import type { RunningCallTable } from "../call/running-calls.ts";
import type { Revocations } from "../call/runtime.ts";
import { toTokenCredential } from "../control/identity.ts";
import type { Store } from "../storage/store.ts";

/** How often the revision is read while a call runs or somebody follows; any process may have revoked a token. */
const LOOK_MS = 250;

/** Ends the calls of revoked tokens, and tells whoever holds something open for one. */
export function createRevocations(
  running: Pick<RunningCallTable, "size" | "revoke">,
  store: Pick<Store, "tokens" | "revision">,
  onError: (error: unknown) => void,
): Revocations & { stop(): void } {
  const followers = new Map<object, { readonly credential: string; readonly onRevoked: () => void }>();
  let seen: number | null = null;
  let revoked: ReadonlySet<string> = new Set();
  const look = async (): Promise<void> => {
    if (running.size === 0 && followers.size === 0) return;
    const now = store.revision();
    if (now !== seen) {
      revoked = new Set((await store.tokens.listRevoked()).map(toTokenCredential));
      seen = now;
    }
    if (revoked.size === 0) return;
    // First the calls, so that each says why it ended before its connection does.
    running.revoke(revoked);
    for (const [key, { credential, onRevoked }] of followers) {
      if (revoked.has(credential) && followers.delete(key)) onRevoked();
    }
  };
  const timer = setInterval(() => void look().catch(onError), LOOK_MS);
  timer.unref();
  return {
    follow(credential, onRevoked) {
      const key = {};
      followers.set(key, { credential, onRevoked });
      return () => void followers.delete(key);
    },
    stop: () => clearInterval(timer),
  };
}
