import { describe, expect, it } from "vitest";
import { toTool } from "../../test/fixtures/runtime/sample-tools.ts";
import type { BackendSpec } from "../model/backend.ts";
import type { JsonSchema, JsonValue } from "../model/json.ts";
import type { OutputSpec } from "../model/tool.ts";
import { checkSchema } from "../params/json-schema/check-schema.ts";
import { toOutputSchema } from "./to-output-schema.ts";

function schemaOf(shape: OutputSpec["shape"], schema: JsonSchema | null, backend?: BackendSpec): JsonSchema | null {
  const tool = toTool("a", { output: { shape, parser: "text", schema } });
  return toOutputSchema(backend === undefined ? tool : { ...tool, backend });
}

function parsedBy(parser: OutputSpec["parser"], schema: JsonSchema | null): JsonSchema | null {
  return toOutputSchema(toTool("a", { output: { shape: "process", parser, schema } }));
}

function fits(schema: JsonSchema | null, value: JsonValue): boolean {
  return schema !== null && checkSchema(schema, value).length === 0;
}

const PROCESS = { exitCode: 0, stdout: "", stderr: "", durationMs: 5, truncated: false };
const ENVELOPE = {
  status: "success",
  scan_id: "1700000000-00ff",
  tool: "a",
  command: "a b",
  duration_ms: 5,
  timestamp: "2026-01-02T03:04:05.678Z",
  exit_code: 0,
  stderr: "",
  output_hash: `sha256:${"0".repeat(64)}`,
  results: { n: 1 },
};
const RESULTS: JsonSchema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
const MCP: BackendSpec = { kind: "mcp", server: "s", tool: "t", fieldMap: {} };

describe("toOutputSchema", () => {
  it.each<[string, JsonSchema | null, JsonValue, boolean]>([
    ["a process", schemaOf("process", null), PROCESS, true],
    ["a process that a signal ended", schemaOf("process", null), { ...PROCESS, exitCode: null }, true],
    ["a process without a stream", schemaOf("process", null), { exitCode: 0, stdout: "" }, false],
    ["a process that is read", parsedBy("json", RESULTS), { ...PROCESS, parsed: { n: 1 } }, true],
    ["a process that failed", parsedBy("json", RESULTS), { ...PROCESS, parsed: null }, true],
    ["a process with other results", parsedBy("json", RESULTS), { ...PROCESS, parsed: { n: "1" } }, false],
    ["a process without results", parsedBy("lines", null), PROCESS, false],
    ["an envelope", schemaOf("envelope", RESULTS), ENVELOPE, true],
    ["an envelope with other results", schemaOf("envelope", RESULTS), { ...ENVELOPE, results: { n: "1" } }, false],
    ["an envelope of anything", schemaOf("envelope", null), { ...ENVELOPE, results: [1] }, true],
    ["an envelope without a hash", schemaOf("envelope", null), { ...ENVELOPE, output_hash: null }, true],
    ["an envelope with half a hash", schemaOf("envelope", null), { ...ENVELOPE, output_hash: "sha256:00" }, false],
    ["an unknown status", schemaOf("envelope", null), { ...ENVELOPE, status: "fine" }, false],
    ["a time that is none", schemaOf("envelope", null), { ...ENVELOPE, timestamp: "yesterday" }, false],
    ["an envelope of an upstream tool", schemaOf("envelope", null, MCP), { ...ENVELOPE, mcp_server: "s" }, true],
    ["a wrong field of an upstream tool", schemaOf("envelope", null, MCP), { ...ENVELOPE, mcp_server: 1 }, false],
    ["a value", schemaOf("value", RESULTS), { n: 1 }, true],
    ["another value", schemaOf("value", RESULTS), {}, false],
  ])("%s", (_, schema, value, expected) => expect(fits(schema, value)).toBe(expected));

  it("promises nothing that is not certain", () => {
    expect(schemaOf("value", null)).toBeNull();
    expect(schemaOf("value", { type: "array" })).toBeNull();
    expect(schemaOf("value", { type: ["array", "null"] }, MCP)).toBeNull();
    expect(schemaOf("value", { type: "array" }, MCP)).toEqual({ type: "array" });
    const looped: JsonSchema = { type: "object", properties: { next: { $ref: "#" } } };
    expect(schemaOf("value", looped)).toBe(looped);
    expect(schemaOf("envelope", looped)).toHaveProperty("properties.results", {});
  });

  it("requires what every envelope has, and nothing that only some have", () => {
    expect(schemaOf("envelope", null, MCP)?.["required"]).toEqual(Object.keys(ENVELOPE));
  });
});
