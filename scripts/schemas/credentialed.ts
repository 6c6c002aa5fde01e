import { CREDENTIALED_SHAPE, CREDENTIALED_SPECIAL } from "../../src/manifest/credentialed/shape.ts";
import type { JsonObject } from "../../src/model/json.ts";
import { orNull, TOOL_NAME } from "./common.ts";
import { toTableSchema } from "./table-schema.ts";
import { CREDENTIALED_TEXTS } from "./texts/json-files.ts";

/** A file of programs with a credential: one, or a list. A value never stands in it, so each is `null`. */
export function toCredentialedSchema(): JsonObject {
  const refined: Readonly<Record<string, JsonObject>> = {
    binary_name: TOOL_NAME,
    name: TOOL_NAME,
    encrypted_env: {
      type: ["object", "array", "null"],
      items: { type: "string" },
      additionalProperties: { type: "null" },
    },
  };
  const nullable = (CREDENTIALED_SPECIAL.nullable ?? []).map((key) => {
    const own = CREDENTIALED_SHAPE[key as "name"].schema();
    return [key, key === "encrypted_env" ? (refined[key] ?? {}) : orNull({ ...own, ...refined[key] })] as const;
  });
  const record = toTableSchema(CREDENTIALED_SHAPE, CREDENTIALED_TEXTS, { ...refined, ...Object.fromEntries(nullable) });
  return {
    if: { type: "array" },
    then: { type: "array", items: { $ref: "#/definitions/record" }, minItems: 1 },
    else: { $ref: "#/definitions/record" },
    definitions: { record },
  };
}
