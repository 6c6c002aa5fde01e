import { checkToolSchema } from "../../../manifest/checks/schema/check-tool-schema.ts";
import type { IssueLog } from "../../../manifest/toml/issue-log.ts";
import { isObject } from "../../../model/json.ts";
import type { JsonObject, JsonValue } from "../../../model/json.ts";

const FIELDS: readonly JsonValue[] = ["string", "number", "integer", "boolean", "array"];

/**
 * Whether a schema is one of a form that a person can fill in, and whose answer can be held against it: flat, complete in
 * itself, with patterns that take linear time. How the type of a field is written is left to servers, which differ in that.
 */
export function isForm(schema: JsonValue | undefined): schema is JsonObject {
  if (!isObject(schema)) return false;
  const { type = "object", properties = {} } = schema;
  if (type !== "object" || !isObject(properties) || !Object.values(properties).every(isField)) return false;
  const log: IssueLog = { found: [] };
  return checkToolSchema(schema, "output", [], log) !== null;
}

function isField(field: JsonValue | undefined): boolean {
  if (!isObject(field)) return false;
  const { type, items } = field;
  const isList = isObject(items) && items["type"] !== undefined;
  return (typeof type !== "string" || FIELDS.includes(type)) && (!isList || items["type"] === "string");
}
