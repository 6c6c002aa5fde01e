import type { ScrubberParts } from "./create-scrubber.ts";
import { toWholeCharacter } from "./scan/whole-character.ts";
import { Spans } from "./scan/spans.ts";
import { LOOK_BEHIND, View } from "./scan/view.ts";
import type { ScrubStream } from "./scrubber.ts";

/** Gives the same text as scrubbing it whole, however it is cut into pieces. */
export function createScrubStream({ finders, onHit }: Pick<ScrubberParts, "finders" | "onHit">): ScrubStream {
  const spans = new Spans();
  let text = "";
  /** Where each finder goes on. */
  let decided: readonly number[] = finders.map(() => 0);
  let given = 0;
  const advance = (isFinal: boolean): string => {
    const view = new View(text, isFinal);
    decided = finders.map((find, at) => find(view, decided[at] ?? 0, spans));
    if (onHit !== undefined) spans.report(onHit);
    const decidedTo = Math.min(text.length, ...decided);
    const end = isFinal ? decidedTo : Math.max(given, toWholeCharacter(text, decidedTo));
    const out = spans.render(text, given, end);
    given = end;
    return out;
  };
  const forget = (): void => {
    const length = Math.max(0, Math.min(given, ...decided) - LOOK_BEHIND);
    if (length === 0) return;
    text = text.slice(length);
    given -= length;
    decided = decided.map((place) => place - length);
    spans.shift(length);
  };
  return {
    push: (chunk) => {
      if (chunk === "") return "";
      text += chunk;
      const out = advance(false);
      forget();
      return out;
    },
    end: () => {
      const out = advance(true);
      text = "";
      given = 0;
      decided = finders.map(() => 0);
      spans.shift(Number.POSITIVE_INFINITY);
      return out;
    },
  };
}
