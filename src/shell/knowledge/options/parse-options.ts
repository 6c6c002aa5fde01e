import type { OptionKind, OptionSyntax } from "./option-syntax.ts";

/** As much of a word as reading options needs; an `ItemWord` is one. */
export interface OptionWord {
  readonly text: string | null;
  /** What is known of its beginning: all of it where `text` is known. */
  readonly prefix: string;
}

export interface ParsedOption {
  /** Every listed name that it may stand for, or the one name as written where none is listed. */
  readonly names: readonly string[];
  /** Written exactly as listed. */
  readonly known: boolean;
  /** The word that it stands in. */
  readonly at: number;
  readonly values: readonly OptionValue[];
}

export interface OptionValue {
  readonly at: number;
  /** How many characters of that word come before it. */
  readonly from: number;
  /** `null` where only a shell could tell. */
  readonly text: string | null;
}

export interface ParsedWords {
  readonly options: readonly ParsedOption[];
  /** Places of the words that are no options and no values of them. */
  readonly operands: readonly number[];
}

interface Read {
  readonly options: readonly ParsedOption[];
  readonly next: number;
}

/**
 * Reads words the way getopt does: `-abc`, `-ovalue`, `-o value`, `--name=value`, shortened long names, `--`. An option that
 * is not listed takes nothing, so that what may be its value still counts as an operand.
 */
export function parseOptions(words: readonly OptionWord[], syntax: OptionSyntax, start = 1): ParsedWords {
  const options: ParsedOption[] = [];
  const operands: number[] = [];
  let at = start;
  while (at < words.length) {
    const word = words[at];
    const shown = word?.text ?? word?.prefix ?? "";
    const isOption = shown.startsWith("-") && shown.length > 1;
    if (word?.text === "--" || (!isOption && !syntax.permutes)) {
      operands.push(...range(word?.text === "--" ? at + 1 : at, words.length));
      break;
    }
    if (!isOption) operands.push(at++);
    else {
      const read = shown.startsWith("--") ? readLong(words, at, syntax) : readCluster(words, at, syntax);
      options.push(...read.options);
      at = read.next;
    }
  }
  return { options, operands };
}

function readLong(words: readonly OptionWord[], at: number, syntax: OptionSyntax): Read {
  const { text, prefix } = words[at] ?? { text: null, prefix: "" };
  const shown = text ?? prefix;
  const equals = shown.indexOf("=");
  const name = equals === -1 ? shown : shown.slice(0, equals);
  const known = syntax.kinds.has(name) && (text !== null || equals !== -1);
  const candidates = known ? [name] : syntax.long.filter((listed) => listed.startsWith(name));
  const names = candidates.length === 0 ? [name] : candidates;
  if (equals !== -1) {
    const value = { at, from: equals + 1, text: text === null ? null : shown.slice(equals + 1) };
    return { options: [{ names, known, at, values: [value] }], next: at + 1 };
  }
  const values = takeNext(words, at, mostWords(names.map((listed) => syntax.kinds.get(listed))));
  return { options: [{ names, known, at, values }], next: at + 1 + values.length };
}

function readCluster(words: readonly OptionWord[], at: number, { kinds, whole }: OptionSyntax): Read {
  const { text, prefix } = words[at] ?? { text: null, prefix: "" };
  const shown = text ?? prefix;
  if (whole) return readWhole(words, at, shown, kinds);
  const options: ParsedOption[] = [];
  for (let from = 1; from < shown.length; from++) {
    const letter = shown[from] ?? "";
    if (/[0-9]/.test(letter) && kinds.has("-#")) {
      const digits = /^[0-9]+/.exec(shown.slice(from))?.[0] ?? letter;
      options.push({ names: ["-#"], known: true, at, values: [{ at, from, text: digits }] });
      from += digits.length - 1;
      continue;
    }
    const name = `-${letter}`;
    const kind = kinds.get(name);
    const known = kind !== undefined;
    if (kind === undefined || kind === "flag") {
      options.push({ names: [name], known, at, values: [] });
      continue;
    }
    const joined = from + 1 < shown.length || text === null;
    const value = { at, from: from + 1, text: text === null ? null : shown.slice(from + 1) };
    if (kind === "optional") return end({ names: [name], known, at, values: joined ? [value] : [] });
    const further = takeNext(words, at, mostWords([kind]) - (joined ? 1 : 0));
    return end({ names: [name], known, at, values: joined ? [value, ...further] : further }, further.length);
  }
  return { options, next: at + 1 };

  function end(last: ParsedOption, further = 0): Read {
    return { options: [...options, last], next: at + 1 + further };
  }
}

function readWhole(words: readonly OptionWord[], at: number, name: string, kinds: OptionSyntax["kinds"]): Read {
  const values = takeNext(words, at, mostWords([kinds.get(name)]));
  return { options: [{ names: [name], known: kinds.has(name), at, values }], next: at + 1 + values.length };
}

function mostWords(kinds: readonly (OptionKind | undefined)[]): number {
  return kinds.includes("pair") ? 2 : kinds.includes("value") ? 1 : 0;
}

function takeNext(words: readonly OptionWord[], at: number, count: number): readonly OptionValue[] {
  return words.slice(at + 1, at + 1 + count).map(({ text }, index) => ({ at: at + 1 + index, from: 0, text }));
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}
