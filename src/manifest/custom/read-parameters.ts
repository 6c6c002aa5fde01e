import { isObject, toObject } from "../../model/json.ts";
import type { JsonObject, JsonSchema, JsonValue } from "../../model/json.ts";
import { checkSchema } from "../../params/json-schema/check-schema.ts";
import { toSchemaPlaces } from "../../params/custom/to-schema-places.ts";
import { suggestNearest } from "../../text/find-nearest.ts";
import { escapeControls, showText } from "../../text/show-text.ts";
import { checkToolSchema, NO_ARGUMENTS } from "../checks/schema/check-tool-schema.ts";
import { checkParamName } from "../tool-name.ts";
import { addError } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import type { TomlPath } from "../toml/toml-document.ts";

export interface Parameters {
  readonly schema: JsonSchema;
  /** What it declares by name. */
  readonly properties: JsonObject;
  /** Whether no error was found in it. */
  readonly isRight: boolean;
}

const MAX_PROPERTIES = 100;

/**
 * Reads `parameters`: a JSON Schema of an object. Arguments that it does not declare are refused unless it says
 * otherwise itself; without `parameters` the tool takes none.
 */
export function readParameters(value: JsonValue | undefined, path: TomlPath, log: IssueLog): Parameters {
  if (value === undefined || value === null) return { schema: NO_ARGUMENTS, properties: {}, isRight: true };
  const checked = checkToolSchema(value, "input", path, log);
  const properties = toProperties(value);
  const before = log.found.length;
  if (checked !== null) checkRoot(checked, properties, path, log);
  if (checked === null || log.found.length > before) return { schema: NO_ARGUMENTS, properties, isRight: false };
  for (const [name, property] of Object.entries(properties)) {
    checkProperty(name, property ?? true, [...path, "properties", name], log);
  }
  const schema = { ...checked, additionalProperties: checked["additionalProperties"] ?? false };
  return { schema, properties, isRight: true };
}

function checkRoot(schema: JsonObject, properties: JsonObject, path: TomlPath, log: IssueLog): void {
  const names = Object.keys(properties);
  if (names.length > MAX_PROPERTIES) {
    const message = `${names.length} parameters are declared; at most ${MAX_PROPERTIES} are read`;
    addError(log, "too-many-entries", { path: [...path, "properties"], part: "key" }, message);
  }
  const required = Array.isArray(schema["required"]) ? (schema["required"] as readonly JsonValue[]) : [];
  for (const [index, name] of required.entries()) {
    if (typeof name !== "string" || Object.hasOwn(properties, name)) continue;
    const message = `\`${showText(name)}\` is required but not declared${suggestNearest(name, names)}`;
    addError(log, "undeclared-required", { path: [...path, "required", index], part: "value" }, message);
  }
}

function checkProperty(name: string, property: JsonValue, path: TomlPath, log: IssueLog): void {
  if (!checkParamName(name, { path, part: "key" }, log) || !isObject(property)) return;
  const fallback = property["default"];
  if (fallback === undefined) return;
  const problems = [
    ...checkSchema(property, fallback),
    ...toSchemaPlaces({ properties: { [name]: property } }, {}).issues,
  ].map(({ message }) => message);
  if (problems.length === 0) return;
  const message = `\`default\` does not fit the parameter: ${escapeControls(problems.join(" "))}`;
  addError(log, "bad-default", { path: [...path, "default"], part: "value" }, message);
}

function toProperties(schema: JsonValue): JsonObject {
  const properties = isObject(schema) ? schema["properties"] : undefined;
  return toObject(properties);
}
