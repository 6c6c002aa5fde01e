import { chmodSync, existsSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TestWorkspace } from "../support/workspace.ts";
import { createTestWorkspace, until } from "../support/workspace.ts";
import { CAT, SESSION_CAT, toolText, withoutTrust, writeUser } from "./tools.fixture.ts";

const CLAD_CAT = `[tool]
name = "clad.cat"
version = "1.0.0"
binary = "cat"
description = "Prints a file"
[args.f]
position = 1
required = true
type = "path"
description = "f"
[command]
template = "cat {f}"
[output]
format = "text"
`;
const GIT = (more = ""): string =>
  `name = "git"\ndescription = "d"\nkind = "command"\neffect = "read"\nbinary = "git"\nargs_mode = "free"\nallowed_subcommands = ["blame", "describe", "diff", "grep", "log", "ls-files", "show", "status"]\n${more}`;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

let workspace: TestWorkspace;
let outside: TestWorkspace;

beforeEach(() => {
  workspace = createTestWorkspace();
  outside = createTestWorkspace();
  outside.write("secret", "SECRET\n");
});
afterEach(async () => {
  await workspace.remove();
  await outside.remove();
});

describe("what is checked is what is opened", () => {
  it("for a user's ToolClad tool in a project that moved the root", async () => {
    workspace.write("toolgate.toml", '[workspace]\nroots = ["sub"]\n');
    mkdirSync(path.join(workspace.folder, "sub"));
    symlinkSync(path.join(outside.folder, "secret"), path.join(workspace.folder, "notes"));
    writeUser(workspace, "tools/c.clad.toml", CLAD_CAT);
    writeUser(workspace, "toolgate.toml", '[permissions]\nallow = ["clad.cat"]\n');
    const gateway = await workspace.open({ env: withoutTrust(workspace) });
    expect(JSON.stringify(await gateway.call("clad.cat", { f: "notes" }))).not.toContain("SECRET");
  });
  it("for free mode with a working folder of its own", async () => {
    const other = path.join(outside.folder, "work");
    mkdirSync(other);
    symlinkSync(outside.folder, path.join(other, "up"));
    writeFileSync(path.join(other, "a"), "a\n");
    workspace.write("tools/git.toml", GIT(`[constraints]\ncwd = ${JSON.stringify(other)}\n`));
    const gateway = await workspace.open();
    expect(JSON.stringify(await gateway.call("git", { args: ["diff", "a", "up/secret"] }))).not.toContain("SECRET");
  });
});

describe("a prefix that is a link", () => {
  it("does not confine to where the link leads", async () => {
    symlinkSync(outside.folder, path.join(workspace.folder, "docs"));
    writeUser(workspace, "tools/c.toml", CAT.replace('type = "path"', 'type = "path"\nallowed_prefix = "docs"'));
    const gateway = await workspace.open({ env: withoutTrust(workspace) });
    expect(JSON.stringify(await gateway.call("cat", { f: "secret" }))).not.toContain("SECRET");
  });
  it("nor when it is the session folder", async () => {
    workspace.write("tools/s.toml", SESSION_CAT);
    const gateway = await workspace.open();
    const { plan } = await gateway.runtime.explain({
      entry: "library",
      tool: "session.cat",
      args: { f: "x" },
      caller: gateway.agent,
    });
    const folder = path.dirname(
      (plan?.kind === "command" ? plan.paths.find(({ param }) => param === "f")?.resolved : "") ?? "",
    );
    rmSync(folder, { recursive: true });
    symlinkSync(outside.folder, folder);
    expect(JSON.stringify(await gateway.call("session.cat", { f: "secret" }))).not.toContain("SECRET");
  });
});

