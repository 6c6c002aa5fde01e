const UNITS = [
  ["d", 86_400],
  ["h", 3_600],
  ["m", 60],
  ["s", 1],
] as const;

/** Milliseconds as the two largest units, rounded up to a whole second, so that whoever waits that long has waited enough. */
export function renderSpan(ms: number): string {
  let rest = Math.max(1, Math.ceil(ms / 1000));
  const parts: string[] = [];
  for (const [unit, seconds] of UNITS) {
    const count = Math.floor(rest / seconds);
    rest -= count * seconds;
    if (count > 0) parts.push(`${count}${unit}`);
  }
  return parts.slice(0, 2).join(" ");
}
