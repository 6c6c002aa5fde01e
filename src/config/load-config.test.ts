import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTempFolder, toolText } from "../registry/tool-files.fixture.ts";
import type { TempFolder } from "../registry/tool-files.fixture.ts";
import type { Config } from "./config.ts";
import { computeTrust } from "./trust.ts";
import { renderTrustLimits } from "./trust/trust-limits.ts";
import { loadConfig } from "./load-config.ts";
import type { LoadConfigOptions, LoadedConfig } from "./load-config.ts";

let temp: TempFolder;
beforeEach(() => {
  temp = createTempFolder();
  mkdirSync(path.join(temp.path, "project"));
});
afterEach(() => temp.remove());

const PROJECT = "project/toolgate.toml";
const USER = "home/config/toolgate.toml";

function load(more: Partial<LoadConfigOptions> = {}): Promise<LoadedConfig> {
  return loadConfig({
    cwd: path.join(temp.path, "project"),
    env: { TOOLGATE_HOME: path.join(temp.path, "home"), HOME: temp.path },
    trust: () => Promise.resolve(null),
    ...more,
  });
}

function loadTrusted(more: Partial<LoadConfigOptions> = {}): Promise<LoadedConfig> {
  const env = { TOOLGATE_HOME: path.join(temp.path, "home"), HOME: temp.path, TOOLGATE_TRUST: "1" };
  return load({ env, ...more });
}

async function loadOk(loaded: Promise<LoadedConfig>): Promise<Config> {
  const { config, issues } = await loaded;
  if (config === null) throw new Error(JSON.stringify(issues));
  return config;
}

function rules({ permissions }: Config): readonly string[] {
  return permissions.rules.map(({ effect, tool }) => `${effect} ${tool}`);
}

describe("without any file", () => {
  it("works in the current folder with defaults and no trust", async () => {
    const config = await loadOk(load());
    expect(config).toEqual({
      workspace: path.join(temp.path, "project"),
      configFile: null,
      workspaceRoots: [path.join(temp.path, "project")],
      toolFolders: [{ layer: "user", folder: path.join(temp.path, "home/config/tools") }],
      reload: "watch",
      permissions: { mode: "default", modeSource: "default", rules: [], headless: false, approvalTimeoutMs: 120_000 },
      scope: { file: null, scope: null, required: true },
      server: { host: "127.0.0.1", port: 4815 },
      limits: { maxArgumentBytes: 1_048_576, maxConcurrentCalls: 64, drainMs: 10_000 },
      audit: { durability: "process" },
      packs: { fs: false, fsDeny: [] },
      capabilities: { net: null, commands: "any" },
      mcpServers: [],
      dataFolder: path.join(temp.path, "home/data"),
      tenant: "local",
      trust: { kind: "none" },
    } satisfies Config);
  });

  it("does not take a scope from a folder that is no project", async () => {
    temp.write("project/scope/scope.toml", '[scope]\ntargets = ["0.0.0.0/0"]');
    expect((await loadOk(load())).scope).toEqual({ file: null, scope: null, required: true });
  });
});

describe("finding the file", () => {
  it("takes the nearest upward", async () => {
    temp.write(PROJECT, "");
    temp.write("project/inner/toolgate.toml", "");
    const cwd = path.join(temp.path, "project/inner/deep/er");
    mkdirSync(cwd, { recursive: true });
    expect((await loadOk(load({ cwd }))).workspace).toBe(path.join(temp.path, "project/inner"));
  });

  it.each(["other", "other/toolgate.toml", "other/custom.toml"])("takes the given %s", async (given) => {
    temp.write("other/toolgate.toml", "");
    temp.write("other/custom.toml", "");
    const configPath = path.join("..", given);
    expect((await loadOk(load({ configPath }))).workspace).toBe(path.join(temp.path, "other"));
  });

  it("fails when the given file is not there, rather than taking another", async () => {
    temp.write(PROJECT, "");
    const { config, issues } = await load({ configPath: "none.toml" });
    expect(config).toBeNull();
    expect(issues).toMatchObject([{ code: "config-not-found", file: path.join(temp.path, "project/none.toml") }]);
  });

  it.each([undefined, "toolgate.toml"])("never takes the person's own file for a project (%s)", async (configPath) => {
    temp.write(USER, '[permissions]\nallow = ["a"]');
    const config = await loadOk(load({ cwd: path.join(temp.path, "home/config"), configPath }));
    expect(config.trust).toEqual({ kind: "none" });
    expect(config.permissions.rules).toMatchObject([{ layer: "user" }]);
  });

  it.each([PROJECT, USER])("fails on a broken link instead of passing over its deny rules: %s", async (file) => {
    temp.write(`${file}.x`, "");
    symlinkSync("nowhere.toml", path.join(temp.path, file));
    expect((await load()).config).toBeNull();
  });
});

