import { Validator } from "@cfworker/json-schema";
import type { JsonSchema, JsonValue } from "../../model/json.ts";

export interface SchemaIssue {
  /** JSON pointer into the value; `""` for the whole. */
  readonly at: string;
  readonly message: string;
}

const validators = new WeakMap<JsonSchema, Validator>();

/** Checks a value against a 2020-12 schema. The schema is walked as data, never compiled to code. */
export function checkSchema(schema: JsonSchema, value: JsonValue): readonly SchemaIssue[] {
  const result = validatorFor(schema).validate(value);
  if (result.valid) return [];
  // The outermost messages only repeat that something inside is wrong.
  const leaves = result.errors.filter((error) => !CONTAINERS.has(error.keyword));
  const told = leaves.length > 0 ? leaves : result.errors;
  return told.map((error) => ({ at: error.instanceLocation.replace(/^#/, ""), message: error.error }));
}

const CONTAINERS = new Set(["properties", "items", "prefixItems", "additionalProperties", "allOf", "$ref"]);

function validatorFor(schema: JsonSchema): Validator {
  const known = validators.get(schema);
  if (known !== undefined) return known;
  const made = new Validator(schema, "2020-12", false);
  validators.set(schema, made);
  return made;
}
