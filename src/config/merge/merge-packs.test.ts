import { mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTempFolder } from "../../registry/tool-files.fixture.ts";
import type { TempFolder } from "../../registry/tool-files.fixture.ts";
import { loadConfig } from "../load-config.ts";
import type { Config } from "../config.ts";
import { computeTrust } from "../trust.ts";

let temp: TempFolder;
beforeEach(() => {
  temp = createTempFolder();
  mkdirSync(path.join(temp.path, "project"));
});
afterEach(() => temp.remove());

async function load(user: string, project: string, isTrusted: boolean): Promise<Config["packs"]> {
  temp.write("home/config/toolgate.toml", user);
  temp.write("project/toolgate.toml", project);
  const env = { TOOLGATE_HOME: path.join(temp.path, "home"), ...(isTrusted ? { TOOLGATE_TRUST: "1" } : {}) };
  const cwd = path.join(temp.path, "project");
  const { config, issues } = await loadConfig({ cwd, env, trust: () => Promise.resolve(null) });
  if (config === null) throw new Error(JSON.stringify(issues));
  return config.packs;
}

const [ON, OFF, SILENT] = ["[packs]\nfs = true", "[packs]\nfs = false", ""];

describe("the fs pack", () => {
  it.each([
    [SILENT, SILENT, true, false],
    [ON, SILENT, false, true],
    [ON, OFF, true, false],
    [ON, OFF, false, false],
    [OFF, ON, false, false],
    [OFF, ON, true, true],
    [SILENT, ON, false, false],
    [SILENT, ON, true, true],
  ])("with the person's %j and the project's %j, trusted: %s, is on: %s", async (user, project, isTrusted, isOn) => {
    expect((await load(user, project, isTrusted)).fs).toBe(isOn);
  });

  it("is something that trusting a project grants", () => {
    temp.write("project/toolgate.toml", `${ON}\nfs_deny = ["x"]`);
    const { trust } = computeTrust(path.join(temp.path, "project"), { env: {} });
    expect(trust?.summary.settings).toEqual([{ key: "packs.fs", value: true }]);
  });

  it("keeps what any file denies, names as they are and paths from the file's folder, links followed too", async () => {
    temp.write("project/real/x", "");
    symlinkSync("real", path.join(temp.path, "project/link"));
    const { fsDeny } = await load(
      '[packs]\nfs_deny = ["*.pem", "/etc/x"]',
      '[packs]\nfs_deny = ["./link", "no/such", "*.pem", "."]',
      false,
    );
    const inProject = (name: string): string => path.join(temp.path, "project", name);
    expect(fsDeny).toEqual([
      "*.pem",
      "/etc/x",
      inProject("link"),
      inProject("real"),
      inProject("no/such"),
      path.join(temp.path, "project"),
    ]);
  });
});
