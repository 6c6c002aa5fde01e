import { toObject } from "../../model/json.ts";
import type { JsonObject, JsonSchema, JsonValue } from "../../model/json.ts";
import type { ParamIssue } from "../../model/param.ts";
import type { PlaceValue } from "../../template/render-args.ts";
import { readText } from "../read-text.ts";
import { refuse } from "../refuse.ts";
import type { Refusal } from "../refuse.ts";
import { showValue } from "../show-value.ts";
import { isScalarSchema } from "./scalar-schema.ts";

export interface SchemaPlaces {
  /** The arguments with the schema's defaults filled in, for policies. */
  readonly values: JsonObject;
  /** What may stand in the places of a template; absent values and those that are no single text are not in it. */
  readonly texts: ReadonlyMap<string, PlaceValue>;
  /** One per argument; any of them refuses the call. */
  readonly issues: readonly ParamIssue[];
}

/**
 * The arguments of a call, already checked against the tool's schema, as texts for a command. Only declared properties
 * count. A text holds what any text parameter may hold; a value that the author wrote into the schema, in `enum`,
 * `const` or `default`, may begin with `-`.
 */
export function toSchemaPlaces(schema: JsonSchema, args: JsonObject): SchemaPlaces {
  const texts = new Map<string, PlaceValue>();
  const issues: ParamIssue[] = [];
  const defaults: [string, JsonValue][] = [];
  for (const [name, property] of Object.entries(toObject(schema["properties"]))) {
    const sent = Object.hasOwn(args, name) ? args[name] : undefined;
    const declared = toObject(property);
    const value = sent === undefined ? declared["default"] : sent;
    if (value === undefined) continue;
    if (sent === undefined) defaults.push([name, value]);
    // What a schema lets be `null` is left out by sending it.
    if (value === null || !isScalarSchema(property)) continue;
    const place = toPlace(name, value, declared);
    if ("ok" in place) issues.push(...place.issues);
    else texts.set(name, place);
  }
  return { values: { ...Object.fromEntries(defaults), ...args }, texts, issues };
}

function toPlace(name: string, value: JsonValue, property: JsonObject): PlaceValue | Refusal {
  if (typeof value === "boolean") return { text: String(value), numeric: false, allowLeadingDash: false };
  if (typeof value === "number") return toNumber(name, value);
  const read = readText(name, value, { expected: "a text", allowEmpty: true, allowTab: true });
  return read.ok ? { text: read.text, numeric: false, allowLeadingDash: isWritten(read.text, property) } : read;
}

/** The shortest spelling; `-0` is `0`, and an integer that JSON cannot hold exactly is not guessed. */
function toNumber(name: string, value: number): PlaceValue | Refusal {
  const isExact = Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);
  if (!isExact) return refuse(name, "range", `Expected a number within ±(2^53 − 1), got ${showValue(value)}.`);
  return { text: String(value === 0 ? 0 : value), numeric: true, allowLeadingDash: false };
}

function isWritten(text: string, property: JsonObject): boolean {
  const values = property["enum"];
  const listed = Array.isArray(values) && (values as readonly JsonValue[]).includes(text);
  return listed || property["const"] === text || property["default"] === text;
}