describe("mistakes", () => {
  it.each([
    ["[permisions]", "unknown-key", 1, 2, "did you mean `permissions`?"],
    ['[permissions]\nmode = "defualt"', "unknown-value", 2, 8, "did you mean `default`?"],
    ["[permissions]\nallows = []", "unknown-key", 2, 1, "did you mean `allow`?"],
    ["[permissions]\nallow = [1]", "wrong-type", 2, 10, "expects a text, got 1"],
    ["[permissions]\nheadless = 1", "wrong-type", 2, 12, "expects true or false"],
    ["permissions = 1", "wrong-type", 1, 15, "expects a table"],
    ["[server]\nport = 70000", "out-of-range", 2, 8, "at most 65535"],
    ["[server]\nport = 1.5", "wrong-type", 2, 8, "expects a whole number"],
    ["[server]\nport = 9007199254740993", "out-of-range", 2, 8, "at most 65535"],
    ["[registry]\npaths = ['']", "out-of-range", 2, 10, "at least 1 characters"],
    ["[policy]\nprofile = 'x'", "unknown-key", 1, 2, "unknown key `policy`"],
    ["[packs]\nfs = 1", "wrong-type", 2, 6, "expects true or false"],
    ["[packs]\nshell = true", "unknown-key", 2, 1, "unknown key `shell`"],
    ["[capabilities]\nnet = ['https://a.b']", "invalid-value", 2, 8, "expects a host such as"],
    ["[capabilities]\nnet = ['a.b:443']", "invalid-value", 2, 8, "expects a host such as"],
    ["[capabilities]\nnet = ['*']", "invalid-value", 2, 8, "expects a host such as"],
    ["[capabilities]\ncommands = 'argvonly'", "unknown-value", 2, 12, "did you mean `argvOnly`?"],
    ["[sandbox]", "unknown-key", 1, 2, "unknown key `sandbox`"],
    ["[__proto__]\nx = 1", "unknown-key", 1, 2, "unknown key `__proto__`"],
    ["[permissions]\n'a\\u001bb' = 1", "unknown-key", 2, 1, "unknown key"],
    ["[permissions]\ndeny = [\n  'a',\n  'Bash(rm *)',\n]", "bad-rule", 4, 3, "limits the arguments"],
    ["[permissions]\nallow = ['a b']", "bad-rule", 2, 10, "not the name of a tool"],
    ["[scope]\nfile = 'nope.toml'", "missing-scope-file", 2, 8, "nope.toml"],
    ["[workspace]\nroots = ['gone']", "missing-folder", 2, 10, "gone"],
    ["[storage]\ndata_folder = '.'", "user-only", 2, 1, "cannot be set by a project"],
    ["[registry]\npaths = ['../shared']", "outside-workspace", 2, 10, "leads out"],
    ["a = 1\na = 2", "duplicate-key", 2, 1, "second time"],
  ])("%j is refused with its place", async (text, code, line, column, message) => {
    temp.write(PROJECT, text);
    const { config, issues } = await loadTrusted();
    expect(config).toBeNull();
    expect(issues).toMatchObject([{ severity: "error", code, line, column, file: path.join(temp.path, PROJECT) }]);
    expect(issues[0]?.message).toContain(message);
  });

  it("are all reported at once, of both files", async () => {
    temp.write(PROJECT, "[permissions]\nmode = 1\nx = 2");
    temp.write(USER, "[server]\nport = 'a'");
    const { config, issues } = await load();
    expect(config).toBeNull();
    expect(issues.map(({ code }) => code)).toEqual(["wrong-type", "unknown-value", "unknown-key"]);
  });

  it("warn about an allow rule for everything", async () => {
    temp.write(PROJECT, '[permissions]\nallow = ["*"]');
    const { config, issues } = await loadTrusted();
    expect(config).not.toBeNull();
    expect(issues).toMatchObject([{ severity: "warning", code: "allow-everything", line: 2, column: 10 }]);
  });

  it.each([
    ["a broken one", "[scope"],
    ["one with a bad entry", '[scope]\ntargets = ["10.0.0.0/99"]'],
    ["an unknown key, which may have been an exclusion", '[scope]\nexlude = ["10.0.0.1"]'],
  ])("in a scope file stop everything: %s", async (_what, text) => {
    temp.write(PROJECT, "");
    temp.write("project/scope.toml", text);
    expect((await load()).config).toBeNull();
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
    const config = await loadOk(load());
    expect(rules(config)).toEqual(["deny c", "ask b"]);
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
    const { trust } = await loadOk(load());
    const recorded = "hash" in trust ? trust.hash : "";
    const lookup = (workspace: string): Promise<string | null> =>
      Promise.resolve(workspace === path.join(temp.path, "project") ? recorded : null);
    const config = await loadOk(load({ trust: lookup }));
    expect(config.trust).toEqual({ kind: "trusted", hash: recorded });
    expect(rules(config)).toEqual(["deny c", "ask b", "allow files.*"]);
    expect(config.permissions).toMatchObject({
      mode: "autonomous",
      modeSource: "toolgate.toml",
      approvalTimeoutMs: 1000,
    });
    expect(config.workspaceRoots).toEqual([path.join(temp.path, "project"), temp.path, "/"]);
    expect(config.toolFolders.at(-1)).toMatchObject({ layer: "project", folder: path.dirname(tool) });
    temp.write("project/tools/x.toml", `${toolText("x")} `);
    expect((await loadOk(load({ trust: lookup }))).trust).toMatchObject({ kind: "untrusted", reason: "changed" });
  });

  it("may be stricter than the person: mode and headless", async () => {
    temp.write(PROJECT, '[permissions]\nmode = "plan"\nheadless = true');
    temp.write(USER, '[permissions]\nmode = "autonomous"\nheadless = false');
    const { permissions } = await loadOk(load());
    expect(permissions).toMatchObject({ mode: "plan", modeSource: "toolgate.toml", headless: true });
  });

  it("cannot open targets with its scope, only take some away", async () => {
    temp.write(PROJECT, "");
    temp.write("project/scope.toml", '[scope]\ntargets = ["10.1.0.0/16", "8.8.8.8"]\nexclude = ["10.1.2.3"]');
    expect((await loadOk(load())).scope.scope).toBeNull();
    temp.write(USER, '[scope]\nfile = "own.toml"');
    temp.write("home/config/own.toml", '[scope]\ntargets = ["10.0.0.0/8"]');
    const { scope } = await loadOk(load());
    expect(scope).toMatchObject({
      required: true,
      scope: { networks: ["10.1.0.0/16"], excludedNetworks: ["10.1.2.3"] },
    });
  });

  it("is trusted with whatever is there by TOOLGATE_TRUST=1, and by no other value", async () => {
    temp.write(PROJECT, greedy);
    expect((await loadOk(loadTrusted())).trust.kind).toBe("trusted");
    const env = { TOOLGATE_HOME: path.join(temp.path, "home"), TOOLGATE_TRUST: "true" };
    expect((await loadOk(load({ env }))).trust.kind).toBe("untrusted");
  });
});

