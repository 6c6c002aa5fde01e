import { CUSTOM_SHAPE, CUSTOM_SPECIAL } from "../../src/manifest/custom/shape.ts";
import type { JsonObject } from "../../src/model/json.ts";
import { ANY_SCHEMA, ARGUMENTS_SCHEMA, orNull, TOOL_NAME } from "./common.ts";
import { SECRETS, toSandboxSchema } from "./executing.ts";
import { toTableSchema } from "./table-schema.ts";
import { CUSTOM_TEXTS } from "./texts/json-files.ts";

/** A file of custom tools: one, or a list. */
export function toCustomToolsSchema(): JsonObject {
  const refined: Readonly<Record<string, JsonObject>> = {
    name: TOOL_NAME,
    command: { minLength: 1 },
    parameters: orNull(ARGUMENTS_SCHEMA),
    env: { type: "object", maxProperties: 0 },
    output_schema: ANY_SCHEMA,
    secrets: SECRETS,
    sandbox: toSandboxSchema(),
  };
  const nullable = (CUSTOM_SPECIAL.nullable ?? []).map((key) => {
    return [key, orNull({ ...CUSTOM_SHAPE[key as "title"].schema(), ...refined[key] })] as const;
  });
  const tool = toTableSchema(CUSTOM_SHAPE, CUSTOM_TEXTS, { ...refined, ...Object.fromEntries(nullable) });
  return {
    if: { type: "array" },
    then: { type: "array", items: { $ref: "#/definitions/tool" }, minItems: 1 },
    else: { $ref: "#/definitions/tool" },
    definitions: { tool },
  };
}
