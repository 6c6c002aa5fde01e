import { renderDuration } from "../../../text/render-duration.ts";
import type { Screen } from "../screen.ts";

/** `3m ago` or `in 2h` in a terminal; elsewhere the ISO 8601 time itself, which stays true. */
export function renderTime(iso: string | null, now: Date, screen: Screen): string {
  if (iso === null) return screen.isTerminal ? "never" : "";
  const distance = Date.parse(iso) - now.getTime();
  if (!screen.isTerminal || Number.isNaN(distance)) return iso;
  if (Math.abs(distance) < 1000) return "now";
  const text = renderDuration(Math.abs(distance));
  return distance < 0 ? `${text} ago` : `in ${text}`;
}
