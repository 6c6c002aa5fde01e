import type { JsonSchema } from "../model/json.ts";
import type { FreeArgsSpec, Tool } from "../model/tool.ts";
import { toInputSchema as toParamsSchema } from "../params/to-input-schema.ts";

/** The JSON Schema (2020-12) of what a caller may send to a tool. */
export function toInputSchema(tool: Pick<Tool, "input">): JsonSchema {
  const { input } = tool;
  switch (input.kind) {
    case "params":
      return toParamsSchema(input.params);
    case "free":
      return toFreeSchema(input.free);
    case "schema":
      return input.schema;
  }
}

function toFreeSchema(free: FreeArgsSpec): JsonSchema {
  const permitted = free.allowedSubcommands.join(", ");
  const flags = free.allowedFlags.length === 0 ? "" : ` Also permitted: ${free.allowedFlags.join(", ")}.`;
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      args: {
        type: "array",
        items: { type: "string" },
        minItems: 1,
        description: `Arguments for ${free.binary}, one entry each. The first is one of: ${permitted}.${flags}`,
      },
    },
    required: ["args"],
    additionalProperties: false,
  };
}
