import { describe, expect, it } from "vitest";
import { SCRUB_PATTERNS } from "./patterns/pattern-table.ts";
import { Spans } from "./scan/spans.ts";
import { View } from "./scan/view.ts";
import { addValues, createScrubIndex, toFinders } from "./scrub-index.ts";

const MEGABYTE = 1_048_576;
/** Characters looked at for each that there is: matchers look at some again, and never at all of them again. */
const MOST_PER_CHARACTER = 100;

// Two values that repeat themselves, of which the second is missed at its very end.
const finders = toFinders(
  addValues(createScrubIndex(SCRUB_PATTERNS), ["ab".repeat(40), `${"ab".repeat(500)}c`], "value"),
);

function work(piece: string, length: number): number {
  const view = new View(piece.repeat(Math.ceil(length / piece.length)).slice(0, length), true);
  const spans = new Spans();
  for (const find of finders) find(view, 0, spans);
  return view.worked;
}

const ANCHORS: readonly string[] = SCRUB_PATTERNS.flatMap(({ find }) =>
  typeof find === "function" ? [] : find.anchors,
);
const EXAMPLES: readonly string[] = SCRUB_PATTERNS.flatMap(({ hits, misses }) => [...hits, ...misses]);

describe("work grows with the text and no faster", () => {
  it.each([
    ["anchors without end", ANCHORS],
    ["anchors with a little behind", ANCHORS.map((anchor) => `${anchor}a`)],
    ["anchors with what separates", ANCHORS.flatMap((anchor) => ["=", '="', "."].map((end) => anchor + end))],
    ["examples", EXAMPLES.filter((example) => example !== "")],
    [
      "examples that end before their end",
      EXAMPLES.filter(({ length }) => length > 1).map((text) => text.slice(0, -1)),
    ],
  ])("%s", (_what, pieces) => {
    for (const piece of pieces) {
      const [some, twice] = [work(piece, 8_192), work(piece, 16_384)];
      expect(twice, piece).toBeLessThan(16_384 * MOST_PER_CHARACTER);
      expect(twice, piece).toBeLessThan(some * 2.3 + 1_000);
    }
  });

  it.each([
    "token=",
    "token=a&",
    "token:a,",
    'password="',
    "password='a",
    'password=\\"a',
    "key=KEY_",
    "://",
    "://a:",
    "://a:b@",
    "eyJ",
    "-eyJ-",
    "sk-",
    "a",
    "0",
    "ab",
    "-----BEGIN PRIVATE KEY-----",
    "-----BEGIN PRIVATE KEY-----\nabcdefghijklmnopqrstuvwxyz",
    "-----BEGIN PRIVATE KEY-----     ",
    "Authorization: Bearer ",
    "<password>",
    " token   ",
    "hooks.slack.com/services/a/",
    "MTAMTA",
    "1234567890:AA",
    "{",
    "[[[[",
    '\\\\\\"token\\\\\\":',
  ])("a megabyte of %j", (piece) => {
    const [some, all] = [work(piece, MEGABYTE / 8), work(piece, MEGABYTE)];
    expect(all).toBeLessThan(MEGABYTE * MOST_PER_CHARACTER);
    expect(all).toBeLessThan(some * 8.5 + 100_000);
  });
});
