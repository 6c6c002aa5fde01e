import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { toolText } from "../registry/tool-files.fixture.ts";
import { createConfigFolder, loadOk, PROJECT, toRuleTexts, USER } from "./config.fixture.ts";
import type { ConfigFolder } from "./config.fixture.ts";
import type { Config } from "./config.ts";

let temp: ConfigFolder;
beforeEach(() => (temp = createConfigFolder()));
afterEach(() => temp.remove());

describe("without any file", () => {
  it("works in the current folder with defaults and no trust", async () => {
    const config = await loadOk(temp.load());
    expect(config).toEqual({
      workspace: path.join(temp.path, "project"),
      configFile: null,
      workspaceRoots: [path.join(temp.path, "project")],
      toolFolders: [{ layer: "user", folder: path.join(temp.path, "home/config/tools") }],
      reload: "watch",
      permissions: {
        mode: "default",
        modeSource: "default",
        rules: [],
        headless: false,
        approvalTimeoutMs: 120_000,
        elicitForm: false,
        modes: [],
      },
      policy: [],
      cedar: { files: [], default: "nothing", environment: null },
      approvers: [],
      scope: { file: null, scope: null, required: true },
      server: {
        host: "127.0.0.1",
        port: 4815,
        pageSize: 1000,
        toolNames: "auto",
        tasks: { afterMs: 2000, ttlMs: 3_600_000 },
        mcp: { mode: "auto", threshold: 40, core: [], groups: {} },
        auth: null,
      },
      limits: { maxArgumentBytes: 1_048_576, maxConcurrentCalls: 64, drainMs: 10_000, rules: [], maxDepth: null },
      audit: { durability: "process" },
      packs: { fs: false, fsDeny: [], shell: false, denyPack: "standard" },
      sandbox: {
        engine: "bubblewrap",
        image: null,
        default: "none",
        defaultForLines: "workspace",
        fallback: "refuse",
        limits: { memoryBytes: null, processes: null, fileBytes: null, cpuSeconds: null },
        tools: [],
      },
      privateAddresses: [],
      secrets: { providers: [{ kind: "store" }, { kind: "env", prefix: "TOOLCLAD_SECRET_" }], bindings: [] },
      output: {
        patternsOff: [],
        patterns: [],
        maxModelChars: 30_000,
        maxTotalBytes: null,
        evidence: {
          folder: path.join(tmpdir(), `toolgate-evidence-${userInfo().uid}`),
          keepDays: 30,
          maxBytes: 1024 * 1024 * 1024,
        },
      },
      capabilities: { net: null, commands: "any" },
      mcpServers: [],
      telemetry: {
        traces: { url: null, headers: [], sample: null, serviceName: null, fromEnvironment: false },
        propagateTo: [],
        programs: false,
        metrics: false,
        metricsMaxTools: 200,
      },
      log: { level: "error" },
      home: temp.path,
      dataFolder: path.join(temp.path, "home/data"),
      tenant: "local",
      trust: { kind: "none" },
    } satisfies Config);
  });

  it("does not take a scope from a folder that is no project", async () => {
    temp.write("project/scope/scope.toml", '[scope]\ntargets = ["0.0.0.0/0"]');
    expect((await loadOk(temp.load())).scope).toEqual({ file: null, scope: null, required: true });
  });
});

describe("finding the file", () => {
  it("takes the nearest upward", async () => {
    temp.write(PROJECT, "");
    temp.write("project/inner/toolgate.toml", "");
    const cwd = path.join(temp.path, "project/inner/deep/er");
    mkdirSync(cwd, { recursive: true });
    expect((await loadOk(temp.load({ cwd }))).workspace).toBe(path.join(temp.path, "project/inner"));
  });

  it.each(["other", "other/toolgate.toml", "other/custom.toml"])("takes the given %s", async (given) => {
    temp.write("other/toolgate.toml", "");
    temp.write("other/custom.toml", "");
    const configPath = path.join("..", given);
    expect((await loadOk(temp.load({ configPath }))).workspace).toBe(path.join(temp.path, "other"));
  });

  it("fails when the given file is not there, rather than taking another", async () => {
    temp.write(PROJECT, "");
    const { config, issues } = await temp.load({ configPath: "none.toml" });
    expect(config).toBeNull();
    expect(issues).toMatchObject([{ code: "config-not-found", file: path.join(temp.path, "project/none.toml") }]);
  });

  it.each([undefined, "toolgate.toml"])("never takes the person's own file for a project (%s)", async (configPath) => {
    temp.write(USER, '[permissions]\nallow = ["a"]');
    const config = await loadOk(temp.load({ cwd: path.join(temp.path, "home/config"), configPath }));
    expect(config.trust).toEqual({ kind: "none" });
    expect(config.permissions.rules).toMatchObject([{ layer: "user" }]);
  });

  it.each([PROJECT, USER])("fails on a broken link instead of passing over its deny rules: %s", async (file) => {
    temp.write(`${file}.x`, "");
    symlinkSync("nowhere.toml", path.join(temp.path, file));
    expect((await temp.load()).config).toBeNull();
  });
});

