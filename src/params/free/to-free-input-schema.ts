import type { JsonSchema } from "../../model/json.ts";
import type { FreeArgsSpec } from "../../model/tool.ts";

/** The JSON Schema (2020-12) of a free-mode tool's arguments. */
export function toFreeInputSchema(spec: FreeArgsSpec): JsonSchema {
  const permitted = spec.allowedSubcommands.join(", ");
  const flags = spec.allowedFlags.length === 0 ? "" : ` Also permitted: ${spec.allowedFlags.join(", ")}.`;
  const description = `Arguments for ${spec.binary}, one entry each. The first is one of: ${permitted}.${flags}`;
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: { args: { type: "array", items: { type: "string" }, minItems: 1, description } },
    required: ["args"],
    additionalProperties: false,
  };
}
