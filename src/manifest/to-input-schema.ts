import type { JsonSchema } from "../model/json.ts";
import type { Tool } from "../model/tool.ts";
import { toCommandLineSchema } from "../params/command-line/to-command-line-schema.ts";
import { toFreeInputSchema } from "../params/free/to-free-input-schema.ts";
import { toInputSchema as toParamsSchema } from "../params/to-input-schema.ts";

/** The JSON Schema (2020-12) of what a caller may send to a tool. */
export function toInputSchema(tool: Pick<Tool, "input">): JsonSchema {
  const { input } = tool;
  switch (input.kind) {
    case "params":
      return toParamsSchema(input.params);
    case "free":
      return toFreeInputSchema(input.free);
    case "command-line":
      return toCommandLineSchema(input.commandLine);
    case "schema":
      return input.schema;
  }
}
