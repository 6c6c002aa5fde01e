import type { ProcessIdentity } from "./process-identity.ts";

/**
 * Time that nobody can set: milliseconds since the machine started, the same for all of its processes. Beside the wall
 * clock it tells how much time has passed at least, also when that clock is set back.
 */
export interface ElapsedClock {
  /** Names the start that `tick` counts from; `""` where the system does not tell. */
  readonly boot: string;
  /** Whole milliseconds since then. */
  tick(): number;
}

export function createSystemClock({ bootId }: Pick<ProcessIdentity, "bootId">): ElapsedClock {
  return { boot: bootId ?? "", tick: () => Number(process.hrtime.bigint() / 1_000_000n) };
}

/**
 * What has passed at least since a row was written, as SQL over its columns `boot` and `tick`; takes the tick and the boot
 * of now. A row of an earlier start is at least as old as the present one has lasted.
 */
export const ELAPSED_MS = "(? - CASE boot WHEN ? THEN tick ELSE 0 END)";
