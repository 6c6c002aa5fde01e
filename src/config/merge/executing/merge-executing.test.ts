import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Config } from "../../config.ts";
import { createConfigFolder, loadOk, PROJECT, USER } from "../../config.fixture.ts";
import type { ConfigFolder } from "../../config.fixture.ts";
import { computeTrust } from "../../trust.ts";
import { parseTrustLimits, renderTrustLimits } from "../../trust/trust-limits.ts";

let temp: ConfigFolder;
beforeEach(() => (temp = createConfigFolder()));
afterEach(() => temp.remove());

async function load(user: string, project: string, isTrusted: boolean): Promise<Config> {
  temp.write(USER, user);
  temp.write(PROJECT, project);
  return loadOk(isTrusted ? temp.loadTrusted() : temp.load());
}

describe("[sandbox]", () => {
  it.each<[user: string, project: string, isTrusted: boolean, expected: string]>([
    ["", "", true, "workspace"],
    ["none", "", true, "none"],
    ["", "none", true, "none"],
    ["", "none", false, "workspace"],
    ["none", "workspace", false, "workspace"],
    ["read-only", "workspace", true, "read-only"],
    ["workspace", "read-only", true, "read-only"],
    ["workspace", "none", true, "workspace"],
    ["read-only", "isolated", false, "isolated"],
    ["isolated", "read-only", true, "isolated"],
  ])("default_for_lines of %j and %j, trusted: %s, is %s", async (user, project, isTrusted, expected) => {
    const toText = (word: string): string => (word === "" ? "" : `[sandbox]\ndefault_for_lines = "${word}"`);
    expect((await load(toText(user), toText(project), isTrusted)).sandbox.defaultForLines).toBe(expected);
  });

  it.each<[user: string, project: string, isTrusted: boolean, expected: string]>([
    ["", "", true, "refuse"],
    ["none", "", true, "none"],
    ["none", "refuse", false, "refuse"],
    ["refuse", "none", true, "refuse"],
    ["", "none", true, "none"],
    ["", "none", false, "refuse"],
  ])("fallback of %j and %j, trusted: %s, is %s", async (user, project, isTrusted, expected) => {
    const toText = (word: string): string => (word === "" ? "" : `[sandbox]\nfallback = "${word}"`);
    expect((await load(toText(user), toText(project), isTrusted)).sandbox.fallback).toBe(expected);
  });

  it("takes the smaller of two limits, whoever says it", async () => {
    const own = "[sandbox.limits]\nmemory_mb = 512\nprocesses = 10";
    const { sandbox } = await load(own, "[sandbox.limits]\nmemory_mb = 1024\nprocesses = 5\ncpu_seconds = 60", false);
    expect(sandbox.limits).toEqual({
      memoryBytes: 512 * 1024 * 1024,
      processes: 5,
      fileBytes: null,
      cpuSeconds: 60,
    });
  });

  const ROW = '[[sandbox.tools]]\ntool = "a.*"\nprofile = "none"\nwritable = ["/srv"]\nnetwork = ["API.example.com"]';

  it("puts the person's rows behind a trusted project's, so that they win", async () => {
    const { sandbox } = await load('[[sandbox.tools]]\ntool = "a.b"\nnetwork = false\nmemory_mb = 64', ROW, true);
    expect(sandbox.tools).toMatchObject([
      {
        tool: "a.*",
        profile: "none",
        writable: ["/srv"],
        network: { kind: "hosts", hosts: ["api.example.com"] },
        onlyNarrows: false,
        source: "toolgate.toml:1",
      },
      {
        tool: "a.b",
        profile: null,
        network: { kind: "none" },
        limits: { memoryBytes: 64 * 1024 * 1024 },
        source: "user toolgate.toml:1",
      },
    ]);
  });

  it("lets a project that is not trusted only tighten: its rows come last, say so, and name no folders", async () => {
    const { sandbox } = await load('[[sandbox.tools]]\ntool = "a.b"', `[sandbox]\nengine = "docker"\n${ROW}`, false);
    expect(sandbox.engine).toBe("bubblewrap");
    expect(sandbox.tools).toMatchObject([
      { tool: "a.b", onlyNarrows: false },
      { tool: "a.*", onlyNarrows: true, writable: [], readable: [] },
    ]);
  });
});

describe("[network] and [secrets]", () => {
  const GRANTS = [
    '[network]\nprivate = ["10.0.0.0/8"]',
    '[secrets]\nproviders = ["env"]\n[[secrets.bind]]\nsecret = "KEY"\ntools = "a.b"\nhosts = ["api.example.com"]',
  ].join("\n");

  it("grant nothing for a project that is not trusted", async () => {
    const config = await load("", GRANTS, false);
    expect(config.privateAddresses).toEqual([]);
    expect(config.secrets.providers).toEqual([{ kind: "store" }, { kind: "env", prefix: "TOOLCLAD_SECRET_" }]);
    expect(config.secrets.bindings).toEqual([]);
  });

  it("join what the person and a trusted project say; the person's providers are asked first", async () => {
    const own = '[network]\nprivate = ["127.0.0.1"]\n[[secrets.providers]]\nkind = "file"\nfolder = "keys"';
    const config = await load(own, GRANTS, true);
    expect(config.privateAddresses).toEqual(["127.0.0.1", "10.0.0.0/8"]);
    expect(config.secrets).toEqual({
      providers: [
        { kind: "file", folder: path.join(temp.path, "home/config/keys") },
        { kind: "env", prefix: "TOOLCLAD_SECRET_" },
      ],
      bindings: [
        {
          secret: "KEY",
          tools: ["a.b"],
          hosts: ["api.example.com"],
          layer: "project",
          source: "toolgate.toml:5",
        },
      ],
    });
  });

  it("know Vault with its defaults, and everything that can be said of it", async () => {
    const own = [
      '[[secrets.providers]]\nkind = "vault"\nurl = "https://vault.example.com/"\ntoken_env = "VAULT_TOKEN"',
      '[[secrets.providers]]\nkind = "vault"\nurl = "http://127.0.0.1:8200"\ntoken_file = "~/token"\nmount = "kv/team"',
      'path = "toolgate"\nversion = 1\nnamespace = "a/b"\ntimeout_seconds = 9',
    ].join("\n");
    const { secrets } = await load(own, "", true);
    expect(secrets.providers).toEqual([
      {
        kind: "vault",
        url: "https://vault.example.com",
        mount: "secret",
        path: "",
        version: 2,
        namespace: null,
        token: { env: "VAULT_TOKEN" },
        timeoutMs: 5000,
      },
      {
        kind: "vault",
        url: "http://127.0.0.1:8200",
        mount: "kv/team",
        path: "toolgate",
        version: 1,
        namespace: "a/b",
        token: { file: path.join(temp.path, "token") },
        timeoutMs: 9000,
      },
    ]);
  });
});

