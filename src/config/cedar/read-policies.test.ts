import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTempFolder } from "../../registry/tool-files.fixture.ts";
import type { TempFolder } from "../../registry/tool-files.fixture.ts";
import { readConfigLayer } from "../file/config-layer.ts";
import type { ConfigLayer } from "../file/config-layer.ts";
import { readPolicies } from "./read-policies.ts";
import type { PolicyFilesResult } from "./read-policies.ts";

let temp: TempFolder;
beforeEach(() => (temp = createTempFolder()));
afterEach(() => temp.remove());

function read(layer: ConfigLayer["layer"] = "project", text = ""): PolicyFilesResult {
  const file = temp.write("in/toolgate.toml", text);
  const { layer: read, issues } = readConfigLayer(layer, file, file);
  if (read === null) throw new Error(JSON.stringify(issues));
  return readPolicies(read, path.join(temp.path, "home"));
}

function names({ files }: PolicyFilesResult): readonly string[] {
  return files.map(({ file }) => path.relative(temp.path, file));
}

describe("readPolicies", () => {
  it("takes every policy of the usual folder, by name, and nothing else", () => {
    for (const name of ["b.cedar", "a.cedar", ".#a.cedar", "a.cedar~", "schema.json", "deep/c.cedar"]) {
      temp.write(`in/policies/${name}`, `// ${name}`);
    }
    const result = read();
    expect(names(result)).toEqual(["in/policies/a.cedar", "in/policies/b.cedar"]);
    expect(result).toMatchObject({ issues: [], files: [{ text: "// a.cedar" }, { text: "// b.cedar" }] });
  });

  it("needs no such folder, and takes no file for it", () => {
    expect(read()).toEqual({ files: [], issues: [] });
    temp.write("in/policies", "x");
    expect(read()).toEqual({ files: [], issues: [] });
  });

  it("takes what is named instead, once, also below the home folder of a person", () => {
    temp.write("in/policies/a.cedar", "");
    temp.write("in/own/b.cedar", "");
    temp.write("home/c.cedar", "");
    expect(names(read("project", '[cedar]\npolicies = ["own", "own/b.cedar", "policies/a.cedar"]'))).toEqual([
      "in/own/b.cedar",
      "in/policies/a.cedar",
    ]);
    expect(names(read("user", '[cedar]\npolicies = ["~/c.cedar"]'))).toEqual(["home/c.cedar"]);
    expect(names(read("user", "[cedar]\npolicies = []"))).toEqual([]);
  });

  it.each<[string, () => void, string]>([
    [
      "a link that leads out",
      () => symlinkSync("/etc/hostname", path.join(temp.path, "in/policies/x.cedar")),
      "outside-workspace",
    ],
    [
      "a link that leads nowhere",
      () => symlinkSync("gone", path.join(temp.path, "in/policies/x.cedar")),
      "broken-link",
    ],
    ["a folder named like one", () => mkdirSync(path.join(temp.path, "in/policies/x.cedar")), "not-a-file"],
    ["one that is too large", () => temp.write("in/policies/x.cedar", " ".repeat(1024 * 1024 + 1)), "too-large"],
    [
      "bytes that are no text",
      () => writeFileSync(path.join(temp.path, "in/policies/x.cedar"), Buffer.from([0x66, 0xff])),
      "invalid-utf8",
    ],
  ])("refuses all for %s", (_what, make, code) => {
    temp.write("in/policies/a.cedar", "");
    make();
    expect(read().issues).toMatchObject([
      { severity: "error", code, file: path.join(temp.path, "in/policies/x.cedar") },
    ]);
  });

  it("refuses a usual folder that is a link out, or nowhere, for a project", () => {
    temp.write("out/a.cedar", "");
    mkdirSync(path.join(temp.path, "in"));
    symlinkSync("../out", path.join(temp.path, "in/policies"));
    expect(read().issues).toMatchObject([{ code: "outside-workspace" }]);
    expect(names(read("user"))).toEqual(["in/policies/a.cedar"]);
    symlinkSync("../gone", path.join(temp.path, "in/other"));
    expect(read("project", '[cedar]\npolicies = ["other"]').issues).toMatchObject([
      { code: "missing-policies", line: 2 },
    ]);
  });

  it("bounds their number and size", () => {
    for (let index = 0; index < 9; index += 1) temp.write(`in/policies/${index}.cedar`, " ".repeat(1024 * 1024));
    expect(read().issues).toMatchObject([{ code: "too-large" }]);
    for (let index = 0; index < 201; index += 1) temp.write(`in/policies/${index}.cedar`, "");
    expect(read()).toMatchObject({ files: [], issues: [{ code: "too-many-policies" }] });
  });
});
