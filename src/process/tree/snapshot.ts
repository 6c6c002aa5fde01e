import { existsSync, readFileSync } from "node:fs";
import { lastPid } from "./last-pid.ts";
import { readCallMarker } from "./marker.ts";
import { readProcessEntry, readProcessTable } from "./process-table.ts";
import type { ProcessEntry } from "./process-table.ts";
import { findTree } from "./process-tree.ts";
import type { TreeQuery } from "./process-tree.ts";

const MAX_ROUNDS = 50;

/** The processes of the machine, as far as they were looked at. */
export interface Snapshot {
  readonly entries: () => readonly ProcessEntry[];
  readonly readMarker: (pid: number) => string | undefined;
  /** Adds what was started since the last look; false when nothing was, or when the system does not tell. */
  readonly catchUp: () => boolean;
}

/** Lists all processes. Markers are read when asked for, each once. */
export function takeSnapshot(): Snapshot {
  let seen = lastPid();
  const table = new Map(readProcessTable().map((entry) => [entry.pid, entry]));
  const markers = new Map<number, string | undefined>();
  return {
    entries: () => [...table.values()],
    readMarker: (pid) => {
      if (!markers.has(pid)) markers.set(pid, readCallMarker(pid));
      return markers.get(pid);
    },
    catchUp: () => {
      const now = lastPid();
      if (now === undefined || seen === undefined || now === seen) return false;
      const added = now > seen ? readLeaders(seen + 1, now) : readProcessTable();
      for (const entry of added) table.set(entry.pid, entry);
      seen = now;
      return true;
    },
  };
}

/**
 * The members of a tree. Looking takes time, and a process that forks and ends meanwhile hands its place to one that was
 * not looked at; so "none" counts only once nothing was started meanwhile.
 */
export function findMembers(query: TreeQuery, snapshot: Snapshot): readonly ProcessEntry[] {
  let members = findTree(query, snapshot.entries(), snapshot.readMarker);
  for (let round = 0; members.length === 0 && round < MAX_ROUNDS && snapshot.catchUp(); round += 1) {
    members = findTree(query, snapshot.entries(), snapshot.readMarker);
  }
  return members;
}

/** Threads have numbers of the same kind; only the first of each process counts. */
function readLeaders(from: number, to: number): readonly ProcessEntry[] {
  const found: ProcessEntry[] = [];
  for (let pid = from; pid <= to; pid += 1) {
    const entry = existsSync(`/proc/${pid}`) ? readProcessEntry(pid) : undefined;
    if (entry !== undefined && isLeader(pid)) found.push(entry);
  }
  return found;
}

function isLeader(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/status`, "latin1").includes(`\nTgid:\t${pid}\n`);
  } catch {
    return false;
  }
}
