import { Validator } from "@cfworker/json-schema";
import type { JsonSchema, JsonValue } from "../../model/json.ts";
import { showValue } from "../show-value.ts";
import { MAX_VALUE_BYTES } from "../read-text.ts";
import { countChecks } from "./count-checks.ts";
import { withPatterns } from "./formats.ts";
import { TextTooLong, prepareSchema } from "./prepare-schema.ts";
import type { Patterns } from "./prepare-schema.ts";
import { tellIssue } from "./tell-issue.ts";
import type { ShowFound } from "./tell-issue.ts";

export interface SchemaIssue {
  /** JSON pointer into the value; `""` for the whole. */
  readonly at: string;
  readonly message: string;
}

type Prepared =
  | {
      readonly schema: JsonSchema;
      readonly patterns: Patterns;
      readonly complete: Validator;
      readonly brief: Validator;
    }
  | { readonly unusable: string };

/** Steps after which a value counts as too large for its schema; about two seconds of the validator. */
const MAX_CHECKS = 1_000_000;
/** Steps up to which everything that is wrong is looked for; above, the first thing. */
const MAX_COMPLETE = 20_000;
/** More help nobody. */
const MAX_ISSUES = 50;

const known = new WeakMap<JsonSchema, Prepared>();

/**
 * Checks a value against a 2020-12 schema, in linear time for its patterns. A schema that cannot be used fits nothing,
 * nor does a value that would take minutes to check. At most 50 issues, each with what came as `show` has it.
 */
export function checkSchema(schema: JsonSchema, value: JsonValue, show: ShowFound = showFound): readonly SchemaIssue[] {
  const prepared = prepare(schema);
  if ("unusable" in prepared) return [{ at: "", message: `The tool's own schema is wrong: ${prepared.unusable}.` }];
  const checks = countChecks(prepared.schema, value, MAX_CHECKS);
  if (checks > MAX_CHECKS) return [{ at: "", message: "There is too much to check for this schema; send less." }];
  const validator = checks > MAX_COMPLETE ? prepared.brief : prepared.complete;
  const result = withPatterns(prepared.patterns, () => validate(validator, value));
  if (result === null)
    return [{ at: "", message: `A text is longer than the ${MAX_VALUE_BYTES} characters that are read.` }];
  if (result.valid) return [];
  // The outermost messages only repeat that something inside is wrong.
  const leaves = result.errors.filter((error) => !CONTAINERS.has(error.keyword));
  const told = leaves.length > 0 ? leaves : result.errors;
  return told.slice(0, MAX_ISSUES).map((error) => tellIssue(error, value, show));
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

function showFound(value: JsonValue | undefined): string {
  return value === undefined ? "nothing" : showValue(value);
}

function prepare(schema: JsonSchema): Prepared {
  const made = known.get(schema) ?? makeValidator(schema);
  known.set(schema, made);
  return made;
}

function makeValidator(schema: JsonSchema): Prepared {
  const prepared = prepareSchema(schema);
  if (!prepared.ok) return { unusable: prepared.message };
  const { schema: usable, patterns } = prepared;
  const complete = new Validator(usable, "2020-12", false);
  return { schema: usable, patterns, complete, brief: new Validator(usable, "2020-12", true) };
}
