import type { SegmentGlob } from "./segment-glob.ts";
import { parseSegment } from "./segment-glob.ts";

/** A path rule, read. */
export interface PathPattern {
  /** `//` the root of the file system, `~/` home, `/` each workspace root, everything else the folder of the call. */
  readonly anchor: "root" | "home" | "workspace" | "folder";
  /** Folders above the anchor, for a leading `../`. */
  readonly up: number;
  /** What stands between `**`s; the first block begins at the anchor unless the pattern floats. */
  readonly blocks: readonly (readonly SegmentGlob[])[];
  readonly floats: boolean;
  /** Ends in `/**` or `/`: what is below is meant. */
  readonly below: boolean;
}

export type ParsedPathPattern =
  { readonly ok: true; readonly pattern: PathPattern } | { readonly ok: false; readonly message: string };

/**
 * Reads a path rule with the syntax of `.gitignore` behind an anchor. A bare name is meant at any depth. `wide` is for what
 * denies or asks: `src/**` is meant at any depth, too, and all spellings of one name are equal.
 */
export function parsePathPattern(text: string, wide: boolean): ParsedPathPattern {
  const { anchor, rest, isPlaced } = readAnchor(text.trim());
  if (/\[[^\]]*\[:|\[[^\]]*$/.test(rest.replaceAll(/\\./g, ""))) {
    return { ok: false, message: "a `[` that begins a set of characters is not closed, or holds a named class" };
  }
  const below = /(?:^|\/)(?:\*\*)?$/.test(rest);
  const parts = toParts(rest);
  const first = parts.findIndex((part) => part !== "..");
  const up = first === -1 ? parts.length : first;
  const places = parts.slice(up);
  if (up > 0 && !wide) return { ok: false, message: "an allow does not reach above its anchor with `..`" };
  if (places.includes("..")) return { ok: false, message: "`..` is only understood at the beginning" };
  const names = places.filter((part) => part !== "**");
  const isBare = names.length === 1 && !rest.slice(0, -1).includes("/");
  const isFolder = wide && names.length === 1 && places.length === 2 && places[1] === "**";
  const floats = places[0] === "**" || (!isPlaced && (isBare || isFolder));
  const blocks = toBlocks(places).map((block) => block.map((part) => parseSegment(part, wide)));
  return { ok: true, pattern: { anchor, up, blocks, floats, below } };
}

interface Anchored {
  readonly anchor: PathPattern["anchor"];
  readonly rest: string;
  /** The anchor was written out, so that a bare name is meant right there. */
  readonly isPlaced: boolean;
}

function readAnchor(text: string): Anchored {
  if (text.startsWith("//")) return { anchor: "root", rest: text.slice(2), isPlaced: true };
  if (text === "~" || text.startsWith("~/")) return { anchor: "home", rest: text.slice(2), isPlaced: true };
  if (text.startsWith("/")) return { anchor: "workspace", rest: text.slice(1), isPlaced: true };
  if (text === ".") return { anchor: "folder", rest: "", isPlaced: true };
  if (text.startsWith("./")) return { anchor: "folder", rest: text.slice(2), isPlaced: true };
  return { anchor: "folder", rest: text, isPlaced: text.startsWith("../") };
}

/** A slash in a set of characters or behind a backslash divides all the same: no name has one. */
function toParts(rest: string): readonly string[] {
  const parts = rest.split("/").filter((part) => part !== "" && part !== ".");
  return parts.map((part) => (/^\*{2,}$/.test(part) ? "**" : part));
}

function toBlocks(parts: readonly string[]): readonly (readonly string[])[] {
  const blocks: string[][] = [[]];
  for (const part of parts) {
    if (part === "**") blocks.push([]);
    else blocks.at(-1)?.push(part);
  }
  return blocks.filter((block) => block.length > 0);
}