describe("layers", () => {
  it("unite the rules, each with its id and place", async () => {
    temp.write(USER, '[permissions]\ndeny = ["a"]\nallow = ["b", "c"]');
    temp.write(PROJECT, '[permissions]\nallow = [\n  "d",\n]');
    const { permissions } = await loadOk(loadTrusted());
    expect(permissions.rules.map(({ id, source, layer }) => [id, source, layer])).toEqual([
      ["config:user:deny:1", "user toolgate.toml:2", "user"],
      ["config:user:allow:1", "user toolgate.toml:3", "user"],
      ["config:user:allow:2", "user toolgate.toml:3", "user"],
      ["config:project:allow:1", "toolgate.toml:3", "project"],
    ]);
  });

  it("let the project win over the person and the command line over both", async () => {
    temp.write(USER, '[permissions]\nmode = "plan"\n[server]\nport = 1\nhost = "::1"');
    expect((await loadOk(load())).permissions).toMatchObject({ mode: "plan", modeSource: "user toolgate.toml" });
    temp.write(PROJECT, '[permissions]\nmode = "autonomous"\n[server]\nport = 2');
    const config = await loadOk(loadTrusted());
    expect(config.permissions.modeSource).toBe("toolgate.toml");
    expect(config.server).toEqual({ host: "::1", port: 2 });
    const overrides = { mode: "default", headless: true, port: 3, host: "127.0.0.9" } as const;
    const overridden = await loadOk(loadTrusted({ overrides }));
    expect(overridden.permissions).toMatchObject({ mode: "default", modeSource: "command line", headless: true });
    expect(overridden.server).toEqual({ host: "127.0.0.9", port: 3 });
  });

  it("keep what the person excluded under the project's scope", async () => {
    temp.write(USER, '[scope]\nfile = "own.toml"');
    temp.write("home/config/own.toml", '[scope]\ntargets = ["10.0.0.0/8"]\nexclude = ["10.9.9.9", "*.bank.example"]');
    temp.write(PROJECT, "");
    temp.write("project/scope/scope.toml", '[[targets]]\ncidr = "192.168.0.0/16"');
    expect((await loadOk(loadTrusted())).scope).toMatchObject({
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
    const config = await loadOk(loadTrusted());
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
    const { config, issues } = await loadTrusted();
    expect(config).toBeNull();
    expect(issues).toMatchObject([{ code: "symlink-outside" }]);
  });

  it("must not lead out: its tool folder", async () => {
    mkdirSync(path.join(temp.path, "outside"));
    temp.write(PROJECT, "");
    symlinkSync(path.join(temp.path, "outside"), path.join(temp.path, "project/tools"));
    expect((await loadTrusted()).issues).toMatchObject([{ code: "outside-workspace" }]);
  });

  it("may stay inside, as mounted configuration does", async () => {
    temp.write("project/..data/toolgate.toml", '[permissions]\ndeny = ["x"]');
    symlinkSync("..data/toolgate.toml", path.join(temp.path, PROJECT));
    const config = await loadOk(load());
    expect(config.workspace).toBe(path.join(temp.path, "project"));
    expect(rules(config)).toEqual(["deny x"]);
  });
});

describe("restrictions of a project that was trusted", () => {
  const STRICT = '[permissions]\ndeny = ["c"]\nask = ["b"]\nallow = ["d"]\nmode = "plan"\nheadless = true';
  const folder = (name = ""): string => path.join(temp.path, "project", name);

  /** Records the folder as it is now; gives what a later run looks up. */
  function record(...folders: readonly string[]): Pick<LoadConfigOptions, "trust" | "trustLimits"> {
    const known = new Map(folders.map((name) => [name, computeTrust(name, { env: {} }).trust]));
    return {
      trust: (name) => Promise.resolve(known.get(name)?.hash ?? null),
      trustLimits: (name) => {
        const limits = known.get(name)?.limits;
        return Promise.resolve(limits === undefined ? null : renderTrustLimits(limits));
      },
    };
  }

  it.each<[string, () => void]>([
    ["its rules are gone", () => temp.write(PROJECT, "")],
    ["it is laxer", () => temp.write(PROJECT, '[permissions]\nmode = "autonomous"\nallow = ["*"]')],
    ["the file is gone", () => rmSync(path.join(temp.path, PROJECT))],
    [
      "another one is above",
      () => {
        rmSync(path.join(temp.path, PROJECT));
        temp.write("toolgate.toml", "");
      },
    ],
  ])("hold after an edit that nobody trusted: %s", async (_what, edit) => {
    temp.write(PROJECT, STRICT);
    const stored = record(folder());
    edit();
    const config = await loadOk(load(stored));
    expect(rules(config)).toEqual(["deny c", "ask b"]);
    expect(config.permissions).toMatchObject({
      mode: "plan",
      modeSource: "toolgate.toml as it was trusted",
      headless: true,
    });
    expect(config.permissions.rules[0]?.source).toBe("toolgate.toml:2 as it was trusted");
  });

  it("hold below it too, in a project that somebody put there", async () => {
    temp.write(PROJECT, STRICT);
    const stored = record(folder());
    temp.write("project/inner/toolgate.toml", "");
    expect(rules(await loadOk(load({ ...stored, cwd: folder("inner") })))).toEqual(["deny c", "ask b"]);
    const both = record(folder(), folder("inner"));
    expect(rules(await loadOk(load({ ...both, cwd: folder("inner") })))).toEqual([]);
    rmSync(folder("inner/toolgate.toml"));
    expect((await loadOk(load({ ...both, cwd: folder("inner") }))).trust.kind).toBe("trusted");
  });

  it("join what the files say now, each rule once", async () => {
    temp.write(PROJECT, STRICT);
    const stored = record(folder());
    temp.write(PROJECT, '[permissions]\ndeny = ["c", "e"]');
    expect(rules(await loadOk(load(stored)))).toEqual(["deny c", "deny e", "ask b"]);
  });

  it("limit targets, and keep refusing them without a scope file", async () => {
    temp.write(USER, "[scope]\nrequired = false");
    temp.write(PROJECT, "[scope]\nrequired = true");
    const refusing = record(folder());
    temp.write(PROJECT, "");
    temp.write("project/scope.toml", '[scope]\ntargets = ["10.0.0.0/8"]');
    expect((await loadOk(load(refusing))).scope).toEqual({ file: null, scope: null, required: true });
    const limiting = record(folder());
    temp.write("project/scope.toml", '[scope]\ntargets = ["0.0.0.0/0"]');
    expect((await loadOk(load(limiting))).scope.scope?.networks).toEqual(["10.0.0.0/8"]);
    rmSync(folder("scope.toml"));
    expect((await loadOk(load(limiting))).scope.scope?.networks).toEqual(["10.0.0.0/8"]);
  });

  it("keep packs off, paths denied and modules under their ceiling", async () => {
    temp.write(USER, "[packs]\nfs = true");
    temp.write(PROJECT, '[packs]\nfs = false\nfs_deny = ["./keys"]\n[capabilities]\nnet = ["a.b"]\ncommands = "none"');
    const stored = record(folder());
    temp.write(PROJECT, "[packs]\nfs = true");
    const config = await loadOk(load(stored));
    expect(config.packs).toEqual({ fs: false, fsDeny: [folder("keys")] });
    expect(config.capabilities).toEqual({ net: ["a.b"], commands: "none" });
  });

  it("that were stored before a key existed say nothing of it", async () => {
    temp.write(PROJECT, "");
    const old = '{"rules":[],"mode":null,"headless":false,"scope":null,"scopeRequired":false}';
    const config = await loadOk(load({ trustLimits: () => Promise.resolve(old) }));
    expect(rules(config)).toEqual([]);
    expect(config.capabilities).toEqual({ net: null, commands: "any" });
  });

  it("deny everything when they cannot be read", async () => {
    temp.write(PROJECT, "");
    const config = await loadOk(load({ trustLimits: () => Promise.resolve("{}") }));
    expect(rules(config)).toContain("deny *");
  });
});