describe("[output]", () => {
  const own =
    '[output]\nmax_total_mb = 10\nmax_model_chars = 1000\n[[output.patterns]]\nname = "own"\npattern = "own-\\\\d+"';
  const theirs =
    '[output]\nmax_total_mb = 5\nmax_model_chars = 2000\n[output.evidence]\nfolder = "out"\nkeep_days = 1\n[[output.patterns]]\nname = "theirs"\npattern = "x{9}"';

  it("takes patterns and the smaller cap also of a project that is not trusted", async () => {
    const { output } = await load(own, theirs, false);
    expect(output).toMatchObject({
      patterns: [
        { name: "own", pattern: "own-\\d+" },
        { name: "theirs", pattern: "x{9}" },
      ],
      maxTotalBytes: 5 * 1024 * 1024,
      maxModelChars: 1000,
      evidence: { keepDays: 30 },
    });
  });

  it("takes the word of a trusted project for the rest", async () => {
    const { output } = await load(own, theirs, true);
    expect(output.maxModelChars).toBe(2000);
    expect(output.evidence).toMatchObject({ folder: path.join(temp.path, "project/out"), keepDays: 1 });
  });
});

describe("what a trusted project restricted", () => {
  const STRICT = [
    '[sandbox]\ndefault = "isolated"\nfallback = "refuse"\n[sandbox.limits]\nprocesses = 3',
    '[[sandbox.tools]]\ntool = "a"\nnetwork = false\nwritable = ["/srv/data"]\n[output]\nmax_total_mb = 1',
    '[[output.patterns]]\nname = "p"\npattern = "x{9}"',
  ].join("\n");

  it("holds after an edit that nobody trusted", async () => {
    temp.write(PROJECT, STRICT);
    const limits = computeTrust(path.join(temp.path, "project"), { env: {} }).trust?.limits;
    const stored = limits === undefined ? "" : renderTrustLimits(limits);
    expect(parseTrustLimits(stored)).toEqual(limits);
    temp.write(PROJECT, "");
    temp.write(USER, '[sandbox]\nfallback = "none"');
    const config = await loadOk(temp.load({ trustLimits: () => Promise.resolve(stored) }));
    expect(config.sandbox).toMatchObject({
      default: "isolated",
      fallback: "refuse",
      limits: { processes: 3 },
      tools: [
        {
          tool: "a",
          network: { kind: "none" },
          writable: [],
          onlyNarrows: true,
          source: "toolgate.toml:6 as it was trusted",
        },
      ],
    });
    expect(config.output).toMatchObject({ patterns: [{ name: "p" }], maxTotalBytes: 1024 * 1024 });
  });
});

describe("trusting a project", () => {
  it("shows what it says of confinement, addresses, secrets and output, and leaves out what only restricts", () => {
    temp.write(
      PROJECT,
      [
        '[sandbox]\nengine = "podman"\nimage = "debian"\ndefault = "isolated"\ndefault_for_lines = "none"\nfallback = "none"',
        '[[sandbox.tools]]\ntool = "a.b"\nprofile = "none"\nwritable = ["/srv/x y"]\nnetwork = true\nmemory_mb = 99',
        '[network]\nprivate = ["127.0.0.1"]\n[secrets]\nproviders = ["store"]',
        '[[secrets.bind]]\nsecret = "KEY"\ntools = ["a.b", "c.*"]\nhosts = ["x.example"]',
        '[output]\nmax_total_mb = 1\nmax_model_chars = 90000\n[output.evidence]\nfolder = "/srv/out"',
      ].join("\n"),
    );
    const { trust } = computeTrust(path.join(temp.path, "project"), { env: {} });
    expect(trust?.summary.settings).toEqual([
      { key: "sandbox.engine", value: "podman" },
      { key: "sandbox.image", value: "debian" },
      { key: "sandbox.default_for_lines", value: "none" },
      { key: "sandbox.fallback", value: "none" },
      { key: "sandbox.tools.a.b", value: 'profile none; writes "/srv/x y"; all of the network; memory_mb 99' },
      { key: "network.private", value: "127.0.0.1" },
      { key: "secrets.providers.1", value: "store" },
      { key: "secrets.bind.KEY", value: "for a.b, c.*, sent to x.example" },
      { key: "output.max_model_chars", value: 90_000 },
      { key: "output.evidence.folder", value: "/srv/out" },
    ]);
  });
});
