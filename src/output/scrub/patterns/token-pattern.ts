import { ALNUM, DIGITS, HEX_LOW, UPPER_DIGITS } from "../scan/char-classes.ts";
import { LONGEST_MATCH } from "../scan/view.ts";
import type { Found, View } from "../scan/view.ts";
import { isTokenStart } from "./token-start.ts";
import type { ScrubPattern } from "./scrub-pattern.ts";

/** Characters of some classes, at least and at most so many. */
export interface Run {
  readonly classes: number;
  readonly least: number;
  readonly most: number;
}

export type Part = string | Run;

export interface TokenShape {
  readonly name: string;
  readonly finds: string;
  /** One of these comes first. */
  readonly begins: readonly string[];
  readonly then: readonly Part[];
  /** What it begins with is no secret and stays. */
  readonly keepsBeginning?: true;
  /** It is so unlike anything else that it counts in the middle of a word too. */
  readonly inWord?: true;
}

/** @param most more of them are something else. @default any number */
export function run(classes: number, least: number, most: number = LONGEST_MATCH): Run {
  return { classes, least, most };
}

/** A token that says by its first characters whose it is. */
export function toTokenPattern(shape: TokenShape): ScrubPattern {
  const { name, finds, begins, then, keepsBeginning } = shape;
  const [first = ""] = begins;
  const example = first + then.map((part) => toExample(part)).join("");
  return {
    name,
    finds,
    replaces: keepsBeginning ? `what follows \`${first}\`` : "all of it",
    isToken: true,
    find: { anchors: begins, ignoreCase: false, match: (view, at, anchor) => matchToken(shape, view, at, anchor) },
    hits: [example, `x="${example}";`],
    misses: [first, first + then.map((part, at) => toExample(part, at === 0)).join("")],
  };
}

function matchToken({ then, keepsBeginning, inWord }: TokenShape, view: View, at: number, anchor: string): Found {
  const { text } = view;
  if (inWord !== true && !isTokenStart(text, at)) return null;
  let end = at + anchor.length;
  for (const [index, part] of then.entries()) {
    const next = typeof part === "string" ? endOfText(view, end, part) : endOfRun(view, end, part, index);
    if (typeof next !== "number") return next;
    end = next;
  }
  // The full stop of a sentence is no part of a token.
  while (text.endsWith(".", end)) end -= 1;
  const start = keepsBeginning === true ? at + anchor.length : at;
  return end > start ? { start, end } : null;
}

function endOfText({ text, isFinal }: View, from: number, wanted: string): number | "pending" | null {
  if (text.startsWith(wanted, from)) return from + wanted.length;
  const left = text.length - from;
  return !isFinal && left < wanted.length && wanted.startsWith(text.slice(from)) ? "pending" : null;
}

function endOfRun(view: View, from: number, { classes, least, most }: Run, part: number): number | "pending" | null {
  const end = view.runEnd(classes, from, part);
  const length = end - from;
  if (length > most) return null;
  if (!view.isFinal && end === view.text.length && length < LONGEST_MATCH) return "pending";
  return length < least ? null : end;
}

const FILLERS: readonly (readonly [classes: number, filler: string])[] = [
  [DIGITS, "4829017365"],
  [HEX_LOW, "4f9a0c7be1d83625"],
  [UPPER_DIGITS, "Q7Z2M4KP9XW3"],
  [ALNUM, "k7Qz2Mw9Xp4R"],
];

/** Something that fits, or is one character too short. */
function toExample(part: Part, isTooShort = false): string {
  if (typeof part === "string") return part;
  const { classes, least } = part;
  const [, filler] = FILLERS.findLast(([some]) => (classes & some) === some) ?? FILLERS[0] ?? [0, ""];
  return filler.repeat(Math.ceil(least / filler.length)).slice(0, Math.max(0, isTooShort ? least - 1 : least));
}