describe("Toolgate's own folders", () => {
  const open = () => workspace.open({ env: { ...workspace.env, TOOLGATE_HOME: path.join(workspace.folder, "home") } });
  it.each(["approver.key", "audit.key", "toolgate.db"])("are not readable: %s", async (name) => {
    workspace.write("tools/c.toml", CAT);
    const gateway = await open();
    expect((await gateway.call("cat", { f: `home/data/${name}` })).status).toBe("refused");
  });
  it("take no tool from an agent", async () => {
    const cp = toolText("cp", "cp", ["--", "{{a}}", "{{b}}"], '[params.a]\ntype = "path"\n[params.b]\ntype = "path"');
    workspace.write("tools/cp.toml", cp);
    workspace.write("toolgate.toml", '[permissions]\nallow = ["cp"]\n');
    mkdirSync(path.join(workspace.folder, "home/config/tools"), { recursive: true });
    const gateway = await open();
    workspace.write("evil", toolText("evil", "id", [], 'effect = "read"'));
    await gateway.call("cp", { a: "evil", b: "home/config/tools/evil.toml" });
    await pause(1_500);
    expect((await gateway.call("evil")).error?.code).toBe("UNKNOWN_TOOL");
  });
});

describe("a program inside the workspace", () => {
  it("is still the one that was approved", async () => {
    workspace.write("tools/run.toml", toolText("run", "./run.sh", []));
    chmodSync(workspace.write("run.sh", "#!/bin/sh\necho good\n"), 0o755);
    const gateway = await workspace.open();
    const { control } = gateway.runtime;
    const call = gateway.call("run");
    const asked = await until(async () => (await control.approvals.listPending())[0], "the question");
    workspace.write("run.sh", "#!/bin/sh\necho EVIL\n");
    await control.answer(asked.id, "approve", await control.owner(), null);
    expect(JSON.stringify((await call).structured)).not.toContain("EVIL");
  });
});

describe("one agent's questions", () => {
  it("leave room for others", async () => {
    workspace.write("toolgate.toml", "[limits]\nmax_concurrent_calls = 4\n");
    workspace.write("tools/ask.toml", toolText("ask", "true", []));
    workspace.write("tools/read.toml", toolText("read", "true", [], 'effect = "read"'));
    const gateway = await workspace.open();
    const quit = new AbortController();
    const held = [1, 2, 3, 4].map(() => gateway.call("ask", {}, { signal: quit.signal }));
    await until(async () => (await gateway.runtime.control.approvals.listPending()).length === 4, "four questions");
    const outcome = await gateway.call("read", {}, { caller: await gateway.runtime.control.localAgent("other") });
    quit.abort();
    await Promise.all(held);
    expect(outcome.status).toBe("success");
  });
  it("are asked once", async () => {
    workspace.write("tools/ask.toml", toolText("ask", "true", []));
    const gateway = await workspace.open();
    for (let count = 0; count < 5; count++) await gateway.call("ask", {}, { hold: false });
    expect(await gateway.runtime.control.approvals.listPending()).toHaveLength(1);
  });
});

describe("the approver key", () => {
  it("is closed to others", async () => {
    mkdirSync(workspace.dataFolder, { recursive: true, mode: 0o700 });
    const file = path.join(workspace.dataFolder, "approver.key");
    writeFileSync(file, Buffer.alloc(32, 1));
    chmodSync(file, 0o666);
    await workspace.open().catch(() => undefined);
    expect(existsSync(file) ? statSync(file).mode & 0o077 : 0).toBe(0);
  });
});

describe("the control plane", () => {
  it("takes no rule from an agent", async () => {
    const gateway = await workspace.open();
    const rule = { effect: "allow", rule: "*", layer: "project", reason: null } as const;
    await expect(gateway.runtime.control.addRule(rule, gateway.agent)).rejects.toThrow();
  });
});

describe("a caller's time limit", () => {
  it.each([Number.NaN, 0, -5])("of %s is malformed", async (timeoutMs) => {
    workspace.write("tools/t.toml", toolText("t", "true", [], 'effect = "read"'));
    const gateway = await workspace.open();
    expect((await gateway.call("t", {}, { timeoutMs })).error?.code).toBe("MALFORMED_CALL");
  });
});
