import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { defineTool } from "../../src/library/define-tool.ts";
import { parseManifest } from "../../src/manifest/parse-manifest.ts";
import type { TestWorkspace } from "../support/workspace.ts";
import { createTestWorkspace } from "../support/workspace.ts";

let workspace: TestWorkspace;
beforeEach(() => {
  workspace = createTestWorkspace();
});
afterEach(() => workspace.remove());

const define = (inputSchema: object) =>
  defineTool({ name: "h", description: "d", effect: "read", inputSchema: { ...inputSchema }, handler: () => null });

describe("a schema's pattern", () => {
  it("is linear", { timeout: 60_000 }, async () => {
    const tool = define({ type: "object", properties: { a: { type: "string", pattern: "^(a+)+$" } } });
    const gateway = await workspace.open({ tools: [tool] });
    const before = process.cpuUsage().user;
    const outcome = await gateway.call("h", { a: `${"a".repeat(26)}!` });
    expect((process.cpuUsage().user - before) / 1000).toBeLessThan(500);
    expect(outcome.error?.code).toBe("INVALID_ARGUMENTS");
  });

  it.each([{ pattern: "(?!a)" }, { patternProperties: { "^(a+)+$": true } }])("is refused in time: %j", (schema) => {
    expect(() => define({ properties: { a: schema } })).toThrow(TypeError);
  });

  it("is refused in a ToolClad file, too", () => {
    const text = `[tool]
name = "x"
version = "1.0.0"
binary = "true"
description = "d"
[command]
template = "true"
[output]
format = "json"
[output.schema]
type = "object"
[output.schema.patternProperties."^(a+)+$"]
type = "string"
`;
    const { issues } = parseManifest(text, { file: "x.clad.toml", layer: "project" });
    expect(issues.map(({ code, severity }) => [code, severity])).toContainEqual(["bad-schema", "error"]);
  });
});
