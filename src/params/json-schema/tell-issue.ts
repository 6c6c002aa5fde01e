import type { OutputUnit } from "@cfworker/json-schema";
import type { JsonValue } from "../../model/json.ts";
import { showText } from "../../text/show-text.ts";
import { PATTERN_FORMAT } from "./prepare-schema.ts";

/** Says what stands at a place, as the message may show it. */
export type ShowFound = (value: JsonValue | undefined) => string;

/** One thing that a validator found: where (a JSON pointer), what was expected there, and what came. */
export function tellIssue(
  { keyword, instanceLocation, error }: OutputUnit,
  whole: JsonValue,
  show: ShowFound,
): { readonly at: string; readonly message: string } {
  // The validator writes a fragment of a URL.
  const at = decodeURI(instanceLocation.replace(/^#/, ""));
  return { at, message: toMessage(keyword, error, findValue(whole, at), show) };
}

function toMessage(keyword: string, error: string, found: JsonValue | undefined, show: ShowFound): string {
  const expected = TELLERS[keyword]?.(error) ?? null;
  if (expected === null) return `Expected what the schema says under \`${keyword}\`, got ${show(found)}.`;
  if (keyword === "required") return `Expected ${expected}, and there is none.`;
  const came = COUNTED.has(keyword) ? countOf(found) : show(found);
  return `Expected ${expected}, got ${came}.`;
}

/** `undefined`: nothing stands at the pointer. */
function findValue(whole: JsonValue, location: string): JsonValue | undefined {
  let value: JsonValue | undefined = whole;
  for (const step of location.split("/").slice(1)) {
    if (typeof value !== "object" || value === null) return undefined;
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    value = Object.hasOwn(value, name) ? (value as Readonly<Record<string, JsonValue>>)[name] : undefined;
  }
  return value;
}

const MAX_SHOWN = 200;

const NAMES: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  object: "an object",
  array: "a list",
  null: "null",
};

/** What a keyword asks for, from the validator's own sentence, which names it; `null`: the sentence is another one. */
const TELLERS: Readonly<Record<string, (error: string) => string | null>> = {
  type: (error) => {
    const types = /Expected "(.*)"\.$/.exec(error)?.[1]?.split('", "') ?? [];
    return types.length === 0 ? null : types.map((type) => NAMES[type] ?? showText(type)).join(" or ");
  },
  const: (error) => quoted(error, /does not match (.*)\.$/s, ""),
  enum: (error) => quoted(error, /does not match any of \[(.*)\]\.$/s, "one of "),
  required: (error) => quoted(error, /required property (".*")\.$/s, "a member "),
  false: () => "nothing there, since nobody declared it",
  not: () => "what the schema does not exclude",
  anyOf: () => "what one of the forms of the schema allows",
  oneOf: () => "what exactly one of the forms of the schema allows",
  format: (error) => {
    const name = /format "(.*)"\.$/s.exec(error)?.[1];
    if (name === undefined) return null;
    return name.startsWith(PATTERN_FORMAT)
      ? `a text that matches the pattern ${JSON.stringify(showText(name.slice(PATTERN_FORMAT.length), MAX_SHOWN))}`
      : `a text of the format ${JSON.stringify(showText(name))}`;
  },
  minLength: (error) => bound(error, "at least", "characters"),
  maxLength: (error) => bound(error, "at most", "characters"),
  minItems: (error) => bound(error, "at least", "items"),
  maxItems: (error) => bound(error, "at most", "items"),
  minProperties: (error) => bound(error, "at least", "members", /at least (\d+)/),
  maxProperties: (error) => bound(error, "at most", "members", /at least (\d+)/),
  uniqueItems: () => "no item twice",
  contains: () => "an item of the kind that the schema names",
  multipleOf: (error) => bound(error, "a multiple of", "", /of (\S+)\.$/),
  minimum: (error) => bound(error, "at least", "", /than (\S+)\.$/),
  maximum: (error) => bound(error, "at most", "", /than (\S+)\.$/),
  exclusiveMinimum: (error) => bound(error, "more than", "", /than (\S+)\.$/),
  exclusiveMaximum: (error) => bound(error, "less than", "", /(?:than|to) (\S+)\.$/),
};

/** Where how many there are says more than what they are. */
const COUNTED: ReadonlySet<string> = new Set([
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
]);

function countOf(value: JsonValue | undefined): string {
  if (typeof value === "string") return String(Array.from(value).length);
  if (typeof value !== "object" || value === null) return "none";
  return String(Array.isArray(value) ? value.length : Object.keys(value).length);
}

function quoted(error: string, pattern: RegExp, lead: string): string | null {
  const text = pattern.exec(error)?.[1];
  return text === undefined ? null : lead + showText(text.replaceAll(/","/g, '", "'), MAX_SHOWN);
}

function bound(error: string, lead: string, what: string, pattern = /[<>] (\d+)/): string | null {
  const limit = pattern.exec(error)?.[1];
  return limit === undefined ? null : `${lead} ${limit}${what === "" ? "" : ` ${what}`}`;
}
