const STEPS = [
  { unit: "d", ms: 86_400_000 },
  { unit: "h", ms: 3_600_000 },
  { unit: "m", ms: 60_000 },
  { unit: "s", ms: 1000 },
] as const;

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
