import { existsSync } from "node:fs";
import { lastPid } from "./last-pid.ts";
import { readCallMarker } from "./marker.ts";
import { readProcessEntry } from "./process-table.ts";
import { findTree } from "./process-tree.ts";
import type { TreeQuery } from "./process-tree.ts";

/** Process numbers are given out in turn: within this time they cannot all have been used up and begun again. */
const NO_WRAP_MS = 250;
const MAX_LOOKED_AT = 32;

/**
 * Whether a program that just ended surely left no process, found without a look at every process of the machine: only
 * numbers given out after its own can be its children. False means "not known".
 */
export function leftNothing(query: TreeQuery, lastedMs: number): boolean {
  const first = query.root?.pid;
  const last = lastPid();
  if (first === undefined || last === undefined || lastedMs > NO_WRAP_MS) return false;
  if (last < first || last - first > MAX_LOOKED_AT) return false;
  const table = [];
  for (let pid = first + 1; pid <= last; pid += 1) {
    // Asking first is cheaper: reading what is not there costs an exception.
    if (!existsSync(`/proc/${pid}`)) continue;
    const entry = readProcessEntry(pid);
    if (entry === undefined) return false;
    table.push(entry);
  }
  if (table.length === 0) return last === first || lastPid() === last;
  return findTree(query, table, readCallMarker).length === 0 && lastPid() === last;
}
