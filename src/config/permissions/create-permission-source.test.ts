import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { toFileIssue } from "../../registry/list-tool-files.ts";
import { createTempFolder } from "../../registry/tool-files.fixture.ts";
import type { TempFolder } from "../../registry/tool-files.fixture.ts";
import type { Environment } from "../folders.ts";
import { loadConfig } from "../load-config.ts";
import type { LoadConfigOptions } from "../load-config.ts";
import { computeTrust } from "../trust.ts";
import type { PermissionCheck, PermissionSource } from "./create-permission-source.ts";

const PROJECT = "project/toolgate.toml";
const USER = "home/config/toolgate.toml";
const WAIT = { timeout: 10_000 };

let temp: TempFolder;
let recorded: string | null;
let source: PermissionSource | null;
beforeEach(() => {
  temp = createTempFolder();
  mkdirSync(path.join(temp.path, "project"));
  mkdirSync(path.join(temp.path, "home/config"), { recursive: true });
  recorded = null;
  source = null;
});
afterEach(async () => {
  await source?.close();
  temp.remove();
});

async function start(env: Environment = {}, more: Partial<LoadConfigOptions> = {}): Promise<PermissionSource> {
  const { permissions, config, issues } = await loadConfig({
    cwd: path.join(temp.path, "project"),
    env: { TOOLGATE_HOME: path.join(temp.path, "home"), ...env },
    trust: () => Promise.resolve(recorded),
    ...more,
  });
  if (permissions === null || config === null) throw new Error(JSON.stringify(issues));
  source = permissions;
  expect(config).toMatchObject(permissions.current);
  return permissions;
}

function record(): void {
  recorded = computeTrust(path.join(temp.path, "project"), { env: {} }).trust?.hash ?? null;
}

function startTrusted(text: string): Promise<PermissionSource> {
  temp.write(PROJECT, text);
  record();
  return start();
}

function rules({ current }: PermissionSource): readonly string[] {
  return current.permissions.rules.map(({ effect, tool }) => `${effect} ${tool}`);
}

function codes({ issues }: PermissionSource): readonly string[] {
  return issues.map(({ code }) => code);
}

