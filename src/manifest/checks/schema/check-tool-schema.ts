import { isObject } from "../../../model/json.ts";
import type { JsonSchema, JsonValue } from "../../../model/json.ts";
import { prepareSchema } from "../../../params/json-schema/prepare-schema.ts";
import { readHeaderParams } from "../../../params/json-schema/read-header-params.ts";
import { showText } from "../../../text/show-text.ts";
import { addError, addWarning } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import type { TomlPath } from "../../toml/toml-document.ts";
import { checkExpansion } from "./check-expansion.ts";
import { findSchemaProblems } from "./find-schema-problems.ts";

/** What a tool takes when it declares nothing: no arguments. */
export const NO_ARGUMENTS: JsonSchema = { type: "object", properties: {}, additionalProperties: false };

/**
 * Checks a JSON Schema that came with a tool, completely and once, so that no call ever meets one that cannot be used:
 * known keywords have the right form, references lead somewhere inside and never in circles, patterns run in linear
 * time, parameters in headers can be sent as such, nothing hides text. `null` after an error.
 *
 * @param use what the schema is for: `input` must describe an object
 */
export function checkToolSchema(
  schema: JsonValue,
  use: "input" | "output",
  path: TomlPath,
  log: IssueLog,
): JsonSchema | null {
  const place = { path, part: "value" } as const;
  if (!isObject(schema)) {
    const hint = use === "input" ? OBJECT_HINT : null;
    addError(log, "bad-schema", place, `a JSON Schema must be an object, but is ${describe(schema)}`, hint);
    return null;
  }
  if (use === "input" && schema["type"] !== "object") {
    addError(log, "bad-schema", place, "arguments are an object, and this schema does not say so", OBJECT_HINT);
    return null;
  }
  const before = log.found.length;
  for (const { severity, code, at, message, hint } of findSchemaProblems(schema)) {
    const found = { path: [...path, ...at], part: "value" } as const;
    if (severity === "error") addError(log, code, found, message, hint);
    else addWarning(log, code, found, message, hint);
  }
  if (log.found.slice(before).some(({ severity }) => severity === "error")) return null;
  const problem = checkExpansion(schema) ?? findUnprepared(schema) ?? (use === "input" ? findBadHeader(schema) : null);
  if (problem === null) return schema;
  addError(log, "bad-schema", place, problem);
  return null;
}

const OBJECT_HINT = 'Write `type: "object"` and describe the arguments under `properties`.';

function findUnprepared(schema: JsonSchema): string | null {
  const prepared = prepareSchema(schema);
  return prepared.ok ? null : prepared.message;
}

/** Clients would leave the tool out, each for itself. */
function findBadHeader(schema: JsonSchema): string | null {
  const read = readHeaderParams(schema);
  return read.ok ? null : `${read.problem} (${showText(read.at.join("/"), 100)})`;
}

function describe(value: JsonValue): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : `a ${typeof value}`;
}
