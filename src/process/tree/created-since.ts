import { existsSync } from "node:fs";
import { lastPid } from "./last-pid.ts";
import { readCallMarker } from "./marker.ts";
import { readProcessEntry } from "./process-table.ts";
import type { ProcessEntry } from "./process-table.ts";
import { findTree } from "./process-tree.ts";
import type { TreeQuery } from "./process-tree.ts";

/** Process numbers are given out in turn: within this time they cannot all have been used up and begun again. */
const NO_WRAP_MS = 250;
const MAX_LOOKED_AT = 64;

/**
 * Whether a program that just ended surely left no process, found without a look at every process of the machine: only
 * numbers given out after its own can be its children. False means "not known".
 */
export function leftNothing(query: TreeQuery, lastedMs: number): boolean {
  const first = query.root?.pid;
  if (first === undefined || lastedMs > NO_WRAP_MS) return false;
  const table: ProcessEntry[] = [];
  let seen = first;
  // Others start programs meanwhile, and what went from one process to the next during a look is in the next one.
  for (let last = lastPid(); last !== seen; last = lastPid()) {
    if (last === undefined || last < seen || last - first > MAX_LOOKED_AT) return false;
    addCreated(table, seen + 1, last);
    if (findTree(query, table, readCallMarker).length > 0) return false;
    seen = last;
  }
  return true;
}

/** What has ended, or does so at this moment, is left out: whom it started has a number of its own, looked at now or next. */
function addCreated(table: ProcessEntry[], from: number, to: number): void {
  for (let pid = from; pid <= to; pid += 1) {
    // Asking first is cheaper: reading what is not there costs an exception.
    const entry = existsSync(`/proc/${pid}`) ? readProcessEntry(pid) : undefined;
    if (entry !== undefined) table.push(entry);
  }
}
