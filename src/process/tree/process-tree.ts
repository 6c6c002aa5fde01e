import type { ProcessEntry } from "./process-table.ts";

/** What is known of the processes to find. */
export interface TreeQuery {
  /** The process that leads the tree's own session. */
  readonly root: { readonly pid: number; readonly startTicks: number } | null;
  readonly callIds: ReadonlySet<string>;
  /** Members seen before, pid to start: they stay members when their parent has gone. */
  readonly known: ReadonlyMap<number, number>;
  /** No member whatever it looks like: the system is about to take it away, and it has nobody. */
  readonly ending?: Pick<ProcessEntry, "pid" | "startTicks"> | undefined;
}

/**
 * The members of a tree in `table`: the session and group of the root, what carries the marker of the call, what was known
 * before, and then, to a fixed point, the children and the own sessions of members. A process that drops the marker,
 * leaves the session and loses its parent between two looks is not found: only a pid namespace makes that impossible.
 */
export function findTree(
  query: TreeQuery,
  table: readonly ProcessEntry[],
  readMarker: (pid: number) => string | undefined,
): readonly ProcessEntry[] {
  const earliest = query.root?.startTicks ?? 0;
  const candidates = table.filter(
    (entry) => entry.startTicks >= earliest && !isProtected(entry.pid) && !isEnding(entry, query),
  );
  const session = ownSession(query, table);
  const members = new Map<number, ProcessEntry>();
  for (const entry of candidates) {
    if (isSeed(entry, session, query, readMarker)) members.set(entry.pid, entry);
  }
  for (let before = -1; before !== members.size;) {
    before = members.size;
    for (const entry of candidates) {
      if (members.has(entry.ppid) || members.has(entry.sid)) members.set(entry.pid, entry);
    }
  }
  return [...members.values()];
}

function isEnding({ pid, startTicks }: ProcessEntry, { ending }: TreeQuery): boolean {
  return ending?.pid === pid && ending.startTicks === startTicks;
}

/** Whatever a table claims, these are never part of a tree: the kernel's, the init process, this one and its parent. */
function isProtected(pid: number): boolean {
  return pid <= 1 || pid === process.pid || pid === process.ppid;
}

/** The number of the root's session and group, or null when a stranger has it now. */
export function ownSession(query: Pick<TreeQuery, "root">, table: readonly ProcessEntry[]): number | null {
  const { root } = query;
  if (root === null) return null;
  const holder = table.find((entry) => entry.pid === root.pid);
  return holder === undefined || holder.startTicks === root.startTicks ? root.pid : null;
}

function isSeed(
  entry: ProcessEntry,
  session: number | null,
  query: TreeQuery,
  readMarker: (pid: number) => string | undefined,
): boolean {
  if (session !== null && (entry.sid === session || entry.pgid === session || entry.pid === session)) return true;
  if (query.known.get(entry.pid) === entry.startTicks) return true;
  const marker = readMarker(entry.pid);
  return marker !== undefined && query.callIds.has(marker);
}
