import { mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createRegistry } from "../registry/create-registry.ts";
import { createTempFolder, toolText } from "../registry/tool-files.fixture.ts";
import type { TempFolder } from "../registry/tool-files.fixture.ts";
import { loadConfig } from "./load-config.ts";
import { computeTrust } from "./trust.ts";
import type { Trust } from "./trust.ts";

let temp: TempFolder;
beforeEach(() => {
  temp = createTempFolder();
  temp.write("toolgate.toml", '[permissions]\nallow = ["a"]\nmode = "plan"');
  temp.write("tools/a.toml", toolText("a", 'effect = "read"\nenvironment = ["LANG"]', "git"));
  temp.write("tools/b.toml", toolText("b", "enabled = false", "sh"));
  temp.write("scope/scope.toml", '[scope]\ntargets = ["10.0.0.0/8"]\ndomains = ["*.example.com"]');
});
afterEach(() => temp.remove());

function compute(): Trust {
  const { trust, issues } = computeTrust(temp.path, { env: {} });
  if (trust === null) throw new Error(JSON.stringify(issues));
  return trust;
}

describe("computeTrust", () => {
  it("says what the project would get", () => {
    mkdirSync(path.join(temp.path, "in"));
    temp.write("toolgate.toml", '[permissions]\nallow = ["a"]\nmode = "plan"\n[workspace]\nroots = ["in", "/"]');
    expect(compute().summary).toEqual({
      tools: [
        { name: "a", program: "git", effect: "read", enabled: true, environment: ["LANG"], file: "tools/a.toml" },
        { name: "b", program: "sh", effect: "write", enabled: false, environment: [], file: "tools/b.toml" },
      ],
      allow: ["a"],
      mode: "plan",
      outsideRoots: ["/"],
      scope: { file: "scope/scope.toml", targets: ["10.0.0.0/8", "*.example.com"] },
    });
  });

  it("covers configuration, tools and scope by their relative names", () => {
    expect(compute().files.map((file) => file.path)).toEqual([
      "scope/scope.toml",
      "toolgate.toml",
      "tools/a.toml",
      "tools/b.toml",
    ]);
  });

  it("gives the same hash for the same files, wherever they are", () => {
    const { hash } = compute();
    expect(hash).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(compute().hash).toBe(hash);
    const moved = `${temp.path}-moved`;
    renameSync(temp.path, moved);
    try {
      expect(computeTrust(moved, { env: {} }).trust?.hash).toBe(hash);
    } finally {
      renameSync(moved, temp.path);
    }
  });

  it.each<[string, () => void]>([
    ["one byte of the configuration", () => temp.write("toolgate.toml", '[permissions]\nallow = ["b"]\nmode = "plan"')],
    [
      "one byte of a tool",
      () => temp.write("tools/a.toml", `${toolText("a", 'effect = "read"\nenvironment = ["LANG"]', "git")}#`),
    ],
    ["one byte of the scope", () => temp.write("scope/scope.toml", '[scope]\ntargets = ["10.0.0.0/9"]')],
    ["a new tool", () => temp.write("tools/c.toml", toolText("c"))],
    ["a new tool that is broken", () => temp.write("tools/c.toml", "broken")],
    ["a tool less", () => rmSync(path.join(temp.path, "tools/b.toml"))],
    [
      "a renamed tool file",
      () => renameSync(path.join(temp.path, "tools/b.toml"), path.join(temp.path, "tools/c.toml")),
    ],
    [
      "a moved scope file",
      () => renameSync(path.join(temp.path, "scope/scope.toml"), path.join(temp.path, "scope.toml")),
    ],
    ["a link instead of a tool", () => symlinkSync("/etc/hostname", path.join(temp.path, "tools/c.toml"))],
  ])("changes the hash for %s", (_what, change) => {
    const { hash } = compute();
    change();
    expect(compute().hash).not.toBe(hash);
  });

  it("never reads through a link that leads out", () => {
    const outside = createTempFolder();
    try {
      symlinkSync(outside.write("x.toml", toolText("x")), path.join(temp.path, "tools/x.toml"));
      const { files, summary } = compute();
      expect(files).toContainEqual({ path: "tools/x.toml", sha256: "refused:symlink-outside" });
      expect(summary.tools.map(({ name }) => name)).toEqual(["a", "b"]);
    } finally {
      outside.remove();
    }
  });

  it("reports broken tools without letting them stand in the way", () => {
    temp.write("tools/c.toml", "broken");
    const { trust, issues } = computeTrust(temp.path, { env: {} });
    expect(trust?.summary.tools).toHaveLength(2);
    expect(issues).toMatchObject([{ code: "syntax", file: path.join(temp.path, "tools/c.toml") }]);
  });

  it("gives nothing for a project whose configuration is broken", () => {
    temp.write("toolgate.toml", "broken");
    expect(computeTrust(temp.path, { env: {} })).toMatchObject({ trust: null, issues: [{ code: "syntax" }] });
  });
});

describe("the trust check of a running gateway", () => {
  it("admits a changed project only after it was trusted again", async () => {
    let recorded: string | null = compute().hash;
    const loaded = await loadConfig({
      cwd: temp.path,
      env: { HOME: temp.path },
      trust: () => Promise.resolve(recorded),
    });
    const registry = await createRegistry({
      folders: loaded.config?.toolFolders ?? [],
      trustedFiles: loaded.trustedFiles ?? undefined,
    });
    try {
      temp.write("tools/a.toml", toolText("a", "", "sh"));
      await registry.reload();
      expect(registry.snapshot.tools.get("a")?.backend).toMatchObject({ binary: "git" });
      expect([...registry.snapshot.stale]).toEqual(["a"]);
      recorded = "sha256:of something else";
      await registry.reload();
      expect([...registry.snapshot.stale]).toEqual(["a"]);
      recorded = compute().hash;
      await registry.reload();
      expect(registry.snapshot.tools.get("a")?.backend).toMatchObject({ binary: "sh" });
      expect(registry.snapshot.stale.size).toBe(0);
    } finally {
      await registry.close();
    }
  });

  it("is left out where everything is trusted or nothing is", async () => {
    for (const env of [{ HOME: temp.path }, { HOME: temp.path, TOOLGATE_TRUST: "1" }]) {
      const { trustedFiles } = await loadConfig({ cwd: temp.path, env, trust: () => Promise.resolve(null) });
      expect(trustedFiles).toBeNull();
    }
  });
});
