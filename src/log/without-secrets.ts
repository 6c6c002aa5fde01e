import { Refused } from "../model/errors.ts";

/** More are left out, and a chain may lead round in a circle. */
const MAX_CAUSES = 5;

/**
 * An error that a log may hold: its texts, and those of its causes, scrubbed; whatever else it carries stays behind. A refusal
 * is data with words of its own, and comes back as it is.
 */
export function withoutSecrets(error: unknown, scrub: (text: string) => string, depth = 0): Error {
  if (error instanceof Refused) return error;
  if (!(error instanceof Error)) return new Error(scrub(String(error)));
  const isMore = error.cause !== undefined && depth < MAX_CAUSES;
  const clean = new Error(scrub(error.message), isMore ? { cause: withoutSecrets(error.cause, scrub, depth + 1) } : {});
  clean.name = error.name;
  clean.stack = scrub(error.stack ?? "");
  return "code" in error && typeof error.code === "string" ? Object.assign(clean, { code: scrub(error.code) }) : clean;
}
