import { addAnchors, MIN_ANCHOR, NO_ANCHORS } from "./scan/anchor-index.ts";
import type { Anchor, AnchorIndex } from "./scan/anchor-index.ts";
import { isRepetitive } from "./scan/borders.ts";
import { findAnchored } from "./scan/find-anchored.ts";
import { createHexRunFinder } from "./scan/find-hex-runs.ts";
import { createLineFinder } from "./scan/find-in-lines.ts";
import { createValueFinder } from "./scan/find-value.ts";
import type { Finder } from "./scan/finder.ts";
import type { ScrubPattern } from "./patterns/scrub-pattern.ts";
import { toSpellings } from "./values/secret-spellings.ts";

/** All that is looked for; more values can be added to it without building it anew. */
export interface ScrubIndex {
  readonly anchors: AnchorIndex;
  /** Beside what has an anchor. */
  readonly finders: readonly Finder[];
  /** Of the longest value. */
  readonly longest: number;
}

export interface OwnPattern {
  readonly name: string;
  /** In RE2 syntax. */
  readonly pattern: string;
}

/** Throws for an own pattern that cannot be used. */
export function createScrubIndex(patterns: readonly ScrubPattern[], own: readonly OwnPattern[] = []): ScrubIndex {
  const runs = patterns.flatMap(({ name, find }) => (typeof find === "function" ? [{ name, match: find }] : []));
  return {
    anchors: addAnchors(NO_ANCHORS, patterns.flatMap(toAnchors)),
    finders: [
      ...(runs.length === 0 ? [] : [createHexRunFinder(runs)]),
      ...own.map(({ name, pattern }) => createLineFinder(pattern, name)),
    ],
    longest: 0,
  };
}

/** The same with values, each in all its spellings, reported under `name`. */
export function addValues(index: ScrubIndex, values: readonly string[], name: string): ScrubIndex {
  const spellings = [...new Set(values.flatMap(toSpellings))].filter((spelling) => spelling !== "");
  if (spellings.length === 0) return index;
  const isPlain = (spelling: string): boolean => spelling.length >= MIN_ANCHOR && !isRepetitive(spelling);
  return {
    anchors: addAnchors(
      index.anchors,
      spellings.filter(isPlain).map((spelling) => toValueAnchor(spelling, name)),
    ),
    finders: [
      ...index.finders,
      ...spellings.filter((spelling) => !isPlain(spelling)).map((spelling) => createValueFinder(spelling, name)),
    ],
    longest: spellings.reduce((longest, { length }) => Math.max(longest, length), index.longest),
  };
}

/** A shorter value stands in every image, by chance. */
const MIN_IN_BYTES = 4;
const NOTHING: ScrubIndex = createScrubIndex([]);

/** What looks for the values in bytes that are no text. None at all where nothing is looked for. */
export function toByteFinders(values: readonly string[]): readonly Finder[] {
  const long = values.filter((value) => value.trim().length >= MIN_IN_BYTES);
  return long.length === 0 ? [] : toFinders(addValues(NOTHING, long, "value"));
}

export function toFinders({ anchors, finders }: ScrubIndex): readonly Finder[] {
  return [(view, from, spans) => findAnchored(anchors, view, from, spans), ...finders];
}

function toAnchors({ name, find }: ScrubPattern): readonly Anchor[] {
  if (typeof find === "function") return [];
  const { ignoreCase, match } = find;
  return find.anchors.map((literal) => ({
    literal,
    ignoreCase,
    name,
    match: (view, at) => match(view, at, literal),
  }));
}

function toValueAnchor(literal: string, name: string): Anchor {
  const { length } = literal;
  return { literal, ignoreCase: false, name, match: (_, at) => ({ start: at, end: at + length }) };
}
