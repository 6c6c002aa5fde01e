import { canonicalJson } from "../../model/canonical-json.ts";
import type { JsonObject } from "../../model/json.ts";
import type { StoredPin } from "../../storage/upstream-repositories.ts";

/** What a server says of itself and its tools, by name; the server's own identity under `""`. */
export type Offer = ReadonlyMap<string, JsonObject>;

export interface Observation {
  readonly server: string;
  readonly workspace: string | null;
  /** ISO 8601. */
  readonly now: string;
  /** Whether a human has to look at a definition even the first time. */
  readonly isSuspicious: (definition: JsonObject) => boolean;
}

/** Marks what nobody had to accept: the server had never been seen before. */
export const FIRST_USE = "first use";

/**
 * What is known of a server after it listed its tools. What hides nothing is accepted the first time; from then on an offer is
 * only noted, and stays apart from what was accepted until a human looks at it. Rows without news stay the same objects.
 */
export function observeListing(before: readonly StoredPin[], offer: Offer, seen: Observation): readonly StoredPin[] {
  const isFirst = before.length === 0;
  const known = new Map(before.map((pin) => [pin.tool, pin]));
  const offered = [...offer].map(([tool, definition]) => {
    const text = canonicalJson(definition);
    const pin = known.get(tool);
    if (pin !== undefined) return pin.offered === text ? pin : { ...pin, offered: text, seenAt: seen.now };
    const isTaken = isFirst && !seen.isSuspicious(definition);
    return isTaken ? acceptedAtOnce(tool, text, seen) : noted(tool, text, seen);
  });
  const gone = before.flatMap((pin) => {
    if (offer.has(pin.tool)) return [];
    // What was never accepted and is not offered any more is nobody's business.
    if (pin.accepted === null) return [];
    return [pin.offered === null ? pin : { ...pin, offered: null, seenAt: seen.now }];
  });
  return [...offered, ...gone];
}

function noted(tool: string, offered: string, { server, workspace, now }: Observation): StoredPin {
  const nothing = { accepted: null, refusedHash: null, acceptedAt: null, acceptedBy: null };
  return { server, workspace, tool, offered, ...nothing, seenAt: now };
}

function acceptedAtOnce(tool: string, offered: string, seen: Observation): StoredPin {
  return { ...noted(tool, offered, seen), accepted: offered, acceptedAt: seen.now, acceptedBy: FIRST_USE };
}
