import type { JsonSchema } from "../../model/json.ts";
import type { OutputSpec } from "../../model/tool.ts";

/**
 * The schema of a successful call's structured result, or `null` when none is certain. Clients refuse results that do
 * not fit a listed schema, so an uncertain one is worse than none.
 */
export function toOutputSchema(output: OutputSpec): JsonSchema | null {
  switch (output.shape) {
    case "process":
      return PROCESS;
    case "envelope":
      return envelope(output.schema);
    case "value":
      return output.schema?.["type"] === "object" ? output.schema : null;
  }
}

const PROCESS: JsonSchema = objectOf({
  exitCode: { type: ["integer", "null"] },
  stdout: { type: "string" },
  stderr: { type: "string" },
  durationMs: { type: "integer" },
  truncated: { type: "boolean" },
});

function envelope(results: JsonSchema | null): JsonSchema {
  return objectOf({
    status: { type: "string" },
    scan_id: { type: "string" },
    tool: { type: "string" },
    command: { type: "string" },
    duration_ms: { type: "integer" },
    timestamp: { type: "string" },
    exit_code: { type: "integer" },
    stderr: { type: "string" },
    output_hash: { type: ["string", "null"] },
    results: results === null || refersToItself(results) ? {} : results,
  });
}

/** A reference counts from the root of its document, so such a schema means something else once it is nested. */
function refersToItself(schema: JsonSchema): boolean {
  return /"\$(?:ref|id|dynamicRef|recursiveRef)":/u.test(JSON.stringify(schema));
}

function objectOf(properties: JsonSchema): JsonSchema {
  return { type: "object", properties, required: Object.keys(properties) };
}
