/** What may stand behind a keyword of JSON Schema 2020-12. */
export type KeywordForm =
  | "schema"
  | "schemas"
  | "schema-map"
  | "text"
  | "texts"
  | "text-map"
  | "number"
  | "positive"
  | "count"
  | "boolean"
  | "values"
  | "list"
  | "any"
  | "types"
  | "reference"
  | "unsupported";

/** Keywords of which a slip of the pen would change what is accepted. Others are ignored, as the standard says. */
export const SCHEMA_KEYWORDS: ReadonlyMap<string, KeywordForm> = new Map<string, KeywordForm>([
  ["type", "types"],
  ["enum", "values"],
  ["const", "any"],
  ["properties", "schema-map"],
  ["dependentSchemas", "schema-map"],
  ["$defs", "schema-map"],
  ["definitions", "schema-map"],
  ["patternProperties", "unsupported"],
  ["additionalProperties", "schema"],
  ["unevaluatedProperties", "schema"],
  ["propertyNames", "schema"],
  ["required", "texts"],
  ["dependentRequired", "text-map"],
  ["minProperties", "count"],
  ["maxProperties", "count"],
  ["items", "schema"],
  ["prefixItems", "schemas"],
  ["unevaluatedItems", "schema"],
  ["contains", "schema"],
  ["minContains", "count"],
  ["maxContains", "count"],
  ["minItems", "count"],
  ["maxItems", "count"],
  ["uniqueItems", "boolean"],
  ["allOf", "schemas"],
  ["anyOf", "schemas"],
  ["oneOf", "schemas"],
  ["not", "schema"],
  ["if", "schema"],
  ["then", "schema"],
  ["else", "schema"],
  ["minimum", "number"],
  ["maximum", "number"],
  ["exclusiveMinimum", "number"],
  ["exclusiveMaximum", "number"],
  ["multipleOf", "positive"],
  ["minLength", "count"],
  ["maxLength", "count"],
  ["pattern", "text"],
  ["format", "text"],
  ["title", "text"],
  ["description", "text"],
  ["default", "any"],
  ["examples", "list"],
  ["deprecated", "boolean"],
  ["readOnly", "boolean"],
  ["writeOnly", "boolean"],
  ["$schema", "text"],
  ["$comment", "text"],
  ["contentEncoding", "text"],
  ["contentMediaType", "text"],
  ["contentSchema", "unsupported"],
  ["$ref", "reference"],
  ["$id", "unsupported"],
  ["id", "unsupported"],
  ["$anchor", "text"],
  ["$dynamicRef", "unsupported"],
  ["$dynamicAnchor", "unsupported"],
  ["$recursiveRef", "unsupported"],
  ["$recursiveAnchor", "unsupported"],
]);

export const SCHEMA_TYPES: readonly string[] = ["object", "array", "string", "number", "integer", "boolean", "null"];
