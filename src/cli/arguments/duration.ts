import { usageError } from "../cli-error.ts";

const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** `250ms`, `30s`, `5m`, `12h`, `30d`, `2w` or a bare number of seconds → milliseconds, at least one. */
export function parseDuration(text: string, option: string): number {
  const found = /^(\d{1,9})(ms|s|m|h|d|w)?$/.exec(text);
  const ms = found === null ? 0 : Number(found[1]) * (UNITS[found[2] ?? "s"] ?? 0);
  if (ms >= 1) return ms;
  throw usageError(`${option} takes a duration such as 30s, 12h or 30d, not \`${text}\``);
}
