import { existsSync, openSync, readSync, statfsSync } from "node:fs";
import { readCallMarker } from "./marker.ts";
import { readProcessEntry } from "./process-table.ts";
import { findTree } from "./process-tree.ts";
import type { TreeQuery } from "./process-tree.ts";

/** Process numbers are given out in turn: within this time they cannot all have been used up and begun again. */
const NO_WRAP_MS = 250;
const MAX_LOOKED_AT = 256;
const PROC_MAGIC = 0x9fa0;

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
    const entry = existsSync(`/proc/${pid}`) ? readProcessEntry(pid) : undefined;
    if (entry !== undefined) table.push(entry);
  }
  return table.length === 0 || findTree(query, table, readCallMarker).length === 0;
}

const buffer = Buffer.alloc(128);
const loadavg = openLoadavg();

/** Undefined also where a container's file system imitates the file: its number may be seconds old. */
function openLoadavg(): number | undefined {
  try {
    return statfsSync("/proc/loadavg").type === PROC_MAGIC ? openSync("/proc/loadavg", "r") : undefined;
  } catch {
    return undefined;
  }
}

/** The process number that the system gave out last. */
function lastPid(): number | undefined {
  if (loadavg === undefined) return undefined;
  const text = buffer.toString("latin1", 0, readSync(loadavg, buffer, 0, buffer.length, 0));
  const pid = Number(text.trim().split(" ")[4]);
  return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
}
