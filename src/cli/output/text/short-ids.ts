import type { Screen } from "../screen.ts";

/** Of a UUID that begins with the time: up to the millisecond. */
const TIMED = 13;
const RANDOM = 8;

/**
 * How ids are shown in a list: in a terminal as much of their beginning as tells them apart, which is also what commands
 * take; elsewhere whole.
 */
export function shortenIds(ids: Iterable<string>, screen: Screen): (id: string) => string {
  if (!screen.isTerminal) return (id) => id;
  const all = [...new Set(ids)];
  let length = Math.max(RANDOM, ...all.map((id) => (id[14] === "7" ? TIMED : RANDOM)));
  while (new Set(all.map((id) => id.slice(0, length))).size < all.length) length += 1;
  return (id) => id.slice(0, length);
}
