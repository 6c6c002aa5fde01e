import type { JsonSchema } from "../../model/json.ts";
import type { CommandLineSpec } from "../../model/tool.ts";

/** The JSON Schema (2020-12) of a call to a program with its own credential. */
export function toCommandLineSchema({ binary }: CommandLineSpec): JsonSchema {
  const list = `What follows ${binary}, one argument each. No shell reads it: quotes and backslashes are plain characters.`;
  const line = `The same as one line that begins with ${binary}, with shell quoting but no operators; instead of args.`;
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      args: { type: "array", items: { type: "string" }, maxItems: 1_000, description: list },
      command: { type: "string", minLength: 1, description: line },
    },
    minProperties: 1,
    maxProperties: 1,
    additionalProperties: false,
  };
}
