import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createConfigFolder, loadOk, PROJECT, USER } from "../../config.fixture.ts";
import type { ConfigFolder } from "../../config.fixture.ts";

let temp: ConfigFolder;
beforeEach(() => (temp = createConfigFolder()));
afterEach(() => temp.remove());

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
    for (const config of [await loadOk(temp.load()), await loadOk(temp.loadTrusted())]) {
      expect(config.policy).toMatchObject([{ source: "user toolgate.toml:1", deny: ["a"] }, { allow: ["b"] }]);
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
    expect((await loadOk(temp.loadTrusted())).packs.denyPack).toBe(expected);
    expect((await loadOk(temp.load())).packs.denyPack).toBe(expected);
  });

  it("serves shell.exec only when a person or a trusted project says so", async () => {
    temp.write(PROJECT, "[packs]\nshell = true");
    expect((await loadOk(temp.load())).packs.shell).toBe(false);
    expect((await loadOk(temp.loadTrusted())).packs.shell).toBe(true);
    temp.write(USER, "[packs]\nshell = true");
    temp.write(PROJECT, "[packs]\nshell = false");
    expect((await loadOk(temp.load())).packs.shell).toBe(false);
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
    const { permissions } = await loadOk(isTrusted ? temp.loadTrusted() : temp.load());
    expect(permissions.modes.map(({ agent, mode }) => [agent, mode])).toEqual([["x", expected]]);
  });

  it.each([
    [true, null, true, true],
    [null, true, true, false],
    [true, false, false, false],
    [false, true, false, false],
    [null, null, false, false],
  ])("lets forms answer where somebody says so and nobody forbids it: %s and %s", async (own, theirs, trusted, not) => {
    temp.write(USER, own === null ? "" : `[approvals]\nelicit_form = ${own}`);
    temp.write(PROJECT, theirs === null ? "" : `[approvals]\nelicit_form = ${theirs}`);
    expect((await loadOk(temp.loadTrusted())).permissions.elicitForm).toBe(trusted);
    expect((await loadOk(temp.load())).permissions.elicitForm).toBe(theirs === null ? trusted : not);
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
    expect((await loadOk(temp.load())).permissions.mode).toBe(expected);
  });

  it("must not have one id for two rules", async () => {
    temp.write(USER, "[permissions]\ndeny = [{ tool = 'a', id = 'x' }]");
    temp.write(PROJECT, "[[limits.rules]]\nid = 'x'\ndaily = 1");
    const { config, issues } = await temp.load();
    expect(config).toBeNull();
    expect(issues).toMatchObject([{ code: "duplicate-id", file: path.join(temp.path, PROJECT), line: 2, column: 6 }]);
    expect(issues[0]?.message).toContain(`${path.join(temp.path, USER)}:2:28`);
  });

  it("says so when a project switches the deny pack off, which changes nothing", async () => {
    temp.write(PROJECT, '[packs]\ndeny_pack = "off"');
    expect((await temp.loadTrusted()).issues).toMatchObject([
      { severity: "warning", code: "user-only", line: 2, column: 13 },
    ]);
  });

  it("has no policies of a person without a file that names them", async () => {
    temp.write("home/config/policies/u.cedar", "forbid(principal, action, resource);");
    expect((await temp.load()).issues).toMatchObject([{ severity: "error", code: "lone-policies" }]);
  });

  it("counts limits on, whatever is added above them or changed in their number", async () => {
    temp.write(USER, "[[limits.rules]]\ndaily = 5");
    const before = (await loadOk(temp.load())).limits.rules;
    temp.write(USER, "[[limits.rules]]\nconcurrent = 2\n[[limits.rules]]\ndaily = 9\n[[limits.rules]]\ndaily = 7");
    const ids = (await loadOk(temp.load())).limits.rules.map(({ id }) => id);
    expect(ids[1]).toBe(before[0]?.id);
    expect(new Set(ids).size).toBe(3);
  });
});
