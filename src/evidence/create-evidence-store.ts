import { mkdtemp, rm, rmdir } from "node:fs/promises";
import path from "node:path";
import { toEvidenceError } from "./evidence-error.ts";
import { checkName, toEvidenceFolder } from "./evidence-place.ts";
import type { EvidenceFile, EvidencePlace, EvidenceStore } from "./evidence-store.ts";
import { describeFile, findEntries } from "./list-files.ts";
import { openFolder } from "./open-folder.ts";
import { sweepFiles } from "./sweep-files.ts";
import { readKept } from "./read-kept.ts";
import { writeWhole } from "./write-file.ts";

export interface EvidenceStoreOptions {
  /** Absolute; made with the first file. */
  readonly folder: string;
  readonly keepDays: number;
  readonly maxBytes: number;
  /** `fsync`: files survive power loss. @default "process" */
  readonly durability?: "process" | "fsync" | undefined;
  /** @default Date.now */
  readonly now?: (() => number) | undefined;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_LISTED = 100;

/** Keeps files of evidence in a folder of the disk, for its owner alone. Nothing is made before the first file. */
export function createEvidenceStore(options: EvidenceStoreOptions): EvidenceStore {
  const { keepDays, maxBytes, durability = "process", now = Date.now } = options;
  const base = path.resolve(options.folder);
  const pathFor = (place: EvidencePlace): string => toEvidenceFolder(base, place);
  const folderFor = async (place: EvidencePlace): Promise<string> => {
    const folder = pathFor(place);
    await openFolder(base, folder);
    return folder;
  };
  return {
    pathFor,
    folderFor,
    write: async (place, name, bytes) => {
      const file = path.join(await folderFor(place), checkName(name));
      await writeWhole(file, bytes, durability === "fsync").catch((error: unknown) => {
        throw toEvidenceError(file, error);
      });
      return file;
    },
    list: (place) => listFiles(pathFor(place)),
    read: (place) => readKept(base, place),
    scratch: async (place, work) => inScratch(await folderFor({ ...place, outputDir: null }), work),
    sweep: (running) => sweepFiles(base, running, { keepMs: keepDays * DAY_MS, maxBytes }, now()),
  };
}

async function listFiles(folder: string): Promise<readonly EvidenceFile[]> {
  const { files } = await findEntries(folder);
  const first = [...files].sort((one, other) => (one.file < other.file ? -1 : 1)).slice(0, MAX_LISTED);
  const described: EvidenceFile[] = [];
  for (const file of first) {
    const one = await describeFile(file);
    if (one !== null) described.push(one);
  }
  return described;
}

async function inScratch<Result>(folder: string, work: (scratch: string) => Promise<Result>): Promise<Result> {
  const scratch = await mkdtemp(path.join(folder, "scratch-")).catch((error: unknown) => {
    throw toEvidenceError(folder, error);
  });
  try {
    return await work(scratch);
  } finally {
    await rm(scratch, { recursive: true, force: true });
    // Gone too when nothing else was kept of the call.
    await rmdir(folder).catch(() => undefined);
  }
}
