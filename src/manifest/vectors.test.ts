import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseManifest } from "./parse-manifest.ts";

const folder = new URL("../../test/vectors/manifest/", import.meta.url);
const files = readdirSync(folder).filter((file) => file.endsWith(".toml"));

/**
 * Each file says in its first lines what reading it must report: `# expect: CODE@LINE:COLUMN`, or `# expect: ok`; and
 * with `# tools: NAME NAME` what it declares, when that is more than one tool.
 */
describe("manifest vectors", () => {
  it.each(files)("%s", (file) => {
    const text = readFileSync(new URL(file, folder), "utf8");
    const expected = [...text.matchAll(/^# expect: (\S+)$/gm)].map((match) => match[1]).filter((code) => code !== "ok");
    const { tools, issues } = parseManifest(text, { file, layer: "user" });
    expect(issues.map(({ code, line, column }) => `${code}@${line}:${column}`).sort()).toEqual(expected.sort());
    const names = /^# tools: (.+)$/m.exec(text)?.[1]?.split(" ");
    if (names !== undefined) expect(tools.map(({ name }) => name)).toEqual(names);
    else expect(tools).toHaveLength(issues.some(({ severity }) => severity === "error") ? 0 : 1);
    for (const issue of issues) {
      expect(issue.file).toBe(file);
      expect(issue.endColumn).toBeGreaterThanOrEqual(issue.column);
      expect(issue.message).not.toBe("");
    }
  });
});
