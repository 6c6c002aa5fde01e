import { findForbiddenCharacter } from "../../params/characters.ts";
import type { JsonObject, JsonValue } from "../../model/json.ts";
import { own } from "../document/members.ts";
import { flattenSchema } from "./flatten-schema.ts";
import type { Flat } from "./flatten-schema.ts";
import { fitsArg } from "./fits-arg.ts";
import { toNumberArg } from "./to-number-arg.ts";
import { toTextArg } from "./to-text-arg.ts";

/** An `[args.NAME]` table, without what the name and the place of the argument add. */
export interface ArgTable {
  readonly table: JsonObject;
  /** What the schema says and the table cannot, in a few words each. */
  readonly lost: readonly string[];
}

/**
 * What a schema becomes as an argument: a string, a number, a boolean or one of some texts, as far as it is one. Lists,
 * objects and choices between types are not carried.
 *
 * @param root what references lead into
 */
export function toArg(schema: JsonValue | undefined, root: JsonObject): Flat<ArgTable> {
  const flat = flattenSchema(schema, root);
  if (!flat.ok) return flat;
  const shaped = toShape(flat.value);
  if (!shaped.ok) return shaped;
  const { table, lost } = shaped.value;
  const preset = own(flat.value, "default");
  if (preset === undefined || preset === null) return shaped;
  // Whether it fits is found out when the manifest is read; what can never fit is not written.
  if (fitsArg(table, preset)) return { ok: true, value: { table: { ...table, default: preset }, lost } };
  return { ok: true, value: { table, lost: [...lost, "the default, which does not fit its type"] } };
}

function toShape(schema: JsonObject): Flat<ArgTable> {
  const type = toType(schema);
  if (!type.ok) return type;
  const values = own(schema, "const") === undefined ? own(schema, "enum") : [own(schema, "const") ?? null];
  if (Array.isArray(values)) return toChoice(values as readonly JsonValue[], type.value);
  switch (type.value) {
    case "boolean":
      return { ok: true, value: { table: { type: "boolean" }, lost: [] } };
    case "integer":
    case "number":
      return { ok: true, value: toNumberArg(schema, type.value) };
    case "string":
      return { ok: true, value: toTextArg(schema) };
    case "":
      return { ok: false, reason: "it may be anything: its schema says no type" };
    default:
      return { ok: false, reason: `it is ${type.value === "array" ? "a list" : `of the type ${type.value}`}` };
  }
}

const TYPES: readonly string[] = ["boolean", "integer", "number", "string", "array", "object", "null"];

function toType(schema: JsonObject): Flat<string> {
  const type = own(schema, "type");
  const types = (Array.isArray(type) ? (type as readonly JsonValue[]) : [type]).filter((one) => one !== "null");
  const [only = ""] = types;
  if (types.length > 1) return { ok: false, reason: "it may be of several types" };
  if (typeof only !== "string" || (only !== "" && !TYPES.includes(only))) {
    return { ok: false, reason: "its type is none of JSON Schema's" };
  }
  return { ok: true, value: only };
}

const MAX_CHOICES = 1000;

function toChoice(given: readonly JsonValue[], type: string): Flat<ArgTable> {
  const values = given.filter((value) => value !== null);
  if (type === "boolean" && values.length === 2) return { ok: true, value: { table: { type: "boolean" }, lost: [] } };
  if (!values.every((value) => typeof value === "string")) {
    return { ok: false, reason: "its listed values are not all texts" };
  }
  const fitting = [...new Set(values)].filter((value) => value !== "" && findForbiddenCharacter(value, true) === null);
  if (fitting.length === 0) return { ok: false, reason: "no value is listed that could be sent" };
  if (fitting.length > MAX_CHOICES) return { ok: false, reason: `more than ${MAX_CHOICES} values are listed` };
  const lost =
    fitting.length < values.length ? ["listed values that are empty, twice there or hold hidden characters"] : [];
  return { ok: true, value: { table: { type: "enum", allowed: fitting }, lost } };
}
