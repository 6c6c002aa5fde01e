import type { ErrorInfo } from "../../model/errors.ts";
import type { JsonObject, JsonValue } from "../../model/json.ts";
import type { Scrubber } from "../scrub/scrubber.ts";
import { neutralizeName, neutralizeText } from "./neutralize-text.ts";

/** Takes secrets out, and what acts or hides. Doing it twice changes nothing. */
export interface Cleaner {
  /** For a model, a person or a log. */
  text(text: string): string;
  /** For programs: the text of an exact cleaner stays as it is but for secrets. */
  value(value: JsonValue): JsonValue;
  error(error: ErrorInfo): ErrorInfo;
}

/**
 * `exact`: the values come from code of the embedding program and built-in tools, and programs go on working with them,
 * so their text keeps every character but secrets.
 */
export function createCleaner({ scrub }: Pick<Scrubber, "scrub">, exact: boolean): Cleaner {
  const text = (raw: string): string => cleanText(raw, scrub);
  const name = (raw: string): string => scrub(neutralizeName(scrub(raw)));
  const ways = exact ? { text: scrub, name: scrub, scrub } : { text, name, scrub };
  return {
    text,
    value: (value) => cleanValue(value, ways),
    error: (error) => ({
      ...error,
      message: text(error.message),
      hint: error.hint === null ? null : text(error.hint),
      details: cleanValue(error.details, { text, name, scrub }) as JsonObject,
    }),
  };
}

/** Before, because a secret may hold what is changed; and after, because one may have been split by what is taken out. */
function cleanText(raw: string, scrub: (text: string) => string): string {
  const scrubbed = scrub(raw);
  const shown = neutralizeText(scrubbed);
  return shown === scrubbed ? scrubbed : scrub(shown);
}

type Ways = Readonly<Record<"text" | "name" | "scrub", (raw: string) => string>>;

function cleanValue(value: JsonValue, ways: Ways): JsonValue {
  if (typeof value === "string") return ways.text(value);
  if (typeof value === "number") return cleanNumber(value, ways);
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((item: JsonValue) => cleanValue(item, ways));
  const members = Object.entries(value as Record<string, JsonValue>);
  return Object.fromEntries(members.map(([key, member]) => [ways.name(key), cleanValue(member, ways)]));
}

const MIN_SECRET_DIGITS = 4;

/** A parser may have made a number of a secret; shorter ones are counts and codes. */
function cleanNumber(value: number, { scrub }: Ways): JsonValue {
  const text = String(value);
  const scrubbed = text.length < MIN_SECRET_DIGITS ? text : scrub(text);
  return scrubbed === text ? value : scrubbed;
}
