import { hash } from "node:crypto";
import type { Caller } from "../../model/caller.ts";

/** Addresses that were handed out in results, to whom. They live as long as this process. */
export interface LinkMemory {
  note(caller: Caller, shown: string, server: string): void;
  /** The server that an address leads to for whoever it was handed to; `null`: it was not. */
  find(caller: Caller, shown: string): string | null;
}

const MOST_CALLERS = 500;
const MOST_OF_ONE = 500;
const MAX_ADDRESS = 2_000;

export function createLinkMemory(): LinkMemory {
  const known = new Map<string, Map<string, string>>();
  return {
    note(caller, shown, server) {
      if (shown.length > MAX_ADDRESS) return;
      const key = toKey(caller);
      const own = known.get(key) ?? new Map<string, string>();
      keep(own, digest(shown), server, MOST_OF_ONE);
      keep(known, key, own, MOST_CALLERS);
    },
    find: (caller, shown) => known.get(toKey(caller))?.get(digest(shown)) ?? null,
  };
}

/** Servers choose addresses: kept whole, those of all callers could take half a gigabyte. */
function digest(shown: string): string {
  return hash("sha256", shown, "base64url");
}

/** The one that was used longest ago makes room. */
function keep<Value>(kept: Map<string, Value>, key: string, value: Value, most: number): void {
  kept.delete(key);
  const [oldest] = kept.keys();
  if (kept.size >= most && oldest !== undefined) kept.delete(oldest);
  kept.set(key, value);
}

function toKey({ tenant, principal, agent, credential }: Caller): string {
  return JSON.stringify([tenant, principal, agent, credential]);
}
