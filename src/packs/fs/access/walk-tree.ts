import { HandlerError } from "../../../model/handler.ts";
import type { Pause } from "../lines/pause.ts";
import { createPause } from "../lines/pause.ts";
import type { FolderEntry, FolderListing } from "./list-folder.ts";
import { listFolder } from "./list-folder.ts";
import type { Reach } from "./reach.ts";

export interface TreeEntry extends FolderEntry {
  /** From the start of the walk, `/` between folders. */
  readonly relative: string;
  /** 1 for entries of the start itself. */
  readonly depth: number;
}

/** Why less was looked at than there is. */
export type Cut = "entries" | "folder" | "depth" | "time" | "results" | "bytes";

/** What a walk found out besides its entries; read when it is over. */
export interface WalkReport {
  readonly cut: Set<Cut>;
  /** Folders that could not be opened. */
  unreadable: number;
}

export interface WalkOptions {
  readonly signal: AbortSignal;
  readonly report: WalkReport;
  readonly maxDepth: number;
  readonly hidden: boolean;
  readonly sizes?: boolean;
  /** Told of each folder before its entries; what it returns says which of them are seen at all. @default all */
  readonly enter?: (folder: string, listing: FolderListing) => Promise<(entry: TreeEntry) => boolean>;
}

interface Looking extends WalkOptions {
  readonly pause: Pause;
}

interface Frame {
  readonly entries: readonly TreeEntry[];
  next: number;
}

export function createWalkReport(): WalkReport {
  return { cut: new Set(), unreadable: 0 };
}

/** Everything below a folder, sorted, each folder before what is in it. Links are shown and never followed. */
export async function* walkTree(reach: Reach, start: string, options: WalkOptions): AsyncGenerator<TreeEntry> {
  const { report, signal } = options;
  const endsAt = performance.now() + reach.limits.maxMs;
  let left = reach.limits.maxTreeEntries;
  const looking = { ...options, pause: createPause(signal, reach.limits.maxMs) };
  const stack: Frame[] = [await openFrame(reach, start, null, looking)];
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    signal.throwIfAborted();
    const entry = frame.entries[frame.next++];
    if (entry === undefined) {
      stack.pop();
      continue;
    }
    if (left-- <= 0) return void report.cut.add("entries");
    if (performance.now() > endsAt) return void report.cut.add("time");
    yield entry;
    if (entry.kind !== "folder" || entry.depth >= options.maxDepth) continue;
    if (entry.depth >= reach.limits.maxDepth) report.cut.add("depth");
    else stack.push(await openBelow(reach, entry, looking));
  }
}

/** A folder that goes away or may not be read is counted, and the walk goes on. */
async function openBelow(reach: Reach, entry: TreeEntry, options: Looking): Promise<Frame> {
  try {
    return await openFrame(reach, entry.path, entry, options);
  } catch (error) {
    if (!(error instanceof HandlerError)) throw error;
    options.report.unreadable++;
    return { entries: [], next: 0 };
  }
}

async function openFrame(reach: Reach, folder: string, above: TreeEntry | null, options: Looking): Promise<Frame> {
  const { enter, sizes = false, report, hidden, pause } = options;
  const listing = await listFolder(reach, folder, { sizes });
  if (listing.cut) report.cut.add("folder");
  const relative = above?.relative ?? "";
  const isSeen = enter === undefined ? () => true : await enter(folder, listing);
  const entries = listing.entries
    .filter(({ name }) => hidden || !name.startsWith("."))
    .map((entry) => ({
      ...entry,
      relative: relative === "" ? entry.name : `${relative}/${entry.name}`,
      depth: (above?.depth ?? 0) + 1,
    }));
  const seen: TreeEntry[] = [];
  for (const entry of entries) {
    // An ignore file can make each of these looks long, and a folder can have many entries.
    if (enter !== undefined && (await pause())) {
      report.cut.add("time");
      break;
    }
    if (isSeen(entry)) seen.push(entry);
  }
  return { entries: seen, next: 0 };
}
