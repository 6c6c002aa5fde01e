import type { ErrorInfo } from "../../model/errors.ts";
import type { JsonObject, JsonValue } from "../../model/json.ts";
import { MARKER } from "../scrub/scrubber.ts";
import type { Scrubber } from "../scrub/scrubber.ts";
import { cleanData } from "./clean-data.ts";
import { neutralizeName, neutralizeText } from "./neutralize-text.ts";

/** Takes secrets out, and what acts or hides. Doing it twice changes nothing. */
export interface Cleaner {
  /** For a model, a person or a log. */
  text(text: string): string;
  /** What stands where base64 should. `null`: it holds a secret that cannot be taken out of it. */
  data(data: string): string | null;
  /** For programs: the text of an exact cleaner stays as it is but for secrets. The same value when nothing had to go. */
  value(value: JsonValue): JsonValue;
  error(error: ErrorInfo): ErrorInfo;
}

/**
 * `exact`: the values come from code of the embedding program and built-in tools, and programs go on working with them,
 * so their text keeps every character but secrets. A cleaner is for one output: it remembers what it has cleaned.
 */
export function createCleaner(
  scrubber: Pick<Scrubber, "scrub" | "scrubMember" | "holdsValue">,
  exact: boolean,
): Cleaner {
  const { scrub } = scrubber;
  const text = rememberTexts((raw) => cleanText(raw, scrub, scrub));
  const shown: Ways = {
    scrub,
    text,
    name: rememberNames((raw) => cleanName(raw, scrub)),
    member: (name, raw) => cleanText(raw, (first) => scrubber.scrubMember(name, first), scrub),
    cleaned: new WeakSet(),
  };
  const kept: Ways = { ...shown, text: rememberTexts(scrub), name: rememberNames(scrub), member: scrubber.scrubMember };
  return {
    text,
    data: (data) => cleanData(data, { text, ...scrubber }),
    value: (value) => cleanWhole(value, exact ? kept : shown),
    error: (error) => ({
      ...error,
      message: text(error.message),
      hint: error.hint === null ? null : text(error.hint),
      details: cleanWhole(error.details, { ...shown, cleaned: new WeakSet() }) as JsonObject,
    }),
  };
}

/** Before, because a secret may hold what is changed; and after, because one may have been split by what is taken out. */
function cleanText(raw: string, first: (text: string) => string, scrub: (text: string) => string): string {
  const scrubbed = first(raw);
  const shown = neutralizeText(scrubbed);
  return shown === scrubbed ? scrubbed : scrub(shown);
}

function cleanName(raw: string, scrub: (text: string) => string): string {
  const scrubbed = scrub(raw);
  const shown = neutralizeName(scrubbed);
  return shown === scrubbed ? scrubbed : scrub(shown);
}

const MAX_NAMES = 256;

/** Records have the same few names over and over. */
function rememberNames(clean: (raw: string) => string): (raw: string) => string {
  const known = new Map<string, string>();
  return (raw) => {
    const remembered = known.get(raw);
    if (remembered !== undefined) return remembered;
    const cleaned = clean(raw);
    if (known.size < MAX_NAMES) known.set(raw, cleaned);
    return cleaned;
  };
}

const MIN_REMEMBERED = 256;
const MAX_REMEMBERED = 8;

/** One output has the same long text in several places. */
function rememberTexts(clean: (raw: string) => string): (raw: string) => string {
  const known = new Map<string, string>();
  return (raw) => {
    if (raw.length < MIN_REMEMBERED) return clean(raw);
    const remembered = known.get(raw);
    if (remembered !== undefined) return remembered;
    const cleaned = clean(raw);
    if (known.size < MAX_REMEMBERED) known.set(raw, cleaned).set(cleaned, cleaned);
    return cleaned;
  };
}

interface Ways extends Pick<Scrubber, "scrub"> {
  readonly text: (raw: string) => string;
  readonly name: (raw: string) => string;
  /** A short text under the name that stands before it. */
  readonly member: (name: string, raw: string) => string;
  /** What this cleaner gave out, and what it found nothing in. */
  readonly cleaned: WeakSet<object>;
}

function cleanWhole(value: JsonValue, ways: Ways): JsonValue {
  const clean = cleanValue(value, ways);
  if (clean !== null && typeof clean === "object") ways.cleaned.add(clean);
  return clean;
}

function cleanValue(value: JsonValue, ways: Ways): JsonValue {
  if (typeof value === "string") return ways.text(value);
  if (typeof value === "number") return cleanNumber(value, ways);
  if (value === null || typeof value !== "object" || ways.cleaned.has(value)) return value;
  return Array.isArray(value) ? cleanList(value, ways) : cleanMembers(value as JsonObject, ways);
}

function cleanList(list: readonly JsonValue[], ways: Ways): JsonValue {
  const clean = list.map((item) => cleanValue(item, ways));
  return clean.every((item, at) => item === list[at]) ? list : clean;
}

function cleanMembers(object: JsonObject, ways: Ways): JsonValue {
  const members = Object.entries(object);
  const clean = members.map(([name, member]) => [ways.name(name), cleanMember(name, member, ways)] as const);
  const isSame = clean.every(([name, member], at) => name === members[at]?.[0] && member === members[at]?.[1]);
  return isSame ? object : Object.fromEntries(clean);
}

/** In a text, `"password": "…"` would be found by the name before it. */
function cleanMember(name: string, member: JsonValue | undefined, ways: Ways): JsonValue | undefined {
  if (typeof member !== "string") return member === undefined ? member : cleanValue(member, ways);
  if (member.length < MIN_REMEMBERED) return ways.member(name, member);
  // The beginning tells whether the whole is secret.
  const start = ways.member(name, member.slice(0, MIN_REMEMBERED));
  return start === MARKER ? MARKER : ways.text(member);
}

const MIN_SECRET_DIGITS = 4;

/** A parser may have made a number of a secret; shorter ones are counts and codes. */
function cleanNumber(value: number, { scrub }: Ways): JsonValue {
  const text = String(value);
  const scrubbed = text.length < MIN_SECRET_DIGITS ? text : scrub(text);
  return scrubbed === text ? value : scrubbed;
}
