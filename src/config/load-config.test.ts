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
      permissions: {
        mode: "default",
        modeSource: "default",
        rules: [],
        headless: false,
        approvalTimeoutMs: 120_000,
        modes: [],
      },
      policy: [],
      cedar: { files: [], default: "nothing", environment: null },
      approvers: [],
      scope: { file: null, scope: null, required: true },
      server: { host: "127.0.0.1", port: 4815 },
      limits: { maxArgumentBytes: 1_048_576, maxConcurrentCalls: 64, drainMs: 10_000, rules: [], maxDepth: null },
      audit: { durability: "process" },
      packs: { fs: false, fsDeny: [], shell: false, denyPack: "standard" },
      capabilities: { net: null, commands: "any" },
      mcpServers: [],
      home: temp.path,
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
    ["[permissions]\nallow = [1]", "wrong-type", 2, 10, "expects a text or a table, got 1"],
    ["[permissions]\nheadless = 1", "wrong-type", 2, 12, "expects true or false"],
    ["permissions = 1", "wrong-type", 1, 15, "expects a table"],
    ["[server]\nport = 70000", "out-of-range", 2, 8, "at most 65535"],
    ["[server]\nport = 1.5", "wrong-type", 2, 8, "expects a whole number"],
    ["[server]\nport = 9007199254740993", "out-of-range", 2, 8, "at most 65535"],
    ["[registry]\npaths = ['']", "out-of-range", 2, 10, "at least 1 characters"],
    ["[packs]\nfs = 1", "wrong-type", 2, 6, "expects true or false"],
    ["[packs]\nshel = true", "unknown-key", 2, 1, "did you mean `shell`?"],
    ["[capabilities]\nnet = ['https://a.b']", "invalid-value", 2, 8, "expects a host such as"],
    ["[capabilities]\nnet = ['a.b:443']", "invalid-value", 2, 8, "expects a host such as"],
    ["[capabilities]\nnet = ['*']", "invalid-value", 2, 8, "expects a host such as"],
    ["[capabilities]\ncommands = 'argvonly'", "unknown-value", 2, 12, "did you mean `argvOnly`?"],
    ["[sandbox]", "unknown-key", 1, 2, "unknown key `sandbox`"],
    ["[__proto__]\nx = 1", "unknown-key", 1, 2, "unknown key `__proto__`"],
    ["[permissions]\n'a\\u001bb' = 1", "unknown-key", 2, 1, "unknown key"],
    ["[permissions]\ndeny = [\n  'a',\n  'Bash(rm *',\n]", "bad-rule", 4, 3, "does not end with"],
    ["[permissions]\nallow = ['a b']", "bad-rule", 2, 10, "names no tool"],
    ["[permissions]\nallow = ['a()']", "bad-rule", 2, 10, "nothing between"],
    ["[permissions]\nallow = ['a\u202eb']", "bad-rule", 2, 10, "\\u202e"],
    ["[permissions]\nask = [{ tool = 'a', specifier = '' }]", "bad-rule", 2, 34, "nothing between"],
    ["[permissions]\nask = [{ tool = 'a(b)' }]", "bad-rule", 2, 17, "expects the name of a tool"],
    ["[permissions]\nask = [{}]", "wrong-type", 2, 8, "expects a text, which is missing"],
    ["[permissions]\nask = [{ tool = 'a', resaon = 'x' }]", "unknown-key", 2, 22, "did you mean `reason`?"],
    ["[[permissions.rules]]\ntool = 'a'", "unknown-value", 1, 15, "which is missing"],
    ["[[permissions.rules]]\neffect = 'alow'\ntool = 'a'", "unknown-value", 2, 10, "did you mean `allow`?"],
    ["[[permissions.rules]]\neffect = 'deny'\ntool = 'a'\nreason = ' '", "invalid-value", 4, 10, "not blank"],
    ["[[permissions.rules]]\neffect = 'deny'\ntool = 'a'\nid = 'config:user:deny:1'", "invalid-value", 4, 6, "an id"],
    ["[[permissions.rules]]\neffect = 'deny'\ntool = 'a'\nexpires_at = 'soon'", "bad-expiry", 4, 14, 'got "soon"'],
    ["[permissions]\ndeny = [{ tool = 'a', expires_at = '2026-02-30' }]", "bad-expiry", 2, 36, "2026-02-30"],
    ["[permissions]\ndeny = [{ tool = 'a', expires_at = 2027-01-01T10:00:00 }]", "bad-expiry", 2, 36, "its zone"],
    ["[permissions]\ndeny = [{ tool = 'a', id = 'x' }, { tool = 'b', id = 'x' }]", "duplicate-id", 2, 54, ":2:28"],
    ["[permissions]\ndeny = [{ tool = 'a', params = { x = 1 } }]", "wrong-type", 2, 38, "expects a text, got 1"],
    ["[permissions]\nmode = 'bypass'", "unknown-value", 2, 8, "acceptEdits"],
    ["[policy.agents.a]\nmode = 'dontask'", "unknown-value", 2, 8, "did you mean `dontAsk`?"],
    ["[policy]\nprofile = 'codng'", "unknown-profile", 2, 11, "did you mean `coding`?"],
    ["[policy.by_provider.x]\nprofile = 'mine'", "unknown-profile", 2, 11, "there is no profile"],
    ["[policy.profiles]\nfull = []", "reserved-name", 2, 1, "built-in profile"],
    ["[policy]\ndeny = ['group:']", "invalid-value", 2, 9, "group:NAME"],
    ["[policy]\ndeny = ['Bash(rm)']", "invalid-value", 2, 9, "group:NAME"],
    ["[policy.agents.a]\nalow = []", "unknown-key", 2, 1, "did you mean `allow`?"],
    ["[policy.agents.__proto__]\ndeny = ['x']", "invalid-value", 1, 16, "__proto__"],
    ["[policy.agents.'a b']\ndeny = ['x']", "invalid-value", 1, 1, "a name without blanks"],
    ["[cedar]\ndefault = 'allow'", "unknown-value", 2, 11, '"nothing", "deny"'],
    ["[cedar]\npolicies = ['gone']", "missing-policies", 2, 13, "there is no file or folder"],
    ["[cedar]\npolicies = ['..']", "outside-workspace", 2, 13, "inside its folder"],
    ["[[limits.rules]]\nrate = '0/h'", "invalid-value", 2, 8, "such as `150/h`"],
    ["[[limits.rules]]\nrate = '1/w'", "invalid-value", 2, 8, "such as `150/h`"],
    ["[[limits.rules]]\nrate = '1/h'\ndaily = 2", "invalid-value", 1, 1, "exactly one of"],
    ["[[limits.rules]]\nper = ['sesion']\ndaily = 2", "unknown-value", 2, 8, "did you mean `session`?"],
    ["[limits]\nmax_depth = -1", "out-of-range", 2, 13, "at least 0"],
    ["[[approvals.who]]\napprovers = ['role:admn']", "unknown-role", 2, 14, "did you mean `admin`?"],
    ["[[approvals.who]]\napprovers = []", "out-of-range", 2, 13, "at least 1"],
    ["[[approvals.who]]\neffects = ['wirte']\napprovers = ['a']", "unknown-value", 2, 12, "did you mean `write`?"],
    ["[packs]\ndeny_pack = 'none'", "unknown-value", 2, 13, '"extended"'],
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

