import type { Outcome } from "../model/outcome.ts";

/** What a script can tell from the end of any command. */
export const EXIT = { ok: 0, failed: 1, usage: 2, refused: 3, pending: 4 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The exit code that stands for the end of a call. */
export function toExitCode(status: Outcome["status"]): ExitCode {
  return status === "success" ? EXIT.ok : EXIT[status];
}
