import { mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createRegistry } from "../registry/create-registry.ts";
import { createTempFolder, toolText } from "../registry/tool-files.fixture.ts";
import type { TempFolder } from "../registry/tool-files.fixture.ts";
import { getModuleEvaluator } from "../registry/files/module-evaluator.ts";
import { loadConfig } from "./load-config.ts";
import { computeTrust } from "./trust.ts";
import type { Trust } from "./trust.ts";

const PLAIN = {
  arguments: ["--version"],
  free: null,
  effect: "write",
  humanApproval: false,
  overrides: false,
  enabled: true,
  environment: [],
  reach: [],
  aliasOf: null,
  outside: [],
};

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
        { ...PLAIN, name: "a", program: "git", effect: "read", environment: ["LANG"], file: "tools/a.toml" },
        { ...PLAIN, name: "b", program: "sh", enabled: false, file: "tools/b.toml" },
      ],
      allow: ["a"],
      mode: "plan",
      outsideRoots: ["/"],
      scope: { file: "scope/scope.toml", targets: ["10.0.0.0/8", "*.example.com"] },
      policies: [],
      settings: [],
    });
  });

  it("says everything that a tool could pass, constants and defaults put in", () => {
    temp.write(
      "tools/a.toml",
      [
        'name = "a"\ndescription = "d"\nkind = "command"\nbinary = "curl"\nhuman_approval = true\noverrides = true',
        'args = ["-o", "x{{to}}", ["--fail", "{{to}}"]]',
        '[params.to]\ntype = "path"\nallowed_prefix = "/etc"\noptional = true\ndefault = "/etc/x"',
        '[constraints]\ncwd = "/var"',
      ].join("\n"),
    );
    expect(compute().summary.tools[0]).toMatchObject({
      arguments: ["-o", "x{{to=/etc/x}}", ["--fail", "{{to=/etc/x}}"]],
      humanApproval: true,
      overrides: true,
      outside: ["/var", "/etc"],
    });
  });

  it("says what the caller of a free tool may send", () => {
    const more = 'effect = "read"\nargs_mode = "free"\nallowed_subcommands = ["log"]\nallowed_flags = ["log --stat"]';
    temp.write("tools/a.toml", `name = "a"\ndescription = "d"\nkind = "command"\nbinary = "git"\n${more}\n`);
    expect(compute().summary.tools[0]).toMatchObject({
      arguments: [],
      free: { subcommands: ["log"], flags: ["log --stat"] },
    });
  });

  it.each([
    ['[server]\nhost = "0.0.0.0"\nport = 80', { "server.host": "0.0.0.0", "server.port": 80 }],
    ['[server]\nhost = "127.0.0.1.example.com"', { "server.host": "127.0.0.1.example.com" }],
    ['[server]\nhost = "127.0.0.9"\nport = 4815', {}],
    ["[scope]\nrequired = false", { "scope.required": false }],
    ["[scope]\nrequired = true", {}],
    ["[permissions]\nheadless = true\napproval_timeout_seconds = 9", { "permissions.approval_timeout_seconds": 9 }],
    ["[limits]\nmax_concurrent_calls = 65\nmax_argument_bytes = 1024", { "limits.max_concurrent_calls": 65 }],
    ['[audit]\ndurability = "process"', { "audit.durability": "process" }],
    ['[audit]\ndurability = "fsync"', {}],
    ["[packs]\nshell = true", { "packs.shell": true }],
    ["[packs]\nshell = false", {}],
    ['[policy]\nalso_allow = ["a", "b"]\ndeny = ["c"]', { "policy.also_allow": "a, b" }],
    [
      '[policy.agents.x]\nmode = "plan"\nalso_allow = ["a"]',
      { "policy.agents.x.mode": "plan", "policy.agents.x.also_allow": "a" },
    ],
    ['[cedar]\nenvironment = "test"\ndefault = "deny"', { "cedar.environment": "test" }],
  ])("says which keys loosen something: %j", (text, expected) => {
    temp.write("toolgate.toml", text);
    expect(Object.fromEntries(compute().summary.settings.map(({ key, value }) => [key, value]))).toEqual(expected);
  });

  it("says what rules and policies let run", () => {
    temp.write(
      "toolgate.toml",
      '[permissions]\nallow = ["a", "b(x *)", { tool = "c", params = { p = "y" }, expires_at = 2099-01-01 }]\ndeny = ["d"]',
    );
    temp.write("policies/p.cedar", "permit(principal, action, resource);\nforbid(principal, action, resource);");
    const { files, summary } = compute();
    expect(summary.allow).toEqual(["a", "b(x *)", 'c with p = "y" until 2099-01-01T00:00:00.000Z']);
    expect(summary.policies).toEqual([
      { file: "policies/p.cedar", permits: ["permit(principal, action, resource)"], forbids: 1 },
    ]);
    expect(files.map((file) => file.path)).toContain("policies/p.cedar");
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
    ["a new policy", () => temp.write("policies/p.cedar", "")],
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

  it("admits nothing new where the environment says that everything is trusted", async () => {
    const env = { HOME: temp.path, TOOLGATE_TRUST: "1" };
    const { trustedFiles } = await loadConfig({ cwd: temp.path, env, trust: () => Promise.resolve(compute().hash) });
    const before = await trustedFiles?.();
    expect(before?.files.size).toBe(2);
    temp.write("tools/a.toml", toolText("a", "", "sh"));
    expect(await trustedFiles?.()).toEqual(before);
  });

  it("is left out where nothing is trusted", async () => {
    const env = { HOME: temp.path };
    const { trustedFiles } = await loadConfig({ cwd: temp.path, env, trust: () => Promise.resolve(null) });
    expect(trustedFiles).toBeNull();
  });

  it("lets tools wait that were trusted with another configuration", async () => {
    let recorded: string | null = compute().hash;
    const trust = (): Promise<string | null> => Promise.resolve(recorded);
    const { trustedFiles } = await loadConfig({ cwd: temp.path, env: { HOME: temp.path }, trust });
    const before = await trustedFiles?.();
    expect(before?.issue).toBeNull();
    temp.write("tools/c.toml", toolText("c"));
    temp.write("toolgate.toml", "[server]\nport = 1");
    recorded = compute().hash;
    const after = await trustedFiles?.();
    expect(after?.files).toEqual(before?.files);
    expect(after?.issue).toMatchObject({ code: "config-changed", hint: expect.stringContaining("Restart") as string });
  });

  it("admits tools that were trusted with another scope file, which is followed too", async () => {
    let recorded: string | null = compute().hash;
    const trust = (): Promise<string | null> => Promise.resolve(recorded);
    const { trustedFiles } = await loadConfig({ cwd: temp.path, env: { HOME: temp.path }, trust });
    const file = temp.write("tools/c.toml", toolText("c"));
    temp.write("scope/scope.toml", '[scope]\ntargets = ["10.0.0.0/9"]');
    recorded = compute().hash;
    const content = await trustedFiles?.();
    expect(content?.issue).toBeNull();
    expect(content?.files.has(file)).toBe(true);
  });
});

