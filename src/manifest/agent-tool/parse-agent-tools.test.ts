import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readBlocks, readPages } from "../../../test/docs/pages.ts";
import type { JsonValue } from "../../model/json.ts";
import { AGENT_TOOL_LIMITS } from "./limits.ts";
import { parseAgentTools } from "./parse-agent-tools.ts";

const EXEC = {
  name: "terminal.exec",
  description: "Runs a command in the terminal",
  params: { type: "object", properties: { command: { type: "string" } }, required: ["command"] },
  sideEffect: true,
  specifierTemplate: "{command|shell}",
  kind: "agentTool",
};
const LIST = { name: "terminal.list", description: "Lists terminals", kind: "agentTool" };

const options = { reserved: new Set(["fs.read", "list_open_panes"]), trustReadOnly: false, file: "app:1" };

function codesOf(value: JsonValue, changed = {}): readonly string[] {
  const { tools, issues } = parseAgentTools(value, { ...options, ...changed });
  if (issues.some(({ severity }) => severity === "error")) expect(tools).toEqual([]);
  return issues.map(({ code }) => code);
}

describe("parseAgentTools", () => {
  it("makes a tool that the application runs", () => {
    const { tools, issues } = parseAgentTools({ tools: [EXEC] }, options);
    expect(issues).toEqual([]);
    expect(tools).toMatchObject([
      {
        name: "terminal.exec",
        group: "terminal",
        origin: { format: "agent-tool", layer: "session", file: "app:1" },
        input: { kind: "schema", schema: EXEC.params },
        effect: "write",
        overrides: false,
        backend: { kind: "app", declared: "agentTool" },
        limits: { timeoutMs: 30_000 },
        environment: [],
        output: { shape: "value", parser: "json", schema: null },
        specifier: { text: "{command|shell}", parts: [{ kind: "param", name: "command" }] },
      },
    ]);
    expect(tools[0]?.definitionHash).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  it.each([
    ["a tool with a side effect", EXEC, true, "write"],
    ["a tool without one, believed", LIST, true, "read"],
    ["a tool without one, not believed", LIST, false, "write"],
    ["a tool that says false, not believed", { ...LIST, sideEffect: false }, false, "write"],
  ])("%s", (_, tool, trustReadOnly, effect) => {
    expect(parseAgentTools([tool], { ...options, trustReadOnly }).tools[0]?.effect).toBe(effect);
  });

  it("gives a tool without params an empty object to fill", () => {
    expect(parseAgentTools([LIST], options).tools[0]?.input).toEqual({
      kind: "schema",
      schema: { type: "object", properties: {}, additionalProperties: false },
    });
  });

  it.each(["fs.read", "FS.READ", "fs_read", "list-open-panes"])("cannot take the name of a tool: %s", (name) => {
    expect(codesOf([{ ...LIST, name }])).toEqual(["reserved-name"]);
  });

  it("takes all of a message or nothing", () => {
    expect(codesOf([LIST, { ...EXEC, params: { type: "string" } }])).toEqual(["bad-schema"]);
  });

  it("says where without a file to point into", () => {
    const { issues } = parseAgentTools({ tools: [LIST, { ...EXEC, kind: "widget" }] }, options);
    expect(issues).toMatchObject([{ message: "unknown kind `widget` (`tools[1].kind`)", line: 1, column: 1 }]);
  });

  it("bounds how much can be declared", () => {
    const many = Array.from({ length: AGENT_TOOL_LIMITS.maxTools + 1 }, (_, index) => ({
      ...LIST,
      name: `a.${index}`,
    }));
    expect(codesOf(many.slice(1))).toEqual([]);
    expect(codesOf(many)).toEqual(["too-many-entries"]);
    const large = { type: "object", description: "x".repeat(AGENT_TOOL_LIMITS.maxDefinitionBytes) };
    expect(codesOf([{ ...LIST, params: large }])).toEqual(["too-large"]);
    const half = { type: "object", description: "x".repeat(AGENT_TOOL_LIMITS.maxDefinitionBytes / 2) };
    expect(codesOf(many.slice(0, 40).map((tool) => ({ ...tool, params: half })))).toEqual(["too-large"]);
  });

  it("does not fall over what is nested without end", () => {
    let value: JsonValue = {};
    for (let depth = 0; depth < 100_000; depth++) value = [value];
    expect(codesOf([{ ...LIST, params: value }])).toEqual(["too-deep"]);
    expect(codesOf(value)).toEqual(["too-deep"]);
  });

  it("answers any JSON", () => {
    const key = fc.constantFrom("tools", "name", "id", "description", "params", "type", "properties", "agent", "kind", "$ref", "required", "specifierTemplate", "__proto__", "toString", "allOf"); // prettier-ignore
    const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 6 },
        fc.constantFrom<JsonValue>("a.b", "object", "string", "#", "#/properties", "{x}", "{", null, true, 0, -1.5),
        fc.string(),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.array(fc.tuple(key, tie("value")), { maxLength: 5 }).map((entries) => Object.fromEntries(entries)),
      ),
    }));
    fc.assert(
      fc.property(value, (declared) => {
        for (const message of [declared, [declared], { tools: [{ ...EXEC, params: declared }] }]) {
          const { tools, issues } = parseAgentTools(message, options);
          if (issues.some(({ severity }) => severity === "error")) expect(tools).toEqual([]);
          for (const { message: text } of issues) expect(text).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe("the guide about applications", () => {
  const page = readPages().find(({ name }) => name.endsWith("declare-tools-from-an-app.md"));
  const blocks = page === undefined ? [] : readBlocks(page, "json");

  it("shows declarations", () => expect(blocks.length).toBe(2));

  it.each(blocks)("that are taken: line $line", ({ text }) => {
    expect(codesOf(JSON.parse(text) as JsonValue)).toEqual([]);
  });
});
