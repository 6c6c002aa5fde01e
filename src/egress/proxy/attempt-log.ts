import type { EgressProxy } from "../egress.ts";

export interface AttemptLog {
  readonly add: (host: string, port: number, allowed: boolean) => void;
  readonly list: EgressProxy["attempts"];
}

const KEPT = 1_000;

/** Each place once for each answer, in the order of the first time; past 1,000 no new ones, so that a program cannot push out what it did. */
export function createAttemptLog(): AttemptLog {
  const seen = new Map<string, ReturnType<EgressProxy["attempts"]>[number]>();
  const add: AttemptLog["add"] = (host, port, allowed) => {
    const key = `${host} ${port} ${allowed}`;
    if (seen.size < KEPT && !seen.has(key)) seen.set(key, { host, port, allowed });
  };
  return { add, list: () => [...seen.values()] };
}
