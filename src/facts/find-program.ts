import type { Stats } from "node:fs";
import { accessSync, closeSync, constants, openSync, readSync, statSync } from "node:fs";
import path from "node:path";
import { resolvePath } from "./resolve-path.ts";

export type ProgramFact =
  | { readonly found: true; readonly file: string }
  | {
      readonly found: false;
      readonly reason: "missing" | "not-executable" | "no-interpreter";
      readonly looked: readonly string[];
    };

/**
 * The folders in which programs are looked for: absolute entries of PATH, so that no call depends on where it stands, and
 * none below `roots`, where an agent may write: a file it puts there must not become `git`.
 */
export function searchPath(pathVariable: string | undefined, roots: readonly string[]): readonly string[] {
  const entries = (pathVariable ?? "/usr/local/bin:/usr/bin:/bin").split(":").filter((entry) => path.isAbsolute(entry));
  return [...new Set(entries.map((entry) => path.normalize(entry)))].filter((entry) => {
    const { resolved } = resolvePath(entry);
    return !roots.some((root) => isBelow(entry, root) || isBelow(resolved, root));
  });
}

function isBelow(place: string, root: string): boolean {
  return root === "/" ? false : place === root || place.startsWith(`${root}/`);
}

/** A bare name is looked up in `folders`; a path is taken as it is, relative to `base`. */
export function findProgram(name: string, folders: readonly string[], base: string): ProgramFact {
  const places = name.includes("/") ? [path.resolve(base, name)] : folders.map((folder) => path.join(folder, name));
  let reason: "missing" | "not-executable" | "no-interpreter" = "missing";
  for (const place of places) {
    const stat = statSync(place, { throwIfNoEntry: false });
    if (stat?.isFile() !== true) continue;
    if (!isExecutable(place)) reason = "not-executable";
    else if (wouldRunInShell(place, stat)) reason = "no-interpreter";
    else return { found: true, file: place };
  }
  return { found: false, reason, looked: places };
}

function isExecutable(place: string): boolean {
  try {
    accessSync(place, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Answers by identity and time of last change, so that an unchanged program is read once. */
const judged = new Map<string, boolean>();
const MAX_JUDGED = 1_000;
const HEAD_BYTES = 256;

/**
 * An executable text file without a `#!` line is refused by the kernel, and the C library then hands it to `/bin/sh`:
 * a shell that nobody declared.
 */
function wouldRunInShell(place: string, { dev, ino, size, mtimeMs, ctimeMs }: Stats): boolean {
  const key = [dev, ino, size, mtimeMs, ctimeMs].join(":");
  const known = judged.get(key);
  if (known !== undefined) return known;
  const head = readHead(place);
  const answer = head !== null && !head.includes(0) && head.toString("latin1", 0, 2) !== "#!";
  if (judged.size >= MAX_JUDGED) judged.clear();
  judged.set(key, answer);
  return answer;
}

/** `null`: executable but not readable, as some system programs are; the kernel alone can judge those. */
function readHead(place: string): Buffer | null {
  const head = Buffer.alloc(HEAD_BYTES);
  let descriptor: number;
  try {
    descriptor = openSync(place, "r");
  } catch {
    return null;
  }
  try {
    return head.subarray(0, readSync(descriptor, head, 0, HEAD_BYTES, 0));
  } finally {
    closeSync(descriptor);
  }
}
