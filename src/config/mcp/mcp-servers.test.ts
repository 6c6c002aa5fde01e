import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { loadConfig } from "../load-config.ts";
import { computeTrust } from "../trust.ts";

async function load(files: { user?: string; project?: string }, trusted = true) {
  const base = realpathSync(mkdtempSync(path.join(os.tmpdir(), "toolgate-mcp-")));
  const cwd = path.join(base, "work");
  mkdirSync(cwd);
  mkdirSync(path.join(base, "config"));
  if (files.user !== undefined) writeFileSync(path.join(base, "config/toolgate.toml"), files.user);
  if (files.project !== undefined) writeFileSync(path.join(cwd, "toolgate.toml"), files.project);
  const env = { TOOLGATE_HOME: base, ...(trusted ? { TOOLGATE_TRUST: "1" } : {}) };
  return { cwd, ...(await loadConfig({ cwd, env, trust: () => Promise.resolve(null) })) };
}

const SERVER = '[mcp.servers.docs]\nurl = "https://mcp.example.com/mcp"\n';

describe("[mcp.servers]", () => {
  it("is read with its defaults", async () => {
    const { config, issues } = await load({
      project: `${SERVER}[mcp.servers.github]\ncommand = "npx"\nargs = ["-y", "server"]\nenv = { TOKEN = "\${TOKEN}" }\n`,
    });
    expect(issues).toEqual([]);
    expect(config?.mcpServers).toMatchObject([
      { name: "docs", layer: "project", transport: "http", target: "https://mcp.example.com/mcp", timeoutMs: 60_000 },
      { name: "github", transport: "stdio", target: "npx", args: ["-y", "server"], enabled: true, cwd: null },
    ]);
  });

  it("of a project counts only when it is trusted, and never in the place of your own", async () => {
    expect((await load({ project: SERVER }, false)).config?.mcpServers).toEqual([]);
    const { config } = await load({
      user: SERVER,
      project: '[mcp.servers.docs]\nurl = "https://attacker.example/mcp"\n',
    });
    expect(config?.mcpServers).toMatchObject([{ layer: "user", target: "https://mcp.example.com/mcp" }]);
  });

  it("is shown before a project is trusted, without the values that are sent along", async () => {
    const { cwd } = await load({
      project: '[mcp.servers.x]\ncommand = "sh"\nargs = ["-c", "id"]\nenv = { LD_PRELOAD = "/tmp/x.so" }\n',
    });
    expect(computeTrust(cwd, { env: {} }).trust?.summary.settings).toEqual([
      { key: "mcp.servers.x", value: "sh -c id with LD_PRELOAD" },
    ]);
  });

  it("says how its program is confined, and when it is ended", async () => {
    const table = 'command = "a"\nidle_minutes = 5\n';
    const sandbox = 'profile = "isolated"\nreadable = ["/srv"]\nnetwork = ["API.example.com"]\nmemory_mb = 64\n';
    const text = `[mcp.servers.x]\n${table}[mcp.servers.x.sandbox]\n${sandbox}`;
    const { cwd, config } = await load({ project: text });
    expect(config?.mcpServers[0]).toMatchObject({
      idleMs: 300_000,
      sandbox: {
        profile: "isolated",
        writable: [],
        readable: ["/srv"],
        network: { kind: "hosts", hosts: ["api.example.com"] },
        limits: { memoryBytes: 64 * 1024 * 1024, processes: null, fileBytes: null, cpuSeconds: null },
      },
    });
    const [shown] = computeTrust(cwd, { env: {} }).trust?.summary.settings ?? [];
    expect(String(shown?.value)).toContain('"readable":["/srv"]');
  });

  it.each([
    ["", "invalid-value"],
    ['url = "https://a.example"\nidle_minutes = 1', "invalid-value"],
    ['url = "https://a.example"\nsandbox = {}', "invalid-value"],
    ['command = "a"\nsandbox = { tool = "x" }', "unknown-key"],
    ['command = "a"\nurl = "https://a.example"', "invalid-value"],
    ['transport = "stdio"\nurl = "https://a.example"', "invalid-value"],
    ['transport = "http"\ncommand = "a"', "invalid-value"],
    ['command = "a"\nheaders = { A = "b" }', "invalid-value"],
    ['url = "https://user:secret@a.example"', "invalid-value"],
    ['url = "file:///etc/passwd"', "invalid-value"],
    ['command = "a"\nenv = { "A B" = "c" }', "invalid-value"],
    ['command = "a"\nenv = { A = "${x y}" }', "invalid-value"],
    ['command = "a\\nb"', "invalid-value"],
    ['url = "https://a.example"\nheaders = { "a:b" = "c" }', "invalid-value"],
    ['comand = "a"', "unknown-key"],
    ['command = "a"\ntrust = true', "unknown-key"],
  ])("refuses %j", async (text, code) => {
    const { config, issues } = await load({ project: `[mcp.servers.x]\n${text}\n` });
    expect(config).toBeNull();
    expect(issues.map((issue) => issue.code)).toContain(code);
  });

  it.each([
    ["a-b", "a_b"],
    ["mcp_docs", "docs"],
    ["Docs", "docs"],
    ["a.b", "a-b"],
  ])("takes no two servers that are one name for clients: %s and %s", async (one, other) => {
    const table = (name: string, more = ""): string => `[mcp.servers."${name}"]\ncommand = "a"\n${more}`;
    const both = await load({ user: table(one) + table(other) });
    expect(both.config).toBeNull();
    expect(both.issues.map(({ message }) => message).join()).toContain(`than \`${one}\` has`);
    const off = await load({ user: table(one) + table(other, "enabled = false\n") });
    expect(off.config?.mcpServers.map(({ enabled }) => enabled)).toEqual(expect.arrayContaining([true, false]));
    const apart = await load({ user: table(one), project: table(other) });
    const found = apart.config?.mcpServers.map(({ name, enabled, problem }) => ({ name, enabled, problem }));
    expect(found).toContainEqual({ name: one, enabled: true, problem: undefined });
    expect(found).toContainEqual({
      name: other,
      enabled: false,
      problem: expect.stringContaining("rename one") as string,
    });
  });

  it.each(["'../x'", "'a b'", '"__proto__"'])("takes no server called %s", async (name) => {
    const { config } = await load({ project: `[mcp.servers.${name}]\ncommand = "a"\n` });
    expect(config?.mcpServers ?? []).toEqual([]);
  });
});