describe("a project that is not trusted", () => {
  const greedy = [
    "[permissions]",
    'allow = ["files.*"]',
    'ask = ["b"]',
    'deny = ["c"]',
    'mode = "autonomous"',
    "approval_timeout_seconds = 1",
    "[workspace]",
    'roots = [".", "..", "/"]',
    "[server]",
    'host = "0.0.0.0"',
    "[limits]",
    "max_concurrent_calls = 1000",
    "[scope]",
    "required = false",
  ].join("\n");

  it("gets nothing but its restrictions", async () => {
    temp.write(PROJECT, greedy);
    temp.write("project/tools/x.toml", toolText("x"));
    const config = await loadOk(temp.load());
    expect(toRuleTexts(config)).toEqual(["deny c", "ask b"]);
    expect(config.permissions).toMatchObject({ mode: "default", modeSource: "default", approvalTimeoutMs: 120_000 });
    expect(config.workspaceRoots).toEqual([path.join(temp.path, "project")]);
    expect(config.toolFolders.map(({ layer }) => layer)).toEqual(["user"]);
    expect(config.server.host).toBe("127.0.0.1");
    expect(config.limits.maxConcurrentCalls).toBe(64);
    expect(config.scope.required).toBe(true);
    expect(config.trust).toMatchObject({ kind: "untrusted", reason: "never" });
  });

  it("gets all of it once its hash is recorded, and loses it again with one changed byte", async () => {
    temp.write(PROJECT, greedy);
    const tool = temp.write("project/tools/x.toml", toolText("x"));
    const { trust } = await loadOk(temp.load());
    const recorded = "hash" in trust ? trust.hash : "";
    const lookup = (workspace: string): Promise<string | null> =>
      Promise.resolve(workspace === path.join(temp.path, "project") ? recorded : null);
    const config = await loadOk(temp.load({ trust: lookup }));
    expect(config.trust).toEqual({ kind: "trusted", hash: recorded });
    expect(toRuleTexts(config)).toEqual(["deny c", "ask b", "allow files.*"]);
    expect(config.permissions).toMatchObject({
      mode: "autonomous",
      modeSource: "toolgate.toml",
      approvalTimeoutMs: 1000,
    });
    expect(config.workspaceRoots).toEqual([path.join(temp.path, "project"), temp.path, "/"]);
    expect(config.toolFolders.at(-1)).toMatchObject({ layer: "project", folder: path.dirname(tool) });
    temp.write("project/tools/x.toml", `${toolText("x")} `);
    expect((await loadOk(temp.load({ trust: lookup }))).trust).toMatchObject({ kind: "untrusted", reason: "changed" });
  });

  it("may be stricter than the person: mode and headless", async () => {
    temp.write(PROJECT, '[permissions]\nmode = "plan"\nheadless = true');
    temp.write(USER, '[permissions]\nmode = "autonomous"\nheadless = false');
    const { permissions } = await loadOk(temp.load());
    expect(permissions).toMatchObject({ mode: "plan", modeSource: "toolgate.toml", headless: true });
  });

  it("cannot open targets with its scope, only take some away", async () => {
    temp.write(PROJECT, "");
    temp.write("project/scope.toml", '[scope]\ntargets = ["10.1.0.0/16", "8.8.8.8"]\nexclude = ["10.1.2.3"]');
    expect((await loadOk(temp.load())).scope.scope).toBeNull();
    temp.write(USER, '[scope]\nfile = "own.toml"');
    temp.write("home/config/own.toml", '[scope]\ntargets = ["10.0.0.0/8"]');
    const { scope } = await loadOk(temp.load());
    expect(scope).toMatchObject({
      required: true,
      scope: { networks: ["10.1.0.0/16"], excludedNetworks: ["10.1.2.3"] },
    });
  });

  it("is trusted with whatever is there by TOOLGATE_TRUST=1, and by no other value", async () => {
    temp.write(PROJECT, greedy);
    expect((await loadOk(temp.loadTrusted())).trust.kind).toBe("trusted");
    const env = { TOOLGATE_HOME: path.join(temp.path, "home"), TOOLGATE_TRUST: "true" };
    expect((await loadOk(temp.load({ env }))).trust.kind).toBe("untrusted");
  });
});

