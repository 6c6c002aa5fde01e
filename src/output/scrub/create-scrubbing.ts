import { classifyName } from "./patterns/assignment/classify-name.ts";
import { ASSIGNED_SECRET } from "./patterns/assignment/assignment-patterns.ts";
import { isSecretValue } from "./patterns/assignment/judge-value.ts";
import { SCRUB_PATTERNS } from "./patterns/pattern-table.ts";
import { createScrubber } from "./create-scrubber.ts";
import type { RegisteredValues } from "./registered-values.ts";
import { addValues, createScrubIndex, toByteFinders, toFinders } from "./scrub-index.ts";
import type { OwnPattern, ScrubIndex } from "./scrub-index.ts";
import type { Finder } from "./scan/finder.ts";
import type { Scrubber } from "./scrubber.ts";

export interface ScrubbingOptions {
  /** Names of shipped patterns that are not looked for. */
  readonly patternsOff: readonly string[];
  /** The operator's own. */
  readonly patterns: readonly OwnPattern[];
  /** Values that were registered while Toolgate runs. */
  readonly registered: RegisteredValues;
}

/** What takes secrets out of everything that leaves this process. */
export interface Scrubbing {
  /** To be awaited before a call: sees what any process has registered since. Rejects when a value cannot be opened. */
  refresh(revision?: number): Promise<void>;
  /**
   * What takes out the given secrets in every spelling, what was registered, and what looks like a secret. The parts are
   * found in the text as it came, and all that overlaps becomes one marker.
   */
  scrubberFor(secrets: readonly string[], onHit?: (name: string) => void): Scrubber;
}

/** What reports call a secret that was given to a call, and one that was registered. */
export const CALL_SECRET = "secret-of-the-call";
export const REGISTERED_VALUE = "registered-value";

/** Throws for a name that no shipped pattern has, and for an own pattern that cannot be used. */
export function createScrubbing({ patternsOff, patterns, registered }: ScrubbingOptions): Scrubbing {
  const isOff = toOff(patternsOff);
  const shipped = createScrubIndex(
    SCRUB_PATTERNS.filter(({ name }) => !isOff.has(name)),
    patterns,
  );
  const isSecretMember = isOff.has(ASSIGNED_SECRET.name) ? () => false : isSecretByName;
  const toScrubber = (index: ScrubIndex, known: readonly string[], onHit?: (name: string) => void): Scrubber => {
    let found: readonly Finder[] | null = null;
    // Few calls bring anything but text.
    const valueFinders = (): readonly Finder[] => (found ??= toByteFinders(known));
    return createScrubber({
      finders: toFinders(index),
      valueFinders,
      longestValue: index.longest,
      isSecretMember,
      onHit,
    });
  };
  let values: readonly string[] = [];
  let index = shipped;
  let common = toScrubber(index, values);
  return {
    async refresh(revision) {
      const current = await registered.current(revision);
      if (current === values) return;
      values = current;
      index = addValues(shipped, values, REGISTERED_VALUE);
      common = toScrubber(index, values);
    },
    scrubberFor(secrets, onHit) {
      if (secrets.length === 0 && onHit === undefined) return common;
      return toScrubber(addValues(index, secrets, CALL_SECRET), [...values, ...secrets], onHit);
    },
  };
}

function toOff(names: readonly string[]): ReadonlySet<string> {
  const unknown = names.find((off) => !SCRUB_PATTERNS.some(({ name }) => name === off));
  if (unknown === undefined) return new Set(names);
  throw new Error(
    `There is no scrubbing pattern named ${JSON.stringify(unknown)}; they are listed in docs/reference/scrub-patterns.md.`,
  );
}

/** As if both stood in JSON. */
function isSecretByName(name: string, text: string): boolean {
  const [last = ""] = /[\w-]{1,64}$/.exec(name) ?? [];
  const kind = classifyName(last);
  if (kind === null) return false;
  return isSecretValue(kind, text, {
    operator: ":",
    isTight: false,
    isQuoted: true,
    isNameQuoted: true,
    isVariable: !/[a-z]/.test(last),
    isLineStart: false,
    isDeclared: false,
    hasScheme: false,
    next: '"',
  });
}
