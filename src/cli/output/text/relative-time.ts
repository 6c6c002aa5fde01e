import type { Screen } from "../screen.ts";

const STEPS = [
  { unit: "d", ms: 86_400_000 },
  { unit: "h", ms: 3_600_000 },
  { unit: "m", ms: 60_000 },
  { unit: "s", ms: 1000 },
] as const;

/** `3m ago` or `in 2h` in a terminal; elsewhere the ISO 8601 time itself, which stays true. */
export function renderTime(iso: string | null, now: Date, screen: Screen): string {
  if (iso === null) return screen.isTerminal ? "never" : "";
  const distance = Date.parse(iso) - now.getTime();
  if (!screen.isTerminal || Number.isNaN(distance)) return iso;
  if (Math.abs(distance) < 1000) return "now";
  const text = renderDuration(Math.abs(distance));
  return distance < 0 ? `${text} ago` : `in ${text}`;
}

/** The two largest units, such as `1h 5m`; below ten seconds with one decimal, below one in milliseconds. */
export function renderDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)}ms`;
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)}s`;
  const first = STEPS.findIndex((step) => ms >= step.ms);
  const parts: string[] = [];
  let rest = ms;
  for (const step of STEPS.slice(first, first + 2)) {
    const count = Math.floor(rest / step.ms);
    rest -= count * step.ms;
    if (count > 0) parts.push(`${count}${step.unit}`);
  }
  return parts.join(" ");
}
