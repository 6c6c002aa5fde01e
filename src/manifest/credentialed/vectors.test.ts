import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../model/json.ts";
import { validateCommandLine } from "../../params/command-line/validate-command-line.ts";
import { parseManifest } from "../parse-manifest.ts";

interface Vector {
  readonly file: string;
  /** `CODE@LINE:COLUMN`. */
  readonly issues: readonly string[];
  readonly tools: number;
  readonly calls?: readonly VectorCall[];
}

/** `argv`: what follows the program. `issues`: `PARAM:CODE`. */
interface VectorCall {
  readonly args: JsonObject;
  readonly argv?: readonly string[];
  readonly issues?: readonly string[];
}

const folder = new URL("../../../test/vectors/manifest/", import.meta.url);
const vectors = readFileSync(new URL("credentialed-expected.jsonl", folder), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Vector);

function read(file: string): ReturnType<typeof parseManifest> {
  return parseManifest(readFileSync(new URL(file, folder), "utf8"), { file, layer: "user" });
}

describe("vectors of programs with a credential", () => {
  it("are complete", () => {
    const files = readdirSync(folder).filter((file) => /^credentialed-.*\.json$/.test(file));
    expect(vectors.map(({ file }) => file).sort()).toEqual(files.sort());
    expect(vectors.length).toBeGreaterThan(50);
  });

  it.each(vectors)("$file", ({ file, issues, tools }) => {
    const result = read(file);
    expect(result.issues.map(({ code, line, column }) => `${code}@${line}:${column}`)).toEqual(issues);
    expect(result.tools).toHaveLength(tools);
    for (const { origin } of result.tools) expect(origin.format).toBe("credentialed");
    // No message may show a value, whatever shape it was written in.
    expect(JSON.stringify(result.issues)).not.toMatch(/s3cret-value|ghp_/);
    for (const { message, column, endColumn } of result.issues) {
      expect(message).not.toMatch(/\p{Cc}/u);
      expect(endColumn).toBeGreaterThanOrEqual(column);
    }
  });

  const calls = vectors.flatMap(({ file, calls: list = [] }) => list.map((call) => ({ file, ...call })));
  it.each(calls)("$file with $args", ({ file, args, argv, issues }) => {
    const [tool] = read(file).tools;
    if (tool?.input.kind !== "command-line") throw new Error("no program with a credential");
    const result = validateCommandLine(tool.input.commandLine, args);
    if (result.ok) expect(result.args).toEqual(argv);
    else expect(result.issues.map(({ param, code }) => `${param}:${code}`)).toEqual(issues);
  });
});
