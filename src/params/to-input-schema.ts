import type { JsonSchema, JsonValue } from "../model/json.ts";
import type { ParamSpec, ParamType } from "../model/param.ts";
import type { ParamContext, ParamTypeDefinition } from "./param-type.ts";
import { PARAM_TYPES } from "./param-types.ts";
import { validateParam } from "./validate-param.ts";

/**
 * The JSON Schema (2020-12) of a tool's arguments, properties in the order of `position`. Types that also take a text
 * form (`"5"`, `"yes"`) show only the plain JSON type, which is what a model should send.
 */
export function toInputSchema(specs: readonly ParamSpec[]): JsonSchema {
  const sorted = [...specs].sort((a, b) => a.position - b.position);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    // Not by assignment: a parameter called `__proto__` must become a property like any other.
    properties: Object.fromEntries(sorted.map((spec) => [spec.name, toProperty(spec)])),
    required: sorted.filter((spec) => spec.required && spec.default === undefined).map((spec) => spec.name),
    additionalProperties: false,
  };
}

function toProperty(spec: ParamSpec): JsonSchema {
  const definition = PARAM_TYPES[spec.type] as ParamTypeDefinition<ParamType>;
  const value = spec.default === undefined ? undefined : toTypedDefault(spec, spec.default);
  return {
    ...definition.toJsonSchema(spec),
    ...(value === undefined ? {} : { default: value }),
    ...(spec.description === null ? {} : { description: spec.description }),
  };
}

/** The whitelist format writes every default as a text; the schema shows it in the type it declares. */
function toTypedDefault(spec: ParamSpec, value: JsonValue): JsonValue {
  if (!["integer", "number", "port", "boolean"].includes(spec.type)) return value;
  const result = validateParam(spec, value, NOWHERE);
  return result.ok ? result.value : value;
}

/** These types look at nothing around them. */
const NOWHERE: ParamContext = { sessionFolder: "/", workspaceRoots: ["/"], scope: null, scopeRequired: false };
