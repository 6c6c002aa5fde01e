import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { validateCommandLine } from "../../params/command-line/validate-command-line.ts";
import { parseManifest } from "../parse-manifest.ts";
import { PRESET_NAMES, PRESETS } from "./presets/presets.ts";
import { CREDENTIALED_SHAPE } from "./shape.ts";
import { takeValues } from "./take-values.ts";

function page(name: string): string {
  return readFileSync(new URL(`../../../${name}`, import.meta.url), "utf8");
}

const guide = page("docs/guide/declare-a-credentialed-cli.md");
const reference = page("docs/reference/credentialed-cli-keys.md");

describe("the pages about credentialed programs", () => {
  const blocks = [...guide.matchAll(/^```json\n(.*?)^```/gms)].map((found) => found[1] ?? "");
  const records = blocks.filter((text) => text.includes("binary_name"));
  const calls = blocks.filter((text) => !text.includes("binary_name"));

  it("have examples", () => expect([records.length, calls.length]).toEqual([3, 1]));

  it.each(records)("show records that load once their values are taken: %.40s", (text) => {
    const { tools, issues } = parseManifest(takeValues(text)?.text ?? text, { file: "x.json", layer: "user" });
    expect(issues).toEqual([]);
    expect(tools).toHaveLength(1);
  });

  it.each(calls)("show a call that is taken", (text) => {
    const spec = { binary: "gh", binaryPath: null, denyArgs: PRESETS.gh.denyArgs, denyVerbose: PRESETS.gh.denyVerbose };
    expect(validateCommandLine(spec, JSON.parse(text) as object as Readonly<Record<string, string[]>>).ok).toBe(true);
  });

  it("list every key", () => {
    const table = reference.split("\n## ")[0] ?? "";
    const keys = [...table.matchAll(/^\| `(\w+)` /gm)].map((found) => found[1]);
    expect(keys).toEqual(Object.keys(CREDENTIALED_SHAPE));
  });

  it.each(PRESET_NAMES)("list the preset %s as it is", (name) => {
    const table = reference.split("\n## Presets")[1] ?? "";
    const cells = /^\| `(\w+)` +\|(.*)\|(.*)\|(.*)\|(.*)\|$/gm;
    const row = [...table.matchAll(cells)].find((found) => found[1] === name) ?? [];
    const words = (cell = ""): readonly string[] => [...cell.matchAll(/`([^`]+)`/g)].map((found) => found[1] ?? "");
    const { environment, denyArgs, denyVerbose, timeoutSeconds } = PRESETS[name];
    expect(words(row[2])).toEqual(environment.map((variable) => variable.name));
    expect((row[2] ?? "").includes("[")).toBe(environment.some(({ optional }) => optional));
    expect(/ f( |$)/.test(row[2] ?? "")).toBe(environment.some(({ holds }) => holds === "file"));
    expect([words(row[3]), words(row[4]), Number(row[5])]).toEqual([denyArgs, denyVerbose, timeoutSeconds]);
  });
});

it.each(["gh.json", "kubectl.json"])("the example %s loads", (name) => {
  const { tools, issues } = parseManifest(page(`examples/credentialed/${name}`), { file: name, layer: "user" });
  expect([tools.length, issues]).toEqual([1, []]);
});