describe("what decides, of two files", () => {
  it("is united: what is hidden, counted and forbidden, and who may answer", async () => {
    temp.write(
      USER,
      '[policy]\ndeny = ["a"]\n[limits]\nmax_depth = 3\nrules = [{ daily = 5 }]\n[cedar]\ndefault = "deny"',
    );
    temp.write("home/config/policies/u.cedar", "// u");
    temp.write(
      PROJECT,
      '[policy]\nallow = ["b"]\n[limits]\nmax_depth = 5\nrules = [{ daily = 5 }]\n[[approvals.who]]\napprovers = ["x"]',
    );
    temp.write("project/policies/p.cedar", "// p");
    for (const config of [await loadOk(load()), await loadOk(loadTrusted())]) {
      expect(config.policy).toMatchObject([{ source: "user toolgate.toml", deny: ["a"] }, { allow: ["b"] }]);
      expect(config.limits).toMatchObject({
        maxDepth: 3,
        rules: [{ kind: "daily", max: 5 }, {}].slice(0, config.limits.rules.length),
      });
      expect(config.approvers).toMatchObject([{ approvers: ["x"], tools: ["*"], effects: [] }]);
      const isTrusted = config.trust.kind === "trusted";
      expect(config.cedar).toMatchObject({
        default: "deny",
        files: [
          { text: "// u", layer: "user", forbidOnly: false },
          { text: "// p", layer: "project", forbidOnly: !isTrusted },
        ],
      });
    }
  });

  it.each([
    ["off", null, "off"],
    ["off", "standard", "standard"],
    [null, "off", "standard"],
    ["extended", "off", "extended"],
    ["standard", "extended", "extended"],
  ])("is the deny pack that denies more: %s and %s", async (own, theirs, expected) => {
    temp.write(USER, own === null ? "" : `[packs]\ndeny_pack = "${own}"`);
    temp.write(PROJECT, theirs === null ? "" : `[packs]\ndeny_pack = "${theirs}"`);
    expect((await loadOk(loadTrusted())).packs.denyPack).toBe(expected);
    expect((await loadOk(load())).packs.denyPack).toBe(expected);
  });

  it("serves shell.exec only when a person or a trusted project says so", async () => {
    temp.write(PROJECT, "[packs]\nshell = true");
    expect((await loadOk(load())).packs.shell).toBe(false);
    expect((await loadOk(loadTrusted())).packs.shell).toBe(true);
    temp.write(USER, "[packs]\nshell = true");
    temp.write(PROJECT, "[packs]\nshell = false");
    expect((await loadOk(load())).packs.shell).toBe(false);
  });

  it.each<[string, string, string, boolean, string]>([
    ["the person's word on an agent", "autonomous", "", true, "autonomous"],
    ["a project's word on all, where it is stricter", "autonomous", '[permissions]\nmode = "plan"', true, "plan"],
    ["a trusted project's word on the agent", "plan", '[policy.agents.x]\nmode = "default"', true, "default"],
    ["no laxer word of a project that is not trusted", "plan", '[policy.agents.x]\nmode = "default"', false, "plan"],
    ["a stricter one", "default", '[policy.agents.x]\nmode = "dontAsk"', false, "dontAsk"],
    ["its stricter one for all", "default", '[permissions]\nmode = "plan"', false, "plan"],
  ])("gives an agent %s", async (_what, own, project, isTrusted, expected) => {
    temp.write(USER, `[policy.agents.x]\nmode = "${own}"`);
    temp.write(PROJECT, project);
    const { permissions } = await loadOk(isTrusted ? loadTrusted() : load());
    expect(permissions.modes.map(({ agent, mode }) => [agent, mode])).toEqual([["x", expected]]);
  });

  it.each([
    ["plan", "dontAsk", "plan"],
    ["dontAsk", "default", "dontAsk"],
    ["acceptEdits", "default", "default"],
    ["autonomous", "acceptEdits", "acceptEdits"],
    ["default", "autonomous", "default"],
  ])("is the stricter mode of %s and %s of a project that is not trusted", async (own, theirs, expected) => {
    temp.write(USER, `[permissions]\nmode = "${own}"`);
    temp.write(PROJECT, `[permissions]\nmode = "${theirs}"`);
    expect((await loadOk(load())).permissions.mode).toBe(expected);
  });

  it("must not have one id for two rules", async () => {
    temp.write(USER, "[permissions]\ndeny = [{ tool = 'a', id = 'x' }]");
    temp.write(PROJECT, "[[limits.rules]]\nid = 'x'\ndaily = 1");
    const { config, issues } = await load();
    expect(config).toBeNull();
    expect(issues).toMatchObject([{ code: "duplicate-id", file: path.join(temp.path, PROJECT), line: 2, column: 6 }]);
    expect(issues[0]?.message).toContain(`${path.join(temp.path, USER)}:2:28`);
  });

  it("says so when a project switches the deny pack off, which changes nothing", async () => {
    temp.write(PROJECT, '[packs]\ndeny_pack = "off"');
    expect((await loadTrusted()).issues).toMatchObject([
      { severity: "warning", code: "user-only", line: 2, column: 13 },
    ]);
  });

  it("has no policies of a person without a file that names them", async () => {
    temp.write("home/config/policies/u.cedar", "forbid(principal, action, resource);");
    expect((await load()).issues).toMatchObject([{ severity: "error", code: "lone-policies" }]);
  });

  it("counts limits on, whatever is added above them or changed in their number", async () => {
    temp.write(USER, "[[limits.rules]]\ndaily = 5");
    const before = (await loadOk(load())).limits.rules;
    temp.write(USER, "[[limits.rules]]\nconcurrent = 2\n[[limits.rules]]\ndaily = 9\n[[limits.rules]]\ndaily = 7");
    const ids = (await loadOk(load())).limits.rules.map(({ id }) => id);
    expect(ids[1]).toBe(before[0]?.id);
    expect(new Set(ids).size).toBe(3);
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

  it("are of every kind: rules with all that narrows them, what is hidden, limits, approvers and policies", async () => {
    temp.write("project/policies/p.cedar", "forbid(principal, action, resource);");
    temp.write(
      PROJECT,
      [
        '[permissions]\ndeny = ["a(x)", { tool = "b", params = { p = "y*" }, expires_at = 2099-01-01, reason = "r" }]',
        '[policy]\nprofile = "own"\nprofiles = { own = ["a"] }\n[policy.agents.x]\ndeny = ["a"]\nmode = "plan"',
        '[[limits.rules]]\nrate = "1/m"\n[limits]\nmax_depth = 1\n[[approvals.who]]\napprovers = ["alice"]',
        '[cedar]\ndefault = "deny"\nenvironment = "production"\n[packs]\ndeny_pack = "extended"\nshell = false',
      ]
        .join("\n")
        .replace(
          '[[limits.rules]]\nrate = "1/m"\n[limits]\nmax_depth = 1',
          '[limits]\nmax_depth = 1\nrules = [{ rate = "1/m" }]',
        ),
    );
    const trusted = await loadOk(loadTrusted());
    const stored = record(folder());
    temp.write(PROJECT, "");
    rmSync(folder("policies"), { recursive: true });
    temp.write(
      USER,
      "[packs]\nshell = true\ndeny_pack = 'off'\n[cedar]\nenvironment = 'test'\n[limits]\nmax_depth = 9",
    );
    const config = await loadOk(load(stored));
    const source = /^toolgate\.toml(?::\d+)? as it was trusted$/;
    const told = { source: expect.stringMatching(source) as string };
    expect(config.permissions.rules).toMatchObject([
      { effect: "deny", tool: "a", specifier: "x", reason: null, ...told },
      { tool: "b", params: { p: "y*" }, expiresAt: "2099-01-01T00:00:00.000Z", reason: "r", ...told },
    ]);
    expect(config.permissions.modes).toEqual([{ agent: "x", session: null, mode: "plan", ...told }]);
    expect(config.policy).toEqual(trusted.policy.map((policy) => ({ ...policy, ...told })));
    expect(config.limits).toMatchObject({
      maxDepth: 1,
      rules: trusted.limits.rules.map((rule) => ({ ...rule, ...told })),
    });
    expect(config.approvers).toMatchObject([{ approvers: ["alice"], ...told }]);
    expect(config.cedar).toEqual({
      files: trusted.cedar.files.map((file) => ({ ...file, forbidOnly: true })),
      default: "deny",
      environment: "production",
    });
    expect(config.packs).toMatchObject({ denyPack: "extended", shell: false });
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
    expect(config.packs).toMatchObject({ fs: false, fsDeny: [folder("keys")] });
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
