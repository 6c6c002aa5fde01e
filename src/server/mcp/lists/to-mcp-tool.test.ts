import { describe, expect, it } from "vitest";
import { toTool } from "../../../../test/fixtures/runtime/sample-tools.ts";
import type { JsonSchema } from "../../../model/json.ts";
import type { Effect, OutputSpec } from "../../../model/tool.ts";
import { toMcpTool } from "./to-mcp-tool.ts";

describe("toMcpTool", () => {
  it("gives name, description and input schema, and a title only when there is one", () => {
    const plain = toMcpTool(toTool("a"));
    expect(plain).toMatchObject({ name: "a", description: "The tool a.", inputSchema: { type: "object" } });
    expect("title" in plain).toBe(false);
    expect(toMcpTool(toTool("a", { title: "A" })).title).toBe("A");
  });

  it("converts each tool once", () => {
    const tool = toTool("a");
    expect(toMcpTool(tool)).toBe(toMcpTool(tool));
  });

  it.each<{ effect: Effect; readOnlyHint: boolean; destructiveHint: boolean }>([
    { effect: "read", readOnlyHint: true, destructiveHint: false },
    { effect: "edit", readOnlyHint: false, destructiveHint: false },
    { effect: "write", readOnlyHint: false, destructiveHint: false },
    { effect: "destructive", readOnlyHint: false, destructiveHint: true },
  ])("hints at what $effect can do", ({ effect, ...hints }) => {
    expect(toMcpTool(toTool("a", { effect })).annotations).toEqual(hints);
  });

  const object: JsonSchema = { type: "object", properties: { n: { type: "integer" } } };
  const looped: JsonSchema = { type: "object", properties: { next: { $ref: "#" } } };
  const list = (shape: OutputSpec["shape"], schema: JsonSchema | null): unknown =>
    toMcpTool(toTool("a", { output: { shape, parser: "text", schema } })).outputSchema;

  it.each<{ what: string; schema: JsonSchema | null; expected: unknown }>([
    { what: "an object", schema: object, expected: object },
    { what: "an object that refers to itself", schema: looped, expected: looped },
    { what: "a list", schema: { type: "array" }, expected: undefined },
    { what: "anything", schema: null, expected: undefined },
  ])("lists the output schema of a handler that promises $what", ({ schema, expected }) => {
    expect(list("value", schema)).toEqual(expected);
  });

  it("lists what every program's result has", () => {
    const required = ["exitCode", "stdout", "stderr", "durationMs", "truncated"];
    expect(list("process", null)).toMatchObject({ type: "object", required });
  });

  it("lists the envelope with the results' schema, unless nesting would change its meaning", () => {
    expect(list("envelope", object)).toMatchObject({
      properties: { results: { anyOf: [object, { type: "null" }] }, scan_id: { type: "string" } },
    });
    expect(list("envelope", looped)).toHaveProperty("properties.results", {});
  });
});
