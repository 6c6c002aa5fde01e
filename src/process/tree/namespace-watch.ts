import { existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { lastPid } from "./last-pid.ts";
import { readCallMarker } from "./marker.ts";
import { readProcessEntry } from "./process-table.ts";
import type { ProcessEntry } from "./process-table.ts";

const FIRST_LOOK_MS = 5;
/** Between the program and the namespace may stand what leads to a proxy, and what starts that. */
const MAX_DEPTH = 8;
const MAX_LOOKED_AT = 4096;
/** In all about two seconds, for a process that the system cannot end, such as in a dead network mount. */
const PAUSES_MS = [1, 1, 2, 4, 8, 15, 30, 60, 120, 250, 500, 1000];

/** The root of a tree in which a pid namespace is made. */
export interface NamespaceRoot {
  readonly callId: string;
  readonly pid: number;
  readonly startTicks: number;
}

/**
 * Knows the first process of the namespace that a program makes. When that one goes, the system kills every other in it,
 * and only then is it gone itself: so the call that waits for it leaves nothing, whatever the others have done to hide.
 */
export class NamespaceWatch {
  readonly #root: NamespaceRoot;
  #first: ProcessEntry | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(root: NamespaceRoot) {
    this.#root = root;
    this.#lookIn(FIRST_LOOK_MS);
  }

  /**
   * To be called when the program has ended: resolves when nothing is left in its namespace, or after two seconds. What may
   * be there for some milliseconds more is the first process alone, while the system takes the namespace apart: that one
   * is returned.
   */
  async gone(): Promise<ProcessEntry | undefined> {
    clearTimeout(this.#timer);
    this.#first ??= findInitLeft(this.#root);
    for (const pause of PAUSES_MS) {
      if (this.#first === undefined || !isThere(this.#first)) return undefined;
      if (isAlone(this.#first.pid)) return this.#first;
      await sleep(pause);
    }
    return undefined;
  }

  /** Once its parent has ended, nothing says any more whose it is. */
  #lookIn(pauseMs: number): void {
    this.#timer = setTimeout(() => {
      this.#first = findInitBelow(this.#root.pid, MAX_DEPTH);
      if (this.#first === undefined) this.#lookIn(pauseMs * 2);
    }, pauseMs);
  }
}

function findInitBelow(pid: number, depth: number): ProcessEntry | undefined {
  for (const child of childrenOf(pid)) {
    const found = isNamespaceInit(child) ? readProcessEntry(child) : undefined;
    if (found !== undefined) return found;
    const below = depth > 0 ? findInitBelow(child, depth - 1) : undefined;
    if (below !== undefined) return below;
  }
  return undefined;
}

/** For a program that was over before the first look: what is ending, or carries the call's marker. */
function findInitLeft({ callId, pid: root, startTicks }: NamespaceRoot): ProcessEntry | undefined {
  const last = Math.min(lastPid() ?? root, root + MAX_LOOKED_AT);
  for (let pid = root + 1; pid <= last; pid += 1) {
    if (!existsSync(`/proc/${pid}`) || !isNamespaceInit(pid)) continue;
    const entry = readProcessEntry(pid);
    if (entry === undefined || entry.startTicks < startTicks) continue;
    const marker = readCallMarker(pid);
    if (marker === callId || marker === undefined) return entry;
  }
  return undefined;
}

function childrenOf(pid: number): readonly number[] {
  return read(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean).map(Number);
}

/** Who loses its parent in a namespace becomes a child of its first process, so without one there is nobody else. */
function isAlone(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1") === "";
  } catch {
    return false;
  }
}

/** Number 1 in a namespace below the one that this process lists. */
function isNamespaceInit(pid: number): boolean {
  return /\nNSpid:\t\d+(\t\d+)*\t1\n/.test(read(`/proc/${pid}/status`));
}

function isThere({ pid, startTicks }: ProcessEntry): boolean {
  return readProcessEntry(pid)?.startTicks === startTicks;
}

function read(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return "";
  }
}