describe("a person's own file", () => {
  it("counts as it stands, after every edit", async () => {
    temp.write(USER, '[permissions]\nallow = ["a"]');
    const permissions = await start();
    await permissions.reload();
    expect(permissions.revision).toBe(0);
    temp.write(USER, '[permissions]\nallow = ["b"]\nmode = "plan"\n[limits]\nmax_depth = 2\n[policy]\ndeny = ["c"]');
    await permissions.reload();
    expect(rules(permissions)).toEqual(["allow b"]);
    expect(permissions.current).toMatchObject({
      permissions: { mode: "plan", modeSource: "user toolgate.toml" },
      limits: { maxDepth: 2 },
      policy: [{ source: "user toolgate.toml:6", deny: ["c"] }],
    });
    expect(permissions).toMatchObject({ revision: 1, issues: [] });
  });

  it("counts when it comes later", async () => {
    const permissions = await start();
    temp.write(USER, '[permissions]\ndeny = ["a"]');
    await permissions.reload();
    expect(rules(permissions)).toEqual(["deny a"]);
  });

  it.each<[string, string | Uint8Array, string, number, number]>([
    ["cut by a crash", '[permissions]\ndeny = ["b"', "syntax", 2, 12],
    ["a rule that is none", '[permissions]\ndeny = [\n  "b",\n  "c(",\n]', "bad-rule", 4, 3],
    ["an unknown mode", '[permissions]\nmode = "bypass"', "unknown-value", 2, 8],
    ["an unknown profile", '[policy]\nprofile = "all"', "unknown-profile", 2, 11],
    ["one id twice", "[permissions]\ndeny = [{tool='a',id='x'},{tool='b',id='x'}]", "duplicate-id", 2, 40],
    ["not UTF-8", Buffer.from('[permissions]\ndeny = ["\xff"]', "latin1"), "invalid-utf8", 2, 10],
    [
      "an example that the rule does not match",
      "[permissions]\ndeny = [{tool='shell.exec',specifier='rm *',match=['mv a']}]",
      "bad-example",
      2,
      51,
    ],
    ["cut to nothing", "", "emptied", 1, 1],
    ["a policy file that is not there", "[cedar]\npolicies = ['x.cedar']", "missing-policies", 2, 13],
  ])("keeps what held while it is broken: %s", async (_what, text, code, line, column) => {
    temp.write(USER, '[permissions]\ndeny = ["a"]');
    const permissions = await start();
    writeFileSync(path.join(temp.path, USER), text);
    await permissions.reload();
    expect(rules(permissions)).toEqual(["deny a"]);
    expect(permissions.issues).toMatchObject([
      { severity: "error", code, line, column, file: path.join(temp.path, USER) },
    ]);
    temp.write(USER, '[permissions]\ndeny = ["b"]');
    await permissions.reload();
    expect(rules(permissions)).toEqual(["deny b"]);
    expect(permissions.issues).toEqual([]);
  });

  it("keeps a policy that was cut to nothing", async () => {
    temp.write(USER, "");
    temp.write("home/config/policies/a.cedar", "forbid(principal, action, resource);");
    const permissions = await start();
    temp.write("home/config/policies/a.cedar", "");
    await permissions.reload();
    expect(permissions.current.cedar.files).toMatchObject([{ text: "forbid(principal, action, resource);" }]);
    expect(permissions.issues).toMatchObject([{ code: "emptied", severity: "error" }]);
    rmSync(path.join(temp.path, "home/config/policies/a.cedar"));
    await permissions.reload();
    expect(permissions.current.cedar.files).toEqual([]);
  });

  it("does not lose its denials with the file", async () => {
    temp.write(USER, '[permissions]\ndeny = ["a"]');
    const permissions = await start();
    rmSync(path.join(temp.path, USER));
    await permissions.reload();
    expect(rules(permissions)).toEqual(["deny a"]);
    expect(codes(permissions)).toEqual(["unreadable"]);
  });

  it("says which of its keys wait for a restart", async () => {
    const permissions = await start();
    temp.write(USER, '[server]\nport = 1\n[permissions]\ndeny = ["a"]\n[packs]\nfs = true\ndeny_pack = "extended"');
    await permissions.reload();
    expect(rules(permissions)).toEqual(["deny a"]);
    expect(permissions.current.packs.denyPack).toBe("extended");
    expect(permissions.issues).toMatchObject([{ severity: "warning", code: "needs-restart" }]);
    expect(permissions.issues[0]?.message).toContain("packs.fs, server.port");
  });

  it("must not take an id that the project has", async () => {
    const permissions = await startTrusted("[permissions]\ndeny = [{ tool = 'a', id = 'x' }]");
    temp.write(USER, "[permissions]\nallow = [{ tool = 'b', id = 'x' }]");
    await permissions.reload();
    expect(rules(permissions)).toEqual(["deny a"]);
    expect(codes(permissions)).toEqual(["duplicate-id"]);
    expect(permissions.issues[0]?.message).toContain(`${path.join(temp.path, PROJECT)}:2:`);
  });

  it("leaves the word of the command line", async () => {
    const permissions = await start({}, { overrides: { mode: "default" } });
    temp.write(USER, '[permissions]\nmode = "autonomous"\n[policy.agents.x]\nmode = "autonomous"');
    await permissions.reload();
    expect(permissions.current.permissions).toMatchObject({ mode: "default", modeSource: "command line", modes: [] });
  });
});

