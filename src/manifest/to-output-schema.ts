import type { BackendSpec } from "../model/backend.ts";
import type { JsonSchema } from "../model/json.ts";
import type { Tool } from "../model/tool.ts";
import { refersToItself } from "../params/json-schema/refers-to-itself.ts";

/**
 * The JSON Schema (2020-12) of a successful call's structured result, or `null` when none is certain. Clients refuse
 * results that do not fit a listed schema, so an uncertain one is worse than none.
 */
export function toOutputSchema({ output, backend }: Pick<Tool, "output" | "backend">): JsonSchema | null {
  switch (output.shape) {
    case "process":
      return output.parser === "text" ? objectOf(PROCESS) : toParsed(output.schema);
    case "envelope":
      return toEnvelope(output.schema, EXTRA[backend.kind] ?? {});
    case "value":
      return toValue(output.schema, backend);
  }
}

/** Types whose values are never nothing. Those of our own tools are sent as text, but for objects. */
const PLAIN_TYPES: readonly unknown[] = ["array", "string", "number", "integer", "boolean"];

function toValue(schema: JsonSchema | null, { kind }: BackendSpec): JsonSchema | null {
  const type = schema?.["type"];
  return type === "object" || (kind === "mcp" && PLAIN_TYPES.includes(type)) ? schema : null;
}

const DIALECT = "https://json-schema.org/draft/2020-12/schema";
const SHA256: JsonSchema = { type: ["string", "null"], pattern: "^sha256:[0-9a-f]{64}$" };

const WITHHELD: JsonSchema = { type: "null", description: "after an error" };
const EVIDENCE_FILES: JsonSchema = {
  type: "array",
  description: "what the program left in its folder",
  items: {
    type: "object",
    properties: { file: { type: "string" }, bytes: { type: "integer", minimum: 0 }, hash: SHA256 },
    required: ["file", "bytes", "hash"],
  },
};

const PROCESS: JsonSchema = {
  exitCode: { type: ["integer", "null"], description: "null when a signal ended the program" },
  stdout: { type: "string" },
  stderr: { type: "string" },
  durationMs: { type: "integer", minimum: 0 },
  truncated: { type: "boolean", description: "whether more was written than is shown" },
};

/** What a parser made of standard output stands beside it. */
function toParsed(schema: JsonSchema | null): JsonSchema {
  return objectOf({ ...PROCESS, parsed: toResults(schema) });
}

function toResults(schema: JsonSchema | null): JsonSchema {
  return schema === null || refersToItself(schema) ? {} : { anyOf: [schema, WITHHELD] };
}

const STATUSES = [
  ...["success", "error", "timeout", "client_error", "server_error", "delegated", "dry_run"],
  ...["cancelled", "interrupted"],
];

/** What only some back ends add to the envelope. */
const EXTRA: Readonly<Partial<Record<BackendSpec["kind"], JsonSchema>>> = {
  http: {
    http_status: { type: ["integer", "null"], description: "null when nothing answered" },
    http_method: { type: "string" },
    http_url: { type: ["string", "null"], description: "where the answer came from" },
    http_headers: { type: "object", additionalProperties: { type: "string" } },
  },
  mcp: { mcp_server: { type: "string" }, mcp_tool: { type: "string" }, mcp_arguments: { type: "object" } },
  session: { session_id: { type: "string" }, interaction_count: { type: "integer", minimum: 0 } },
  browser: { session_id: { type: "string" }, interaction_count: { type: "integer", minimum: 0 } },
};

/** ToolClad's evidence envelope: the fields of every back end are always there, those of one only when it ran. */
function toEnvelope(results: JsonSchema | null, extra: JsonSchema): JsonSchema {
  const always = objectOf({
    status: { type: "string", enum: STATUSES },
    scan_id: { type: "string", description: "names this call" },
    tool: { type: "string" },
    command: { type: "string", description: "what ran" },
    duration_ms: { type: "integer", minimum: 0 },
    timestamp: { type: "string", format: "date-time", description: "when it began" },
    exit_code: { type: "integer", description: "-1 when the program did not end by itself" },
    stderr: { type: "string" },
    output_hash: { ...SHA256, description: "of every byte on standard output" },
    results: toResults(results),
  });
  const sometimes = {
    output_file: { type: "string", description: "where the whole output is kept" },
    evidence_files: EVIDENCE_FILES,
    error: { type: "string" },
    ...extra,
  };
  return { ...always, properties: { ...(always["properties"] as JsonSchema), ...sometimes } };
}

function objectOf(properties: JsonSchema): JsonSchema {
  return { $schema: DIALECT, type: "object", properties, required: Object.keys(properties) };
}
