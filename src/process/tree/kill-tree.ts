import { setTimeout as sleep } from "node:timers/promises";
import type { ProcessEntry } from "./process-table.ts";
import { ownSession } from "./process-tree.ts";
import type { TreeQuery } from "./process-tree.ts";
import { findMembers, takeSnapshot } from "./snapshot.ts";

/** A killed process needs a moment to go; in all about two seconds for one that does not, such as in a dead network mount. */
const PAUSES_MS = [1, 2, 4, 8, 15, 30, 60, 120, 250, 500, 1000];
/** Looks that must find nothing, when the starter died and may leave a child that is just about to begin. */
const QUIET_LOOKS = 3;
const QUIET_PAUSE_MS = 20;

/** Which call's processes to end; `pid` is null when it is not known that a process was started. */
export interface TreeRoot {
  readonly callId: string;
  readonly pid: number | null;
  readonly startTicks: number;
}

/** Kills every process of one call and resolves, once they are gone or two seconds passed, to how many were killed. */
export async function killTree(tree: TreeRoot): Promise<number> {
  return killFound(toQuery(tree), 1);
}

/**
 * Kills every process that carries the marker of one of these calls, with its descendants, and resolves to how many.
 * For calls whose runner is gone. Finds nothing where the system has no `/proc`.
 */
export async function killMarked(callIds: readonly string[]): Promise<number> {
  if (callIds.length === 0) return 0;
  return killFound({ root: null, callIds: new Set(callIds), known: new Map() }, QUIET_LOOKS);
}

/** What to look for, given members seen before. */
export function toQuery(tree: TreeRoot, known: ReadonlyMap<number, number> = new Map()): TreeQuery {
  const root = tree.pid === null ? null : { pid: tree.pid, startTicks: tree.startTicks };
  return { root, callIds: new Set([tree.callId]), known };
}

/** Kills in rounds until `quietLooks` looks in a row find nothing; resolves to how many different processes were found. */
export async function killFound(query: TreeQuery, quietLooks: number): Promise<number> {
  const known = new Map(query.known);
  const killed = new Set<string>();
  let quiet = 0;
  for (const pause of PAUSES_MS) {
    const found = signalTree({ ...query, known }, "SIGKILL");
    quiet = found.length === 0 ? quiet + 1 : 0;
    if (quiet >= quietLooks) break;
    for (const entry of found) {
      known.set(entry.pid, entry.startTicks);
      killed.add(`${entry.pid} ${entry.startTicks}`);
    }
    await sleep(found.length === 0 ? QUIET_PAUSE_MS : pause);
  }
  return killed.size;
}

/** The members alive now. */
export function findLive(query: TreeQuery): readonly ProcessEntry[] {
  return findMembers(query, takeSnapshot());
}

/** Sends one signal to every member alive now, and returns them. */
export function signalTree(query: TreeQuery, signal: NodeJS.Signals): readonly ProcessEntry[] {
  const snapshot = takeSnapshot();
  const members = findMembers(query, snapshot);
  const table = snapshot.entries();
  // Whatever the table shows or not, the root's group is certain, and the system signals all of it at once.
  const session = ownSession(query, table);
  if (session !== null) send(-session, signal);
  const groups = ownGroups(members, table);
  // Groups first: a program that forks without end cannot outrun that.
  for (const group of groups) if (group !== session) send(-group, signal);
  for (const entry of members) if (!groups.has(entry.pgid)) send(entry.pid, signal);
  return members;
}

/** Groups with no process outside the tree. */
function ownGroups(members: readonly ProcessEntry[], table: readonly ProcessEntry[]): ReadonlySet<number> {
  const inTree = new Set(members.map((entry) => entry.pid));
  const groups = new Set(members.map((entry) => entry.pgid).filter((group) => group > 1));
  for (const entry of table) if (!inTree.has(entry.pid)) groups.delete(entry.pgid);
  return groups;
}

function send(target: number, signal: NodeJS.Signals): void {
  try {
    process.kill(target, signal);
  } catch {
    // Gone already, or started under another user: the next look tells which.
  }
}