describe("a project that is trusted", () => {
  it("restricts at once by an edit that nobody accepted, and grants nothing by it", async () => {
    const permissions = await startTrusted('[permissions]\nallow = ["a"]\ndeny = ["b"]');
    temp.write(
      PROJECT,
      [
        '[permissions]\nallow = ["a", "c"]\nask = ["d"]\nmode = "autonomous"\napproval_timeout_seconds = 9',
        '[policy]\nallow = ["a"]\n[policy.agents.x]\nmode = "autonomous"',
        '[[limits.rules]]\nrate = "1/m"\n[[approvals.who]]\napprovers = ["alice"]',
        '[cedar]\ndefault = "deny"\nenvironment = "test"\n[packs]\ndeny_pack = "extended"',
      ].join("\n"),
    );
    temp.write("project/policies/p.cedar", "permit(principal, action, resource);");
    await permissions.reload();
    expect(rules(permissions)).toEqual(["deny b", "allow a", "ask d"]);
    expect(permissions.current).toMatchObject({
      permissions: { mode: "default", approvalTimeoutMs: 120_000, modes: [{ agent: "x", mode: "default" }] },
      policy: [{ source: "toolgate.toml:6", allow: ["a"] }],
      limits: { rules: [{ max: 1, windowMs: 60_000 }] },
      approvers: [{ approvers: ["alice"] }],
      cedar: { default: "deny", environment: null, files: [{ layer: "project", forbidOnly: true }] },
      packs: { denyPack: "extended" },
    });
    expect(codes(permissions)).toEqual(["rules-changed-since-trust"]);
  });

  it("keeps restricting as it was accepted, whatever an edit takes out", async () => {
    const strict = '[permissions]\ndeny = ["b(x)"]\nmode = "plan"\n[policy]\ndeny = ["c"]\n[limits]\nmax_depth = 1';
    temp.write("project/policies/p.cedar", "forbid(principal, action, resource);");
    const permissions = await startTrusted(strict);
    const before = permissions.current;
    temp.write(PROJECT, '[permissions]\nmode = "autonomous"');
    rmSync(path.join(temp.path, "project/policies"), { recursive: true });
    await permissions.reload();
    expect(permissions.current).toEqual(before);
    expect(codes(permissions)).toEqual(["rules-changed-since-trust"]);
  });

  it("counts as it is once the edit was accepted", async () => {
    const permissions = await startTrusted('[permissions]\ndeny = ["b"]');
    temp.write(PROJECT, '[permissions]\nallow = ["c"]\nmode = "autonomous"');
    await permissions.reload();
    record();
    await permissions.reload();
    expect(rules(permissions)).toEqual(["allow c"]);
    expect(permissions.current.permissions.mode).toBe("autonomous");
    expect(permissions.issues).toEqual([]);
  });

  it("grants what was accepted only once its tools are loaded, and keeps what that denies even if it is edited again", async () => {
    const permissions = await startTrusted('[permissions]\nallow = ["a"]');
    temp.write(PROJECT, '[permissions]\nallow = ["b"]\ndeny = ["c"]');
    record();
    await permissions.restrict();
    expect(rules(permissions)).toEqual(["allow a", "deny c"]);
    temp.write(PROJECT, "");
    await permissions.restrict();
    expect(rules(permissions)).toEqual(["allow a", "deny c"]);
    await permissions.reload();
    expect(rules(permissions)).toEqual(["deny c", "allow b"]);
  });

  it("restricts by what was accepted although its policies are wrong", async () => {
    const permissions = await startTrusted("");
    const check: PermissionCheck = ({ cedar }) =>
      Promise.resolve(cedar.files.length > 0 ? [toFileIssue("f", "bad-policy", "no policy")] : []);
    permissions.watch(() => undefined, check);
    temp.write("project/policies/p.cedar", "forbi");
    temp.write(PROJECT, '[permissions]\nallow = ["b"]\ndeny = ["c"]');
    record();
    await permissions.reload();
    expect(rules(permissions)).toEqual(["deny c"]);
  });

  it("takes no edit that came after the one that was accepted", async () => {
    const permissions = await startTrusted('[permissions]\ndeny = ["b"]');
    temp.write(PROJECT, '[permissions]\nallow = ["c"]');
    record();
    temp.write(PROJECT, '[permissions]\nallow = ["d"]\nask = ["e"]');
    await permissions.reload();
    expect(rules(permissions)).toEqual(["deny b", "ask e"]);
  });

  it("waits as a whole where something changed too that is read at the start", async () => {
    const permissions = await startTrusted('[permissions]\ndeny = ["b"]');
    temp.write(PROJECT, '[permissions]\nallow = ["c"]\nask = ["d"]\n[server]\nport = 1');
    record();
    await permissions.reload();
    expect(rules(permissions)).toEqual(["deny b", "ask d"]);
  });

  it("keeps the last edit that could be read while a later one is broken, also one of a policy", async () => {
    const permissions = await startTrusted('[permissions]\nallow = ["a"]');
    temp.write(PROJECT, '[permissions]\ndeny = ["b"]');
    await permissions.reload();
    temp.write(PROJECT, "[permissions");
    await permissions.reload();
    expect(rules(permissions)).toEqual(["allow a", "deny b"]);
    expect(codes(permissions)).toEqual(["syntax", "rules-changed-since-trust"]);
    temp.write(PROJECT, '[permissions]\nask = ["c"]');
    symlinkSync("/etc/hostname", path.join(temp.path, "project/x.cedar"));
    mkdirSync(path.join(temp.path, "project/policies"));
    renameSync(path.join(temp.path, "project/x.cedar"), path.join(temp.path, "project/policies/x.cedar"));
    await permissions.reload();
    expect(rules(permissions)).toEqual(["allow a", "deny b"]);
    expect(codes(permissions)).toEqual(["outside-workspace", "rules-changed-since-trust"]);
  });

  it("takes nothing more where automation trusted what was there", async () => {
    temp.write(PROJECT, '[permissions]\nallow = ["a"]');
    const permissions = await start({ TOOLGATE_TRUST: "1" });
    temp.write(PROJECT, '[permissions]\nallow = ["b"]\ndeny = ["c"]');
    record();
    await permissions.reload();
    expect(rules(permissions)).toEqual(["allow a", "deny c"]);
  });

  it("keeps what held while trust cannot be looked up", async () => {
    temp.write(PROJECT, '[permissions]\nallow = ["a"]');
    record();
    let isUp = true;
    const trust = (): Promise<string | null> =>
      isUp ? Promise.resolve(recorded) : Promise.reject(new Error("locked"));
    const permissions = await start({}, { trust });
    isUp = false;
    await permissions.reload();
    expect(rules(permissions)).toEqual(["allow a"]);
    expect(codes(permissions)).toEqual(["trust-unknown"]);
  });
});

