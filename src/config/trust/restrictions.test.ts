import { rmSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createConfigFolder, loadOk, PROJECT, toRuleTexts, USER } from "../config.fixture.ts";
import type { ConfigFolder } from "../config.fixture.ts";
import { computeTrust } from "../trust.ts";
import { renderTrustLimits } from "../trust/trust-limits.ts";
import type { LoadConfigOptions } from "../load-config.ts";

let temp: ConfigFolder;
beforeEach(() => (temp = createConfigFolder()));
afterEach(() => temp.remove());

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
    const config = await loadOk(temp.load(stored));
    expect(toRuleTexts(config)).toEqual(["deny c", "ask b"]);
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
    expect(toRuleTexts(await loadOk(temp.load({ ...stored, cwd: folder("inner") })))).toEqual(["deny c", "ask b"]);
    const both = record(folder(), folder("inner"));
    expect(toRuleTexts(await loadOk(temp.load({ ...both, cwd: folder("inner") })))).toEqual([]);
    rmSync(folder("inner/toolgate.toml"));
    expect((await loadOk(temp.load({ ...both, cwd: folder("inner") }))).trust.kind).toBe("trusted");
  });

  it("join what the files say now, each rule once", async () => {
    temp.write(PROJECT, STRICT);
    const stored = record(folder());
    temp.write(PROJECT, '[permissions]\ndeny = ["c", "e"]');
    expect(toRuleTexts(await loadOk(temp.load(stored)))).toEqual(["deny c", "deny e", "ask b"]);
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
    const trusted = await loadOk(temp.loadTrusted());
    const stored = record(folder());
    temp.write(PROJECT, "");
    rmSync(folder("policies"), { recursive: true });
    temp.write(
      USER,
      "[packs]\nshell = true\ndeny_pack = 'off'\n[cedar]\nenvironment = 'test'\n[limits]\nmax_depth = 9",
    );
    const config = await loadOk(temp.load(stored));
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
    expect((await loadOk(temp.load(refusing))).scope).toEqual({ file: null, scope: null, required: true });
    const limiting = record(folder());
    temp.write("project/scope.toml", '[scope]\ntargets = ["0.0.0.0/0"]');
    expect((await loadOk(temp.load(limiting))).scope.scope?.networks).toEqual(["10.0.0.0/8"]);
    rmSync(folder("scope.toml"));
    expect((await loadOk(temp.load(limiting))).scope.scope?.networks).toEqual(["10.0.0.0/8"]);
  });

  it("keep packs off, paths denied and modules under their ceiling", async () => {
    temp.write(USER, "[packs]\nfs = true");
    temp.write(PROJECT, '[packs]\nfs = false\nfs_deny = ["./keys"]\n[capabilities]\nnet = ["a.b"]\ncommands = "none"');
    const stored = record(folder());
    temp.write(PROJECT, "[packs]\nfs = true");
    const config = await loadOk(temp.load(stored));
    expect(config.packs).toMatchObject({ fs: false, fsDeny: [folder("keys")] });
    expect(config.capabilities).toEqual({ net: ["a.b"], commands: "none" });
  });

  it("that were stored before a key existed say nothing of it", async () => {
    temp.write(PROJECT, "");
    const old = '{"rules":[],"mode":null,"headless":false,"scope":null,"scopeRequired":false}';
    const config = await loadOk(temp.load({ trustLimits: () => Promise.resolve(old) }));
    expect(toRuleTexts(config)).toEqual([]);
    expect(config.capabilities).toEqual({ net: null, commands: "any" });
  });

  it("deny everything when they cannot be read", async () => {
    temp.write(PROJECT, "");
    const config = await loadOk(temp.load({ trustLimits: () => Promise.resolve("{}") }));
    expect(toRuleTexts(config)).toContain("deny *");
  });
});
