import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { definitionHash } from "../../manifest/definition-hash.ts";
import { parseManifest } from "../../manifest/parse-manifest.ts";
import type { Tool } from "../../model/tool.ts";
import { isModuleName } from "../file-kinds.ts";
import { compactTool } from "./compact-tool.ts";

const EXAMPLES = path.resolve(import.meta.dirname, "../../../examples");
const files = readdirSync(EXAMPLES, { recursive: true, encoding: "utf8" })
  .filter((name) => /(?:^|\/)tools\/[^/]+\.(?:toml|json)$/.test(name) && !isModuleName(name))
  .sort();

function parse(file: string): readonly Tool[] {
  return parseManifest(readFileSync(path.join(EXAMPLES, file), "utf8"), { file, layer: "project" }).tools;
}

describe("a tool in little memory", () => {
  it("is looked at for every format", () => expect(files.length).toBeGreaterThan(5));

  it.each(files)("is the same: %s", (file) => {
    for (const tool of parse(file)) {
      const compact = compactTool(tool);
      expect(compact).toEqual(tool);
      expect(definitionHash(compact)).toBe(definitionHash(tool));
    }
  });

  it("keeps what only looks like a member of every object, and odd texts", () => {
    const [tool] = parse(files.find((file) => file.endsWith(".toml")) ?? "");
    const odd = { ...tool, input: JSON.parse('{"kind":"schema","schema":{"__proto__":{"a":1}}}') as Tool["input"] };
    const compact = compactTool({ ...odd, description: "\ud800 \u2028" } as Tool);
    expect(JSON.stringify(compact.input)).toBe('{"kind":"schema","schema":{"__proto__":{"a":1}}}');
    expect(compact.description).toBe("\ud800 \u2028");
  });
});
