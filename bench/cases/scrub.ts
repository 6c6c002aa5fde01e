import { createScrubbing } from "../../dist/output/scrub/create-scrubbing.js";
import type { Scrubber } from "../../dist/output/scrub/scrubber.js";
import type { Figure } from "../measure.ts";
import { absoluteFigure, interleave, median, ratioFigure } from "../measure.ts";
import { createDice, makeLogs, makeSource } from "../texts.ts";

const ROUNDS = 9;
const CHARACTERS = 4_000_000;
const PART = 131_072;
const CHUNK = 16_384;
/** What a megabyte may take at most, in milliseconds: 100 MB/s of logs, 50 MB/s of source code. */
const TARGETS = { logs: 10, "source code": 20 } as const;

/** All patterns and ten registered values in every spelling; beside it one pass of the engine's own search. */
export async function run(): Promise<readonly Figure[]> {
  const dice = createDice(7);
  const values = Array.from({ length: 10 }, () => dice.token(24));
  const registered = { current: () => Promise.resolve(values) };
  const scrubbing = createScrubbing({ patternsOff: [], patterns: [], registered });
  await scrubbing.refresh();
  const scrubber = scrubbing.scrubberFor([]);
  const texts = {
    logs: makeLogs(createDice(11), CHARACTERS, values),
    "source code": makeSource(createDice(13), CHARACTERS),
  };
  const figures: Figure[] = [];
  for (const kind of ["logs", "source code"] as const) {
    const parts = cut(texts[kind]);
    const [ours = [], pieces = [], search = []] = await interleave(ROUNDS, [
      () => timeParts(parts, (part) => scrubber.scrub(part)),
      () => timeParts(parts, (part) => streamed(scrubber, part)),
      () => timeParts(parts, (part) => part.indexOf("\u0001")),
    ]);
    figures.push(absoluteFigure(`scrub a megabyte of ${kind}`, "ms", ours, TARGETS[kind]));
    figures.push(absoluteFigure(`scrub a megabyte of ${kind} in pieces of 16 KiB`, "ms", pieces, null));
    figures.push(ratioFigure(`scrub ${kind} beside one search for a character`, "ms", ours, search, null));
  }
  return figures;
}

/** Flat strings, as they come out of a decoder. */
function cut(text: string): readonly string[] {
  const parts: string[] = [];
  for (let at = 0; at < text.length; at += PART) {
    parts.push(Buffer.from(text.slice(at, at + PART)).toString("utf8"));
  }
  return parts;
}

/** Milliseconds for a megabyte. The parts are small, so that other programs of the machine interrupt few of them. */
function timeParts(parts: readonly string[], work: (part: string) => unknown): Promise<number> {
  const samples = parts.map((part) => {
    const before = performance.now();
    work(part);
    return ((performance.now() - before) * 1e6) / part.length;
  });
  return Promise.resolve(median(samples));
}

function streamed(scrubber: Scrubber, text: string): number {
  const stream = scrubber.stream();
  let length = 0;
  for (let at = 0; at < text.length; at += CHUNK) length += stream.push(text.slice(at, at + CHUNK)).length;
  return length + stream.end().length;
}
