import { renderTime } from "./relative-time.ts";
import type { Screen } from "../screen.ts";

/** When something ends: in a terminal in words, with `over` for what has ended; elsewhere the ISO 8601 time or nothing. */
export function renderExpiry(expiresAt: string | null, now: Date, screen: Screen): string {
  const isOver = screen.isTerminal && expiresAt !== null && Date.parse(expiresAt) <= now.getTime();
  return isOver ? "over" : renderTime(expiresAt, now, screen);
}
