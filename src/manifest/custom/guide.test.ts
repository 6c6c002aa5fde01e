import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseManifest } from "../parse-manifest.ts";
import { CUSTOM_SHAPE } from "./shape.ts";

function page(name: string): string {
  return readFileSync(new URL(`../../../docs/${name}`, import.meta.url), "utf8");
}

describe("the pages about custom tools", () => {
  const examples = [...page("guide/declare-a-custom-tool.md").matchAll(/^```json\n(.*?)^```/gms)].map(
    (found) => found[1],
  );

  it("have examples", () => expect(examples.length).toBeGreaterThan(2));

  it.each(examples)("show tools that load: %.30s", (text = "") => {
    const { tools, issues } = parseManifest(text, { file: "x.json", layer: "user" });
    expect(issues).toEqual([]);
    expect(tools).toHaveLength(1);
  });

  it("list every key, in the order of the format", () => {
    const table = page("reference/custom-tool-keys.md").split("\n## ")[0] ?? "";
    const keys = [...table.matchAll(/^\| `(\w+)` /gm)].map((found) => found[1]);
    expect(keys.toSorted()).toEqual(Object.keys(CUSTOM_SHAPE).sort());
  });
});
