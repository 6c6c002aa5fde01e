import { NAME } from "../../src/manifest/tool-name.ts";
import type { JsonObject } from "../../src/model/json.ts";

export const TOOL_NAME: JsonObject = { pattern: NAME.source };

/** A list that says what may be sent: something, nothing empty, nothing twice. */
export const CHOICES: JsonObject = { items: { type: "string", minLength: 1 }, minItems: 1, uniqueItems: true };

/** A JSON Schema that stands inside a definition. It is not checked further here: that would need its own schema. */
export const ANY_SCHEMA: JsonObject = { type: "object" };

/** A JSON Schema of arguments. */
export const ARGUMENTS_SCHEMA: JsonObject = {
  type: "object",
  properties: { type: { enum: ["object"] } },
  required: ["type"],
};

/** The same value, or `null`, which programs write for a key that does not count. */
export function orNull(schema: JsonObject): JsonObject {
  const { type = "string", enum: words } = schema as { readonly type?: string; readonly enum?: readonly string[] };
  return { ...schema, type: [type, "null"], ...(words === undefined ? {} : { enum: [...words, null] }) };
}
