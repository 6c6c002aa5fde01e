import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../model/json.ts";
import { renderIssue } from "../code-frame.ts";
import { parseManifest } from "../parse-manifest.ts";

const folder = new URL("../../../test/vectors/manifest/", import.meta.url);
const sources = readdirSync(folder)
  .filter((file) => /^custom-.*\.json$/.test(file))
  .map((file) => readFileSync(new URL(file, folder), "utf8"));

function parse(tool: JsonValue, stored = false): ReturnType<typeof parseManifest> {
  return parseManifest(JSON.stringify(tool), { file: "x.json", layer: "user", stored });
}

function tool(command: string, extra: Readonly<Record<string, JsonValue>> = {}): JsonValue {
  const parameters = { type: "object", properties: { a: { type: "string" } } };
  return { name: "t", description: "d", parameters, command, ...extra };
}

describe("readCustomTools", () => {
  it("makes a command of one program, and a script of anything else", () => {
    const [one] = parse(tool("echo {{.a}}", { working_dir: "src" })).tools;
    expect(one?.backend).toMatchObject({ kind: "command", binary: "echo", cwd: "src", constants: {} });
    const [many] = parse(tool("sort <in -- {{.a}} 2>&1 | head && date >>log || true; ls")).tools;
    const text = (value: string): JsonValue => ({ kind: "arg", parts: [{ kind: "text", text: value }] });
    const place = { kind: "arg", parts: [{ kind: "param", name: "a" }] };
    expect(many?.backend).toEqual({
      kind: "script",
      cwd: null,
      steps: [
        {
          operator: ";",
          stages: [
            {
              binary: "sort",
              args: [text("--"), place],
              redirects: [
                { stream: "stdin", mode: "read", file: "in" },
                { stream: "stderr", mode: "join", with: "stdout" },
              ],
            },
            { binary: "head", args: [], redirects: [] },
          ],
        },
        {
          operator: "&&",
          stages: [{ binary: "date", args: [], redirects: [{ stream: "stdout", mode: "append", file: "log" }] }],
        },
        { operator: "||", stages: [{ binary: "true", args: [], redirects: [] }] },
        { operator: ";", stages: [{ binary: "ls", args: [], redirects: [] }] },
      ],
    });
  });

  it("reads the output as JSON when a schema says what it must fit", () => {
    const [plain] = parse(tool("echo {{.a}}")).tools;
    expect(plain?.output).toEqual({ shape: "process", parser: "text", schema: null });
    const [checked] = parse(tool("echo {{.a}}", { output_schema: { type: "array" } })).tools;
    expect(checked?.output).toEqual({ shape: "envelope", parser: "json", schema: { type: "array" } });
  });

  it("refuses arguments that are not declared, unless the schema speaks of them itself", () => {
    const input = (parameters: JsonValue): unknown => parse({ name: "t", command: "date", parameters }).tools[0]?.input;
    expect(input({ type: "object" })).toEqual({
      kind: "schema",
      schema: { type: "object", additionalProperties: false },
    });
    expect(input({ type: "object", additionalProperties: true })).toMatchObject({
      schema: { additionalProperties: true },
    });
  });

  it("takes the tool of one agent from the database, and from nowhere else", () => {
    const given = tool("echo {{.a}}", { agent_id: "claude" });
    expect(parse(given).issues.map(({ code }) => code)).toEqual(["agent-in-file"]);
    expect(parse(given, true).tools).toHaveLength(1);
  });

  it("gives every tool of a list its own place", () => {
    const text = '[\n  {"name": "a", "command": "true"},\n  {"name": "b", "command": "true"}\n]';
    const { tools } = parseManifest(text, { file: "x.json", layer: "user" });
    expect(tools.map(({ name, origin }) => [name, origin.line, origin.column])).toEqual([
      ["a", 2, 4],
      ["b", 3, 4],
    ]);
  });

  it("answers any text with tools or with what is wrong, and nothing that acts on a terminal", () => {
    const change = fc.tuple(
      fc.constantFrom(...sources),
      fc.nat(),
      fc.string({ unit: "binary", maxLength: 3 }),
      fc.nat(3),
    );
    fc.assert(
      fc.property(change, ([source, at, put, cut]) => {
        const start = at % source.length;
        const text = source.slice(0, start) + put + source.slice(start + cut);
        const { tools, issues } = parseManifest(text, { file: "x.json", layer: "project" });
        expect(tools.length > 0).toBe(!issues.some(({ severity }) => severity === "error"));
        const shown = issues.map((issue) => renderIssue(issue, text, { color: false })).join("\n");
        expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
      }),
      { numRuns: 1500 },
    );
  });
});