describe("a project that is not trusted", () => {
  it("only ever restricts, as at the start and as it is now", async () => {
    temp.write(PROJECT, '[permissions]\ndeny = ["a"]\nallow = ["x"]');
    const permissions = await start();
    temp.write(PROJECT, '[permissions]\nask = ["b"]\nallow = ["*"]\nmode = "autonomous"');
    await permissions.reload();
    expect(rules(permissions)).toEqual(["deny a", "ask b"]);
    expect(permissions.current.permissions.mode).toBe("default");
    expect(permissions.issues).toMatchObject([{ code: "allow-everything" }, { code: "rules-changed-since-trust" }]);
  });
});

describe("a check of what files alone do not show", () => {
  const refuse =
    (name: string): PermissionCheck =>
    ({ permissions }) =>
      Promise.resolve(
        permissions.rules.some(({ tool }) => tool === name) ? [toFileIssue("f", "bad-policy", "no such group")] : [],
      );

  it("keeps what held when it finds an error", async () => {
    temp.write(USER, '[permissions]\ndeny = ["a"]');
    const permissions = await start({}, {});
    const told: (readonly string[])[] = [];
    permissions.watch((issues) => told.push(issues.map(({ code }) => code)), refuse("bad"));
    temp.write(USER, '[permissions]\ndeny = ["bad"]');
    await vi.waitFor(() => expect(codes(permissions)).toEqual(["bad-policy"]), WAIT);
    expect(rules(permissions)).toEqual(["deny a"]);
    expect(told.at(-1)).toEqual(["bad-policy"]);
  });

  it("does not let what is wrong in a project hold up a person's own change, nor the other way round", async () => {
    const permissions = await startTrusted('[permissions]\nallow = ["p"]');
    permissions.watch(() => undefined, refuse("bad"));
    temp.write(PROJECT, '[permissions]\ndeny = ["bad"]');
    temp.write(USER, '[permissions]\ndeny = ["mine"]');
    await permissions.reload();
    expect(rules(permissions)).toEqual(["deny mine", "allow p"]);
    temp.write(PROJECT, '[permissions]\ndeny = ["theirs"]');
    temp.write(USER, '[permissions]\ndeny = ["bad"]');
    await permissions.reload();
    expect(rules(permissions)).toEqual(["deny mine", "allow p", "deny theirs"]);
    expect(codes(permissions)).toContain("bad-policy");
  });
});

describe("files that are followed", () => {
  it("count by themselves: a file that comes later, and policies in a folder that it names then", async () => {
    const permissions = await start();
    permissions.watch(() => undefined);
    temp.write(USER, '[permissions]\ndeny = ["a"]');
    await vi.waitFor(() => expect(rules(permissions)).toEqual(["deny a"]), WAIT);
    temp.write("home/config/mine/a.cedar", "// a");
    temp.write(USER, '[cedar]\npolicies = ["mine"]');
    await vi.waitFor(() => expect(permissions.current.cedar.files).toHaveLength(1), WAIT);
    temp.write("home/config/mine/b.cedar", "// b");
    await vi.waitFor(
      () => expect(permissions.current.cedar.files.map(({ text }) => text)).toEqual(["// a", "// b"]),
      WAIT,
    );
  });

  it("count when they changed between the start and the first look", async () => {
    temp.write(USER, '[permissions]\ndeny = ["a"]');
    const permissions = await start();
    temp.write(USER, '[permissions]\ndeny = ["b"]');
    permissions.watch(() => undefined);
    await vi.waitFor(() => expect(rules(permissions)).toEqual(["deny b"]), WAIT);
  });

  it("count when the link to them is turned", async () => {
    temp.write("mounted/one/toolgate.toml", '[permissions]\ndeny = ["a"]');
    temp.write("mounted/two/toolgate.toml", '[permissions]\ndeny = ["b"]');
    const link = path.join(temp.path, "home/config/data");
    symlinkSync("../../mounted/one", link);
    symlinkSync("data/toolgate.toml", path.join(temp.path, USER));
    const permissions = await start();
    permissions.watch(() => undefined);
    symlinkSync("../../mounted/two", `${link}.new`);
    renameSync(`${link}.new`, link);
    await vi.waitFor(() => expect(rules(permissions)).toEqual(["deny b"]), WAIT);
  });

  it("are left alone when everything is frozen", async () => {
    temp.write(USER, '[registry]\nreload = "frozen"');
    const permissions = await start();
    permissions.watch(() => undefined);
    temp.write(USER, '[permissions]\ndeny = ["b"]');
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(rules(permissions)).toEqual([]);
  });
});