describe("modules and ToolClad settings", () => {
  const MODULE = [
    'import { defineTool } from "toolgate";',
    'defineTool({ name: "from.module", description: "d", inputSchema: { type: "object" },',
    '  allow: { net: ["api.example.com"] } }, async () => null);',
  ].join("\n");
  const TYPES = '[types.colour]\nbase = "enum"\nallowed = ["red"]';
  const CLAD = [
    '[tool]\nname = "paint"\nversion = "1.0.0"\nbinary = "true"\ndescription = "d"\nrisk_tier = "low"',
    '[args.colour]\nposition = 1\nrequired = true\ntype = "colour"\ndescription = "d"',
    '[command]\ntemplate = "true {colour}"',
    '[output]\nformat = "text"\nenvelope = true\n[output.schema]\ntype = "object"',
  ].join("\n");

  it.each([
    ["a module", "tools/m.ts", MODULE],
    ["the settings beside the tools", "tools/toolclad.toml", TYPES],
    ["the settings above them", "toolclad.toml", TYPES],
  ])("are covered: %s", (_what, name, text) => {
    const { hash } = compute();
    temp.write(name, text);
    const covered = compute();
    expect(covered.files.map((file) => file.path)).toContain(name);
    temp.write(name, `${text}\n`);
    expect(new Set([hash, covered.hash, compute().hash]).size).toBe(3);
  });

  it("leave what is no tool file alone", () => {
    for (const name of ["m.d.ts", "m.test.ts", ".m.ts", "m.json", "scope.toml"]) temp.write(`tools/${name}`, "x");
    expect(compute().files.map((file) => file.path)).toEqual([
      "scope/scope.toml",
      "toolgate.toml",
      "tools/a.toml",
      "tools/b.toml",
    ]);
  });

  it("come from inside the project only", () => {
    const outside = createTempFolder();
    try {
      symlinkSync(outside.write("m.ts", MODULE), path.join(temp.path, "tools/m.ts"));
      symlinkSync(outside.write("toolclad.toml", TYPES), path.join(temp.path, "tools/toolclad.toml"));
      const refused = compute().files.filter(({ sha256 }) => sha256.startsWith("refused:"));
      expect(refused).toEqual([
        { path: "tools/m.ts", sha256: "refused:symlink-outside" },
        { path: "tools/toolclad.toml", sha256: "refused:symlink-outside" },
      ]);
    } finally {
      outside.remove();
    }
  });

  it("are not looked for above the project", () => {
    mkdirSync(path.join(temp.path, "inner"));
    temp.write("toolclad.toml", TYPES);
    temp.write("inner/toolgate.toml", '[registry]\npaths = ["."]');
    const { trust } = computeTrust(path.join(temp.path, "inner"), { env: {} });
    expect(trust?.files.map((file) => file.path)).toEqual(["toolgate.toml"]);
  });

  it("are read for what a person is shown", async () => {
    temp.write("tools/m.ts", MODULE);
    temp.write("toolclad.toml", TYPES);
    temp.write("tools/paint.clad.toml", CLAD);
    const evaluateModule = await getModuleEvaluator();
    const { trust, issues } = computeTrust(temp.path, { env: {}, evaluateModule });
    expect(issues.filter(({ severity }) => severity === "error")).toEqual([]);
    const shown = new Map(trust?.summary.tools.map((tool) => [tool.name, tool]));
    expect(shown.get("paint")).toMatchObject({ program: "true", arguments: ["{{colour}}"] });
    expect(shown.get("from.module")?.reach).toEqual([
      "runs a handler of its module, isolated",
      'sends HTTP requests to "api.example.com"',
    ]);
  });
});
