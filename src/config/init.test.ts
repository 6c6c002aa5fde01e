import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseManifest } from "../manifest/parse-manifest.ts";
import { createRegistry } from "../registry/create-registry.ts";
import { createTempFolder } from "../registry/tool-files.fixture.ts";
import type { TempFolder } from "../registry/tool-files.fixture.ts";
import { initWorkspace } from "./init.ts";
import { loadConfig } from "./load-config.ts";
import type { LoadedConfig } from "./load-config.ts";

const EXAMPLES = path.resolve(import.meta.dirname, "../../examples");

let temp: TempFolder;
beforeEach(() => {
  temp = createTempFolder();
});
afterEach(() => temp.remove());

function load(cwd: string): Promise<LoadedConfig> {
  const env = { TOOLGATE_HOME: path.join(temp.path, "home"), TOOLGATE_TRUST: "1" };
  return loadConfig({ cwd, env, trust: () => Promise.resolve(null) });
}

async function summarize(cwd: string): Promise<readonly unknown[]> {
  const { config, issues } = await load(cwd);
  expect(issues).toEqual([]);
  const registry = await createRegistry({ folders: config?.toolFolders ?? [] });
  await registry.close();
  expect(registry.snapshot.issues).toEqual([]);
  const allowed = new Set(config?.permissions.rules.map(({ tool }) => tool));
  return registry.snapshot.listed.map(({ name, effect }) => [name, effect, allowed.has(name)]);
}

describe("initWorkspace", () => {
  it("makes a workspace that works as it is", async () => {
    const folder = path.join(temp.path, "new/one");
    expect(initWorkspace(folder)).toEqual({
      created: ["toolgate.toml", "tools/repo.log.toml", "tools/files.find.toml", "scope/scope.toml"],
      skipped: [],
    });
    expect(await summarize(folder)).toEqual([
      ["files.find", "read", true],
      ["repo.log", "read", true],
    ]);
  });

  it("leaves what is there alone", () => {
    temp.write("toolgate.toml", "# mine");
    const { created, skipped } = initWorkspace(temp.path);
    expect(skipped).toEqual(["toolgate.toml"]);
    expect(created).toHaveLength(3);
    expect(readFileSync(path.join(temp.path, "toolgate.toml"), "utf8")).toBe("# mine");
    expect(initWorkspace(temp.path).created).toEqual([]);
  });

  it("does not write through links", () => {
    const outside = path.join(temp.path, "outside");
    const folder = path.join(temp.path, "inner");
    mkdirSync(outside);
    mkdirSync(folder);
    symlinkSync(path.join(outside, "planted.toml"), path.join(folder, "toolgate.toml"));
    expect(() => {
      symlinkSync(outside, path.join(folder, "tools"));
      initWorkspace(folder);
    }).toThrow("leads out");
    expect(readdirSync(outside)).toEqual([]);
  });
});

describe("the examples", () => {
  it("hold a starter workspace with one tool that asks", async () => {
    expect(await summarize(path.join(EXAMPLES, "starter"))).toEqual([
      ["files.archive", "write", false],
      ["files.find", "read", true],
      ["repo.log", "read", true],
    ]);
  });

  it.each(["whitelist/ffmpeg.trim.toml", "whitelist/git.toml", "toolclad/whois_lookup.clad.toml"])(
    "load: %s",
    (name) => {
      const file = path.join(EXAMPLES, name);
      expect(existsSync(file)).toBe(true);
      const { tools, issues } = parseManifest(readFileSync(file, "utf8"), { file, layer: "project" });
      expect(tools).toHaveLength(1);
      expect(issues.filter(({ severity }) => severity === "error")).toEqual([]);
    },
  );
});
