import type { JsonValue } from "../model/json.ts";
import type { ParamSpec, ParamType } from "../model/param.ts";
import type { ParamContext, ParamResult, ParamTypeDefinition } from "./param-type.ts";
import { PARAM_TYPES } from "./param-types.ts";

/**
 * Checks one value against one declared parameter. Bad input of any shape gives exactly one issue, never an exception
 * and never a partial accept.
 */
export function validateParam(spec: ParamSpec, value: JsonValue, context: ParamContext): ParamResult {
  // The table pairs each type with its own definition, which the compiler cannot follow through a union.
  const definition = PARAM_TYPES[spec.type] as ParamTypeDefinition<ParamType>;
  return definition.validate(spec, value, context);
}
