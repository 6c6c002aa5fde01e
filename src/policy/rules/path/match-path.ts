import type { Facts } from "../../../model/facts.ts";
import { isWithin, resolvePath } from "../../../params/posix-path.ts";
import { foldPath } from "../../protected-paths/fold-path.ts";
import { matchSegment } from "./match-segment.ts";
import type { PathPattern } from "./path-pattern.ts";

export type PatternPlace = Pick<Facts, "folder" | "start" | "home" | "roots">;

/** Whether an allow covers a path: itself as it is written, or what lies below a folder that the pattern names in full. */
export function coversPath(pattern: PathPattern, path: string, place: PatternPlace): boolean {
  return toBases(pattern, place).some(
    (base) => isWithin(path, base) && matchParts(pattern, toParts(path, base), false),
  );
}

/**
 * Whether a deny or ask means a path, in any spelling: itself, something it lies in, and for `removes` also something
 * that would go with it. The pattern was read with `wide`.
 */
export function meansPath(pattern: PathPattern, path: string, place: PatternPlace, removes = false): boolean {
  const bases = toWideBases(pattern, place);
  return bases.some(
    (base) => means(pattern, path, base, removes) || means(pattern, foldPath(path), foldPath(base), removes),
  );
}

/** What takes away holds where the rules start, and where the agent works by now. */
export function toWideBases(pattern: PathPattern, place: PatternPlace): readonly string[] {
  const bases = toBases(pattern, place);
  return pattern.anchor === "folder" ? [...bases, ...toBases(pattern, { ...place, start: place.folder })] : bases;
}

function toBases(
  { anchor, up }: PathPattern,
  { folder, start = folder, home, roots }: PatternPlace,
): readonly string[] {
  const bases = { root: ["/"], home: [home], workspace: roots, folder: [start] }[anchor];
  return up === 0 ? bases : bases.map((base) => resolvePath(base, "../".repeat(up)));
}

function means(pattern: PathPattern, path: string, base: string, removes: boolean): boolean {
  if (!isWithin(path, base)) return removes && !pattern.floats && isWithin(base, path);
  const parts = toParts(path, base);
  return matchParts(pattern, parts, true) || (removes && holdsPlace(pattern, parts));
}

/** The parts of `path` below `base`. */
export function toParts(path: string, base: string): readonly string[] {
  const rest = base === "/" ? path.slice(1) : path.slice(base.length + 1);
  return rest === "" ? [] : rest.split("/");
}

/** Every `**` takes as little as it can, which leaves most for what follows. */
function matchParts({ blocks, floats, below }: PathPattern, parts: readonly string[], wide: boolean): boolean {
  let at = 0;
  for (const [index, block] of blocks.entries()) {
    const found = findBlock(block, parts, at, index === 0 && !floats);
    if (found === -1) return false;
    at = found + block.length;
  }
  if (wide) return true;
  if (below) return parts.length > at;
  if (parts.length === at) return true;
  const last = blocks.at(-1)?.at(-1);
  if (last === undefined || "text" in last) return true;
  // `*` is one part of a path: what is below a folder that only happens to fit is not allowed, so it must fit at the end.
  return fitsEnd({ blocks, floats }, parts);
}

/** Whether the last block also stands at the very end, behind the earliest place of the others. */
function fitsEnd({ blocks, floats }: Pick<PathPattern, "blocks" | "floats">, parts: readonly string[]): boolean {
  if (blocks.length === 1 && !floats) return false;
  const last = blocks.at(-1) ?? [];
  const start = parts.length - last.length;
  let at = 0;
  for (const [index, block] of blocks.slice(0, -1).entries()) {
    const found = findBlock(block, parts, at, index === 0 && !floats);
    if (found === -1) return false;
    at = found + block.length;
  }
  return start >= at && findBlock(last, parts, start, true) !== -1;
}

function findBlock(
  block: PathPattern["blocks"][number],
  parts: readonly string[],
  from: number,
  fixed: boolean,
): number {
  const last = fixed ? from : parts.length - block.length;
  for (let start = from; start <= last; start += 1) {
    const fits =
      start + block.length <= parts.length && block.every((glob, at) => matchSegment(glob, parts[start + at] ?? ""));
    if (fits) return start;
  }
  return -1;
}

/** Whether the pattern is about something below the path, as far as its beginning is plain. */
function holdsPlace({ blocks, floats }: PathPattern, parts: readonly string[]): boolean {
  if (floats) return false;
  const block = blocks[0] ?? [];
  return parts.length < block.length && parts.every((part, at) => matchSegment(block[at] ?? { text: "" }, part));
}
