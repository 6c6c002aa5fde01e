import path from "node:path";
import { HandlerError } from "../../../model/handler.ts";
import { isWithin } from "../../../params/posix-path.ts";
import { listFolder } from "../access/list-folder.ts";
import type { FolderListing } from "../access/list-folder.ts";
import { readText } from "../access/read-file.ts";
import type { Reach } from "../access/reach.ts";
import type { TreeEntry, WalkReport } from "../access/walk-tree.ts";
import { walkTree } from "../access/walk-tree.ts";
import type { IgnoreLayer } from "../glob/match-ignored.ts";
import { matchIgnored } from "../glob/match-ignored.ts";
import { parseIgnoreFile } from "../glob/parse-ignore-file.ts";

export interface FileWalk {
  readonly signal: AbortSignal;
  readonly report: WalkReport;
  readonly hidden: boolean;
  /** Also what `.gitignore` files leave out, and what is inside `.git`. */
  readonly ignored: boolean;
}

const MAX_IGNORE_FILE_BYTES = 256 * 1024;

/** The regular files below a folder. The start itself may be ignored: whoever names it wants it. */
export async function* walkFiles(reach: Reach, start: string, walk: FileWalk): AsyncGenerator<TreeEntry> {
  const above = walk.ignored ? [] : await layersAbove(reach, start);
  const layers = new Map<string, readonly IgnoreLayer[]>();
  const enter = async (folder: string, listing: FolderListing): Promise<(entry: TreeEntry) => boolean> => {
    if (walk.ignored) return () => true;
    const outer = folder === start ? above : (layers.get(path.dirname(folder)) ?? above);
    const own = listing.entries.some(({ name, kind }) => name === ".gitignore" && kind === "file");
    const all = own ? [...outer, ...(await readLayer(reach, folder))] : outer;
    layers.set(folder, all);
    return ({ name, path: place, kind }) => name !== ".git" && !matchIgnored(all, place, kind === "folder");
  };
  const options = { ...walk, maxDepth: Number.POSITIVE_INFINITY, enter };
  for await (const entry of walkTree(reach, start, options)) if (entry.kind === "file") yield entry;
}

/** Ignore files of the folders above the start, from the repository's (or the root's) top down. */
async function layersAbove(reach: Reach, start: string): Promise<readonly IgnoreLayer[]> {
  const layers: IgnoreLayer[] = [];
  for (let folder = start; ; folder = path.dirname(folder)) {
    if (folder !== start) layers.unshift(...(await readLayer(reach, folder)));
    const isTop = !reach.folders.some((root) => root !== folder && isWithin(folder, root));
    if (isTop || (await isRepository(reach, folder))) return layers;
  }
}

async function isRepository(reach: Reach, folder: string): Promise<boolean> {
  try {
    return (await listFolder(reach, folder)).entries.some(({ name }) => name === ".git");
  } catch (error) {
    if (error instanceof HandlerError) return false;
    throw error;
  }
}

/** An ignore file that is a link, too large or no text does not count, as with git. */
async function readLayer(reach: Reach, folder: string): Promise<readonly IgnoreLayer[]> {
  try {
    const { text } = await readText(reach, path.join(folder, ".gitignore"), { maxBytes: MAX_IGNORE_FILE_BYTES });
    return [{ folder, rules: parseIgnoreFile(text) }];
  } catch (error) {
    if (error instanceof HandlerError) return [];
    throw error;
  }
}
