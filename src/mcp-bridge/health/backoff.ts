const FIRST_MS = 2_000;
const MOST_MS = 60_000;

/** Attempts in a row after which a server counts as failed. */
export const MAX_ATTEMPTS = 10;
/** How long a failed server is left alone. */
export const RETRY_FAILED_MS: number = 5 * 60_000;

/** How long to wait after so many attempts that failed, from 1 on: 2 s, doubled each time, at most a minute. */
export function toPauseMs(attempt: number): number {
  return Math.min(FIRST_MS * 2 ** (attempt - 1), MOST_MS);
}
