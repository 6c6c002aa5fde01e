import { createScrubbing } from "../../dist/output/scrub/create-scrubbing.js";
import type { Scrubber } from "../../dist/output/scrub/scrubber.js";
import type { Figure } from "../measure.ts";
import { absoluteFigure, interleave, ratioFigure } from "../measure.ts";
import { createDice, makeLogs, makeSource } from "../texts.ts";

const ROUNDS = 9;
const CHARACTERS = 4_000_000;
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
    const text = texts[kind];
    const megabytes = text.length / 1e6;
    const timed = (work: () => unknown) => (): Promise<number> => {
      const before = performance.now();
      work();
      return Promise.resolve((performance.now() - before) / megabytes);
    };
    const [ours = [], pieces = [], search = []] = await interleave(ROUNDS, [
      timed(() => scrubber.scrub(text)),
      timed(() => streamed(scrubber, text)),
      timed(() => text.indexOf("\u0001")),
    ]);
    figures.push(absoluteFigure(`scrub a megabyte of ${kind}`, "ms", ours, TARGETS[kind]));
    figures.push(absoluteFigure(`scrub a megabyte of ${kind} in pieces of 16 KiB`, "ms", pieces, null));
    figures.push(ratioFigure(`scrub ${kind} beside one search for a character`, "ms", ours, search, null));
  }
  return figures;
}

function streamed(scrubber: Scrubber, text: string): number {
  const stream = scrubber.stream();
  let length = 0;
  for (let at = 0; at < text.length; at += CHUNK) length += stream.push(text.slice(at, at + CHUNK)).length;
  return length + stream.end().length;
}
