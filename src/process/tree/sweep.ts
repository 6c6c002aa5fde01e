import { killFound } from "./kill-tree.ts";
import { lastPid } from "./last-pid.ts";
import type { TreeQuery } from "./process-tree.ts";
import { findMembers, takeSnapshot } from "./snapshot.ts";

interface Waiting {
  readonly query: TreeQuery;
  readonly resolve: (killed: Promise<number> | number) => void;
}

let waiting: Waiting[] = [];

/**
 * Kills what is left of a tree whose main program has ended, and resolves to how many processes that were. Programs that
 * end together share one look at the machine: all of them ended before it, so it shows whatever they left.
 */
export function sweepTree(query: TreeQuery): Promise<number> {
  return new Promise((resolve) => {
    waiting.push({ query, resolve });
    if (waiting.length === 1) setImmediate(sweepAll);
  });
}

function sweepAll(): void {
  const batch = waiting;
  waiting = [];
  const snapshot = takeSnapshot();
  // A list that may have holes is no reason not to kill.
  const blind = lastPid() === undefined;
  for (const { query, resolve } of batch) {
    resolve(blind || findMembers(query, snapshot).length > 0 ? killFound(query, 1) : 0);
  }
}
