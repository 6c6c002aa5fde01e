import { usageError } from "../cli-error.ts";
import { parseDuration } from "./duration.ts";

export interface UntilOptions {
  readonly for?: string;
  readonly until?: string;
}

/** `--for 8h` or `--until TIME` as ISO 8601; `null` when neither is given. */
export function readUntil({ for: length, until }: UntilOptions, now: Date): string | null {
  if (length !== undefined && until !== undefined) throw usageError("give --for or --until, not both");
  if (length !== undefined) return new Date(now.getTime() + parseDuration(length, "--for")).toISOString();
  if (until === undefined) return null;
  const isDated = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?)?$/.test(until);
  const time = isDated ? Date.parse(until) : Number.NaN;
  if (time > now.getTime()) return new Date(time).toISOString();
  const message = `--until takes a time to come such as 2030-01-31T18:00:00Z, not \`${until}\``;
  throw usageError(message, "--for takes a length, such as 8h");
}
