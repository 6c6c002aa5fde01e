import type { Policy } from "../policy.ts";

/** When a grant will be over that is not yet, in milliseconds since 1970; without one, infinity. */
export function findNextExpiry({ access }: Policy, now: number): number {
  const ends = (access?.grants ?? []).flatMap(({ expiresAt }) => (expiresAt === null ? [] : [Date.parse(expiresAt)]));
  return Math.min(Number.POSITIVE_INFINITY, ...ends.filter((end) => end > now));
}
