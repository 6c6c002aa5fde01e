import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../model/json.ts";
import type { Tool } from "../../model/tool.ts";
import { toSchemaPlaces } from "../../params/custom/to-schema-places.ts";
import { checkSchema } from "../../params/json-schema/check-schema.ts";
import { renderArgs } from "../../template/render-args.ts";
import { parseManifest } from "../parse-manifest.ts";

interface Vector {
  readonly file: string;
  /** `CODE@LINE:COLUMN`. */
  readonly issues: readonly string[];
  readonly tools: number;
  readonly calls?: readonly VectorCall[];
}

/** `argv`: one list for each program. `issues`: a pointer for what the schema refuses, `PARAM:CODE` for the rest. */
interface VectorCall {
  readonly args: JsonObject;
  readonly argv?: readonly (readonly string[])[];
  readonly issues?: readonly string[];
}

const folder = new URL("../../../test/vectors/manifest/", import.meta.url);
const vectors = readFileSync(new URL("custom-expected.jsonl", folder), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Vector);

function read(file: string): ReturnType<typeof parseManifest> {
  return parseManifest(readFileSync(new URL(file, folder), "utf8"), { file, layer: "user" });
}

describe("custom tool vectors", () => {
  it("are complete", () => {
    const files = readdirSync(folder).filter((file) => /^custom-.*\.json$/.test(file));
    expect(vectors.map(({ file }) => file).sort()).toEqual(files.sort());
    expect(vectors.length).toBeGreaterThan(60);
  });

  it.each(vectors)("$file", ({ file, issues, tools }) => {
    const result = read(file);
    expect(result.issues.map(({ code, line, column }) => `${code}@${line}:${column}`)).toEqual(issues);
    expect(result.tools).toHaveLength(tools);
    for (const { message, column, endColumn } of result.issues) {
      expect(message).not.toMatch(/\p{Cc}/u);
      expect(endColumn).toBeGreaterThanOrEqual(column);
    }
  });

  const calls = vectors.flatMap(({ file, calls: list = [] }) => list.map((call) => ({ file, ...call })));
  it.each(calls)("$file with $args", ({ file, args, argv, issues = [] }) => {
    const [tool] = read(file).tools;
    const planned = plan(tool, args);
    expect(planned).toEqual({ argv: argv ?? [], issues });
  });
});

function plan(
  tool: Tool | undefined,
  args: JsonObject,
): { readonly argv: readonly (readonly string[])[]; readonly issues: readonly string[] } {
  if (tool?.input.kind !== "schema") throw new Error("no custom tool");
  const refused = checkSchema(tool.input.schema, args).map(({ at }) => at);
  if (refused.length > 0) return { argv: [], issues: refused };
  const places = toSchemaPlaces(tool.input.schema, args);
  const { backend } = tool;
  const stages =
    backend.kind === "command"
      ? [backend]
      : backend.kind === "script"
        ? backend.steps.flatMap((step) => step.stages)
        : [];
  const rendered = stages.map((stage) => ({ binary: stage.binary, ...renderArgs(stage.args, places.texts) }));
  const issues = [...places.issues, ...rendered.flatMap((one) => one.issues)];
  if (issues.length > 0) return { argv: [], issues: issues.map(({ param, code }) => `${param}:${code}`) };
  return { argv: rendered.map(({ binary, argv }) => [binary, ...argv]), issues: [] };
}