describe("layers", () => {
  it("unite the rules, each with its id and place", async () => {
    temp.write(USER, '[permissions]\ndeny = ["a"]\nallow = ["b", "c"]');
    temp.write(PROJECT, '[permissions]\nallow = [\n  "d",\n]');
    const { permissions } = await loadOk(temp.loadTrusted());
    expect(permissions.rules.map(({ id, source, layer }) => [id, source, layer])).toEqual([
      ["config:user:deny:1", "user toolgate.toml:2", "user"],
      ["config:user:allow:1", "user toolgate.toml:3", "user"],
      ["config:user:allow:2", "user toolgate.toml:3", "user"],
      ["config:project:allow:1", "toolgate.toml:3", "project"],
    ]);
  });

  it("let the project win over the person and the command line over both", async () => {
    temp.write(USER, '[permissions]\nmode = "plan"\n[server]\nport = 1\nhost = "::1"');
    expect((await loadOk(temp.load())).permissions).toMatchObject({ mode: "plan", modeSource: "user toolgate.toml" });
    temp.write(PROJECT, '[permissions]\nmode = "autonomous"\n[server]\nport = 2');
    const config = await loadOk(temp.loadTrusted());
    expect(config.permissions.modeSource).toBe("toolgate.toml");
    expect(config.server).toMatchObject({ host: "::1", port: 2, auth: null });
    const overrides = { mode: "default", headless: true, port: 3, host: "127.0.0.9" } as const;
    const overridden = await loadOk(temp.loadTrusted({ overrides }));
    expect(overridden.permissions).toMatchObject({ mode: "default", modeSource: "command line", headless: true });
    expect(overridden.server).toMatchObject({ host: "127.0.0.9", port: 3, auth: null });
  });

  it("keep what the person excluded under the project's scope", async () => {
    temp.write(USER, '[scope]\nfile = "own.toml"');
    temp.write("home/config/own.toml", '[scope]\ntargets = ["10.0.0.0/8"]\nexclude = ["10.9.9.9", "*.bank.example"]');
    temp.write(PROJECT, "");
    temp.write("project/scope/scope.toml", '[[targets]]\ncidr = "192.168.0.0/16"');
    expect((await loadOk(temp.loadTrusted())).scope).toMatchObject({
      file: path.join(temp.path, "project/scope/scope.toml"),
      scope: { networks: ["192.168.0.0/16"], excludedNetworks: ["10.9.9.9"], excludedDomains: ["*.bank.example"] },
    });
  });

  it("add the person's folders to the project's, with ~ as the home folder", async () => {
    mkdirSync(path.join(temp.path, "media"));
    mkdirSync(path.join(temp.path, "project/src"));
    temp.write(
      USER,
      '[workspace]\nroots = ["~/media"]\n[registry]\npaths = ["~/media", "tools"]\n[storage]\ndata_folder = "state"',
    );
    temp.write(PROJECT, '[workspace]\nroots = ["src"]');
    const config = await loadOk(temp.loadTrusted());
    expect(config.workspaceRoots).toEqual([path.join(temp.path, "project/src"), path.join(temp.path, "media")]);
    expect(config.toolFolders).toEqual([
      { layer: "user", folder: path.join(temp.path, "home/config/tools") },
      { layer: "user", folder: path.join(temp.path, "media") },
      { layer: "project", folder: path.join(temp.path, "project/tools"), within: path.join(temp.path, "project") },
    ]);
    expect(config.dataFolder).toBe(path.join(temp.path, "home/config/state"));
  });
});

describe("links in a project", () => {
  it.each([
    ["its configuration", PROJECT, ""],
    ["its scope file", "project/scope.toml", '[scope]\ntargets = ["0.0.0.0/0"]'],
  ])("must not lead out: %s", async (_what, file, text) => {
    temp.write(PROJECT, "");
    const target = temp.write("outside.toml", text);
    rmSync(path.join(temp.path, file), { force: true });
    symlinkSync(target, path.join(temp.path, file));
    const { config, issues } = await temp.loadTrusted();
    expect(config).toBeNull();
    expect(issues).toMatchObject([{ code: "symlink-outside" }]);
  });

  it("must not lead out: its tool folder", async () => {
    mkdirSync(path.join(temp.path, "outside"));
    temp.write(PROJECT, "");
    symlinkSync(path.join(temp.path, "outside"), path.join(temp.path, "project/tools"));
    expect((await temp.loadTrusted()).issues).toMatchObject([{ code: "outside-workspace" }]);
  });

  it("may stay inside, as mounted configuration does", async () => {
    temp.write("project/..data/toolgate.toml", '[permissions]\ndeny = ["x"]');
    symlinkSync("..data/toolgate.toml", path.join(temp.path, PROJECT));
    const config = await loadOk(temp.load());
    expect(config.workspace).toBe(path.join(temp.path, "project"));
    expect(toRuleTexts(config)).toEqual(["deny x"]);
  });
});
