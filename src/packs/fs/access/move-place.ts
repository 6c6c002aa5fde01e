import type { BigIntStats } from "node:fs";
import { rename } from "node:fs/promises";
import { HandlerError } from "../../../model/handler.ts";
import { isWithin } from "../../../params/posix-path.ts";
import { confirmMovable } from "./confirm-movable.ts";
import { refuseHardLink, withParent } from "./open-place.ts";
import type { Purpose, Reach } from "./reach.ts";
import { showPath, withoutDenials } from "./reach.ts";
import { toFileError } from "./to-file-error.ts";
import { findStats, placeNew } from "./place-new.ts";
import { createWalkReport, walkTree } from "./walk-tree.ts";

export interface MoveRequest {
  /** Both absolute and resolved. */
  readonly from: string;
  readonly to: string;
  /** Replace an existing file. */
  readonly overwrite: boolean;
  readonly signal: AbortSignal;
}

export interface Moved {
  readonly kind: "file" | "folder";
  readonly replaced: boolean;
}

/**
 * Gives a file or a folder another name or place on the same file system. @throws HandlerError `exists not-found
 * not-a-file root denied hard-linked across-devices too-many outside changed`
 */
export async function movePlace(reach: Reach, request: MoveRequest): Promise<Moved> {
  const { from, to } = request;
  confirmMovable(reach, from, "renamed");
  confirmMovable(reach, to, "renamed");
  if (isWithin(to, from)) {
    throw new HandlerError("bad-name", `${showPath(reach, from)} cannot be moved to itself or into itself`, {
      hint: "choose another place",
    });
  }
  return withParent(reach, from, (old) =>
    withParent(reach, to, async (place) => {
      try {
        return await moveOpened(reach, request, old, place);
      } catch (error) {
        throw toFileError(reach, to, error);
      }
    }),
  );
}

async function moveOpened(reach: Reach, request: MoveRequest, old: string, place: string): Promise<Moved> {
  const { from } = request;
  const [source, target] = [await findStats(old), await findStats(place)];
  if (source === null) {
    throw new HandlerError("not-found", `${showPath(reach, from)} does not exist`, {
      hint: "look with fs.list or fs.glob",
    });
  }
  if (!source.isFile() && !source.isDirectory()) {
    throw new HandlerError("not-a-file", `${showPath(reach, from)} is neither a file nor a folder`);
  }
  if (target !== null) refuseTarget(reach, request, source, target);
  const kind = source.isFile() ? "file" : "folder";
  if (kind === "folder") await confirmSameDenials(reach, request);
  if (kind === "file") refuseHardLink(reach, from, source);
  // Renaming a file replaces what is there; a folder replaces an empty folder at most, and that is looked for above.
  await (kind === "file" && target === null ? placeNew(old, place) : rename(old, place));
  return { kind, replaced: target !== null };
}

function refuseTarget(reach: Reach, { to, overwrite }: MoveRequest, source: BigIntStats, target: BigIntStats): void {
  if (!overwrite) {
    const hint = "choose another name, or pass overwrite: true to replace a file";
    throw new HandlerError("exists", `${showPath(reach, to)} exists already`, { hint });
  }
  if (!source.isFile() || !target.isFile()) {
    const hint = "delete it first, or choose another name";
    throw new HandlerError("exists", `${showPath(reach, to)} exists; only a file can be replaced, and only by a file`, {
      hint,
    });
  }
  refuseHardLink(reach, to, target);
}

/** A new name for a folder must not lift what is denied in it (`.docker/config.json`), nor put something where it counts. */
async function confirmSameDenials(reach: Reach, { from, to, signal }: MoveRequest): Promise<void> {
  const report = createWalkReport();
  const options = { signal, report, maxDepth: Number.POSITIVE_INFINITY, hidden: true };
  for await (const { path } of walkTree(withoutDenials(reach), from, options)) {
    const moved = `${to}${path.slice(from.length)}`;
    if (PURPOSES.every((purpose) => isDenied(reach, path, purpose) === isDenied(reach, moved, purpose))) continue;
    const message = `${showPath(reach, from)} holds something that is kept from tools under one of the two names`;
    throw new HandlerError("denied", message, { hint: "move the files in it one by one" });
  }
  if (report.cut.size === 0 && report.unreadable === 0) return;
  const message = `${showPath(reach, from)} holds more than can be looked through; nothing was renamed`;
  throw new HandlerError("too-many", message, { hint: "move its folders one by one" });
}

const PURPOSES = ["read", "write"] as const;

function isDenied(reach: Reach, path: string, purpose: Purpose): boolean {
  return reach.denied(path, purpose) !== null;
}
