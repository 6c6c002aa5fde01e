import { randomUUID } from "node:crypto";

/**
 * A UUID of version 7: begins with the time, so that ids sort as calls came and an index on them grows at its end, which
 * keeps a commit small.
 */
export function makeCallId(nowMs: number): string {
  const time = Math.max(0, Math.floor(nowMs)).toString(16).padStart(12, "0").slice(-12);
  const random = randomUUID();
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`;
}
