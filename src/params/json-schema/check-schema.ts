import { Validator } from "@cfworker/json-schema";
import type { JsonSchema, JsonValue } from "../../model/json.ts";
import { MAX_VALUE_BYTES } from "../read-text.ts";
import { PATTERN_FORMAT, TextTooLong, prepareSchema } from "./prepare-schema.ts";

export interface SchemaIssue {
  /** JSON pointer into the value; `""` for the whole. */
  readonly at: string;
  readonly message: string;
}

type Prepared = Validator | { readonly unusable: string };

const known = new WeakMap<JsonSchema, Prepared>();

/** Checks a value against a 2020-12 schema, in linear time for its patterns. A schema that cannot be used fits nothing. */
export function checkSchema(schema: JsonSchema, value: JsonValue): readonly SchemaIssue[] {
  const validator = prepare(schema);
  if ("unusable" in validator) return [{ at: "", message: `The tool's own schema is wrong: ${validator.unusable}.` }];
  const result = validate(validator, value);
  if (result === null)
    return [{ at: "", message: `A text is longer than the ${MAX_VALUE_BYTES} characters that are read.` }];
  if (result.valid) return [];
  // The outermost messages only repeat that something inside is wrong.
  const leaves = result.errors.filter((error) => !CONTAINERS.has(error.keyword));
  const told = leaves.length > 0 ? leaves : result.errors;
  return told.map((error) => ({ at: error.instanceLocation.replace(/^#/, ""), message: toMessage(error.error) }));
}

const CONTAINERS = new Set(["properties", "items", "prefixItems", "additionalProperties", "allOf", "$ref"]);

function validate(validator: Validator, value: JsonValue): ReturnType<Validator["validate"]> | null {
  try {
    return validator.validate(value);
  } catch (error) {
    if (error instanceof TextTooLong) return null;
    throw error;
  }
}

function toMessage(text: string): string {
  return text.replace(`format "${PATTERN_FORMAT}`, 'pattern "');
}

function prepare(schema: JsonSchema): Prepared {
  const made = known.get(schema) ?? makeValidator(schema);
  known.set(schema, made);
  return made;
}

function makeValidator(schema: JsonSchema): Prepared {
  const prepared = prepareSchema(schema);
  return prepared.ok ? new Validator(prepared.schema, "2020-12", false) : { unusable: prepared.message };
}
