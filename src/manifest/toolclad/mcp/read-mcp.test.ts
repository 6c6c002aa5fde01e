import { describe, expect, it } from "vitest";
import { parseManifest } from "../../parse-manifest.ts";

const HEAD = '[tool]\nname = "a"\ndescription = "x"\n[output]\nformat = "json"\n';
const ARGS = '[args.title]\ntype = "string"\n[args.body]\ntype = "string"\n';

function readFieldMap(map: string): unknown {
  const text = `${HEAD}${ARGS}[mcp]\nserver = "github"\ntool = "issues.create"\n${map}`;
  const { tools, issues } = parseManifest(text, { file: "a.clad.toml", layer: "user" });
  const backend = tools[0]?.backend;
  return backend?.kind === "mcp" ? backend.fieldMap : issues.map(({ code }) => code);
}

describe("an upstream MCP tool", () => {
  it.each([
    ["", {}],
    ['field_map = { title = "summary" }', { title: "summary" }],
    ['field_map = { title = "body", body = "title" }', { title: "body", body: "title" }],
    ['field_map = { title = "title" }', { title: "title" }],
    ['field_map = { title = "body" }', ["duplicate-field"]],
    ['field_map = { title = "a", body = "a" }', ["duplicate-field"]],
    ['field_map = { titel = "a" }', ["unknown-arg"]],
    ['field_map = { title = "a\\u0000" }', ["bad-name"]],
    ['field_map = { title = "\\u202ea" }', ["bad-name"]],
  ])("%s", (map, expected) => {
    expect(readFieldMap(map)).toEqual(expected);
  });

  it("is named by the author alone", () => {
    const text = `${HEAD}[mcp]\nserver = "github"\ntool = "issues.create"\n`;
    const [tool] = parseManifest(text, { file: "a.clad.toml", layer: "user" }).tools;
    expect(tool?.backend).toEqual({ kind: "mcp", server: "github", tool: "issues.create", fieldMap: {} });
  });
});
