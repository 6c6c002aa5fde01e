import type { Found, View } from "./view.ts";

/** A text that a match begins with, and what looks at the place where it stands. */
export interface Anchor {
  /** At least `MIN_ANCHOR` UTF-16 units; in small letters where case does not matter. */
  readonly literal: string;
  readonly ignoreCase: boolean;
  readonly match: (view: View, at: number) => Found;
  /** What is found, for reports. */
  readonly name: string;
}

export const MIN_ANCHOR = 3;

/** Anchors by the three characters that they begin with. */
export interface AnchorLayer {
  /** Into `buckets`, by the head of a window; 0: no anchor of this layer begins so. A power of two of them. */
  readonly heads: Uint16Array;
  readonly buckets: readonly (readonly Anchor[])[];
}

/** Finds the places of many texts at once: most places are passed over after a look at every second one. */
export interface AnchorIndex {
  /** How far on the next place may be, by the pair of characters that a window of three ends with. */
  readonly shifts: Uint8Array;
  /** What was added at one time each; a layer is shared by all indexes that were made from the one that has it. */
  readonly layers: readonly AnchorLayer[];
  /** Whether an anchor begins with a character, or with a pair. */
  readonly firsts: Uint8Array;
  readonly firstPairs: Uint8Array;
}

const PAIRS = 1 << 14;
/** The secrets of one call get few heads, so that adding them costs little; where heads meet, anchors are compared. */
const FEW_HEADS = 1 << 10;
const MANY_HEADS = 1 << 16;
const FEW_ANCHORS = 256;
/** When nothing begins with the last two characters of a window. */
const FULL_SHIFT = 2;

export const NO_ANCHORS: AnchorIndex = {
  shifts: new Uint8Array(PAIRS).fill(FULL_SHIFT),
  layers: [],
  firsts: new Uint8Array(128),
  firstPairs: new Uint8Array(PAIRS),
};

/** An index with more anchors than `base`, which stays as it is. */
export function addAnchors(base: AnchorIndex, anchors: readonly Anchor[]): AnchorIndex {
  if (anchors.length === 0) return base;
  const shifts = base.shifts.slice();
  const firsts = base.firsts.slice();
  const firstPairs = base.firstPairs.slice();
  const heads = new Uint16Array(anchors.length > FEW_ANCHORS ? MANY_HEADS : FEW_HEADS);
  const buckets: (readonly Anchor[])[] = [[]];
  const put = (anchor: Anchor, first: number, second: number, third: number): void => {
    const pair = toPair(first, second);
    firsts[first & 127] = 1;
    firstPairs[pair] = 1;
    shifts[pair] = Math.min(shifts[pair] ?? FULL_SHIFT, 1);
    shifts[toPair(second, third)] = 0;
    const head = toHead(first, second, third) & (heads.length - 1);
    const bucket = heads[head] ?? 0;
    if (bucket === 0) heads[head] = buckets.push([anchor]) - 1;
    else if (buckets[bucket]?.includes(anchor) === false) buckets[bucket] = [...(buckets[bucket] ?? []), anchor];
  };
  for (const anchor of anchors) {
    const [first = [], second = [], third = []] = [0, 1, 2].map((at) => toCases(anchor, at));
    for (const one of first) for (const two of second) for (const three of third) put(anchor, one, two, three);
  }
  return { shifts, layers: [...base.layers, { heads, buckets }], firsts, firstPairs };
}

/** Characters of other scripts count as whatever ASCII they fall on: an anchor is compared in full later. */
export function toPair(first: number, second: number): number {
  return ((first & 127) << 7) | (second & 127);
}

/** Of 16 bits; a layer with fewer heads takes the lowest. */
export function toHead(first: number, second: number, third: number): number {
  return Math.imul(((first & 127) << 14) | ((second & 127) << 7) | (third & 127), 0x9e37_79b1) >>> 16;
}

/** Whether the first `length` characters of an anchor stand at a place. */
export function standsAt(text: string, place: number, { literal, ignoreCase }: Anchor, length: number): boolean {
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(place + at);
    const wanted = literal.charCodeAt(at);
    if (code !== wanted && !(ignoreCase && isCapitalOf(code, wanted))) return false;
  }
  return true;
}

function isCapitalOf(code: number, small: number): boolean {
  return code > 64 && code < 91 && code + 32 === small;
}

function toCases({ literal, ignoreCase }: Anchor, at: number): readonly number[] {
  const code = literal.charCodeAt(at);
  return ignoreCase && code > 96 && code < 123 ? [code, code - 32] : [code];
}
