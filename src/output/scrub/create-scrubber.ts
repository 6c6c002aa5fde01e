import { MARKER } from "./scrubber.ts";
import type { Scrubber } from "./scrubber.ts";
import type { Finder } from "./scan/finder.ts";
import { holdsValue } from "./scan/holds-value.ts";
import { Spans } from "./scan/spans.ts";
import { toWholeCharacter } from "./scan/whole-character.ts";
import { View } from "./scan/view.ts";
import { createScrubStream } from "./create-scrub-stream.ts";

export interface ScrubberParts {
  readonly finders: readonly Finder[];
  /** Those of known values alone; asked when bytes are looked at. */
  readonly valueFinders: () => readonly Finder[];
  /** The longest value that is looked for, in UTF-16 units; 0: none is. */
  readonly longestValue: number;
  /** Whether what stands under a name is secret because of the name. */
  readonly isSecretMember: (name: string, text: string) => boolean;
  /** Told what was found, once for each place. */
  readonly onHit?: ((name: string) => void) | undefined;
}

/** Takes out what the finders find. */
export function createScrubber(parts: ScrubberParts): Scrubber {
  const { longestValue, isSecretMember } = parts;
  const scrub = (text: string): string => {
    if (text === "") return text;
    const view = new View(text, true);
    const spans = new Spans();
    for (const find of parts.finders) find(view, 0, spans);
    if (parts.onHit !== undefined) spans.report(parts.onHit);
    return spans.render(text, 0, text.length);
  };
  return {
    scrub,
    scrubMember: (name, text) => (isSecretMember(name, text) ? MARKER : scrub(text)),
    scrubCut: (text) => scrubCut(text, parts.finders, Math.max(0, longestValue - 1)),
    holdsValue: (bytes) => holdsValue(bytes, parts.valueFinders()),
    stream: () => createScrubStream(parts),
  };
}

/** What may be the beginning of a pattern is left out where there is one: patterns are known to everybody. */
function scrubCut(text: string, finders: readonly Finder[], held: number): string {
  const view = new View(text, false);
  const spans = new Spans();
  const decided = finders.map((find) => find(view, 0, spans));
  const end = Math.max(0, Math.min(text.length - held, ...decided));
  return spans.render(text, 0, toWholeCharacter(text, end));
}
