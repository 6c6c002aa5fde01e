import type { JsonSchema } from "../../model/json.ts";
import type { FreeArgsSpec } from "../../model/tool.ts";

/** The JSON Schema (2020-12) of a free-mode tool's arguments. */
export function toFreeInputSchema(spec: FreeArgsSpec): JsonSchema {
  const subcommands = spec.allowedSubcommands.join(", ");
  const description = `Arguments of ${spec.binary}, one entry each. The first must be one of: ${subcommands}.`;
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: { args: { type: "array", items: { type: "string" }, minItems: 1, description } },
    required: ["args"],
    additionalProperties: false,
  };
}
