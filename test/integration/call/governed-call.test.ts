import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TestGateway, TestWorkspace } from "../../support/workspace.ts";
import { trust, withoutTrust } from "../../security/tools.fixture.ts";
import { createTestWorkspace, until } from "../../support/workspace.ts";
import { toPlainText } from "../../../src/text/plain-text.ts";

const ECHO = `
name = "say"
description = "Says it"
kind = "command"
binary = "printf"
args = ["%s|%s", "{{text}}", "{{count}}"]
[params.text]
type = "text"
[params.count]
type = "int"
min = 1
max = 9
optional = true
default = 3
`;

const CAT = `
name = "cat"
description = "Reads"
kind = "command"
effect = "read"
binary = "cat"
args = ["{{file}}"]
[params.file]
type = "path"
`;

const ENV = `
name = "env"
description = "Shows what the child sees"
kind = "command"
effect = "read"
binary = "env"
environment = ["TG_ALLOWED"]
`;

const SLEEP = `
name = "sleep"
description = "Waits"
kind = "command"
effect = "read"
binary = "sleep"
args = ["{{seconds}}"]
[params.seconds]
type = "duration"
[constraints]
timeout_seconds = 20
`;

const FAIL = `
name = "fail"
description = "Fails"
kind = "command"
effect = "read"
binary = "ls"
args = ["/nonexistent-place"]
`;

const MISSING = `
name = "missing"
description = "Is not installed"
kind = "command"
effect = "read"
binary = "no-such-program-anywhere"
`;

let workspace: TestWorkspace;
let gateway: TestGateway;

beforeEach(async () => {
  process.env["TG_ALLOWED"] = "yes";
  process.env["TG_SECRET"] = "no";
  workspace = createTestWorkspace({
    tools: { say: ECHO, cat: CAT, env: ENV, sleep: SLEEP, fail: FAIL, missing: MISSING },
    config: '[permissions]\nallow = ["say"]\n',
  });
  gateway = await workspace.open();
});

afterEach(async () => {
  await workspace.remove();
});

describe("a governed call", () => {
  it("runs the declared program with the typed arguments, and proves it", async () => {
    const outcome = await gateway.call("say", { text: '$(id); `x` && "q"' });
    expect(outcome).toMatchObject({ status: "success", error: null, tool: "say" });
    expect(outcome.structured).toMatchObject({ exitCode: 0, stdout: '$(id); `x` && "q"|3', truncated: false });
    const expected = createHash("sha256").update('$(id); `x` && "q"|3').digest("hex");
    expect(outcome.evidence?.stdoutHash).toBe(`sha256:${expected}`);
    const story = await gateway.runtime.control.audit.query({ callId: outcome.callId });
    expect(story.map(({ kind, status }) => [kind, status])).toEqual([
      ["intent", "admitted"],
      ["outcome", "success"],
    ]);
    expect(await gateway.runtime.control.audit.verify()).toMatchObject({ ok: true });
  });

  it("reports every wrong argument at once, one issue each, and runs nothing", async () => {
    const outcome = await gateway.call("say", { text: "a\nb", count: 99, extra: 1 });
    expect(outcome).toMatchObject({ status: "refused", step: "validate", error: { code: "INVALID_ARGUMENTS" } });
    const issues = outcome.error?.details["issues"] as { param: string; code: string }[];
    expect(issues.map(({ param, code }) => [param, code])).toEqual([
      ["text", "characters"],
      ["count", "range"],
      ["extra", "unknown"],
    ]);
    const story = await gateway.runtime.control.audit.query({ callId: outcome.callId });
    expect(story.map(({ kind, code }) => [kind, code])).toEqual([["refused", "INVALID_ARGUMENTS"]]);
  });

  it.each([
    ["an unknown tool", "sya", {}, "UNKNOWN_TOOL", "did you mean `say`"],
    ["a missing program", "missing", {}, "PROGRAM_NOT_FOUND", "no-such-program-anywhere"],
    ["a path out of the workspace", "cat", { file: "../x" }, "INVALID_ARGUMENTS", "file"],
    ["an absolute path elsewhere", "cat", { file: "/etc/passwd" }, "INVALID_ARGUMENTS", "file"],
    ["a device", "cat", { file: "/dev/null" }, "INVALID_ARGUMENTS", "file"],
    ["NUL in an argument", "say", { text: "a\0b" }, "INVALID_ARGUMENTS", "text"],
    ["an option in place of text", "cat", { file: "-rf" }, "", ""],
  ])("refuses %s", async (_name, tool, args, code, told) => {
    const outcome = await gateway.call(tool, args);
    if (code === "") {
      // An absolute path begins with `/`: nothing is left that could be read as an option.
      expect(outcome.error?.code).toBe("EXIT_NONZERO");
      return;
    }
    expect(outcome.status).toBe("refused");
    expect(outcome.error?.code).toBe(code);
    expect(outcome.error?.message).toContain(told);
  });

  it("refuses a text that would be read as an option", async () => {
    const outcome = await gateway.call("say", { text: "-v" });
    expect(outcome.error?.details["issues"]).toMatchObject([{ param: "text", code: "leading_dash" }]);
  });

  it("follows links before it decides whether a path is inside", async () => {
    mkdirSync(path.join(workspace.folder, "sub"));
    symlinkSync("/etc", path.join(workspace.folder, "sub/out"));
    const outcome = await gateway.call("cat", { file: "sub/out/passwd" });
    expect(outcome.error?.details["issues"]).toMatchObject([{ param: "file", code: "outside" }]);
  });

  it("hands a program the named variables and nothing else", async () => {
    const outcome = await gateway.call("env");
    const { stdout } = outcome.structured as { stdout: string };
    const names = stdout
      .trim()
      .split("\n")
      .map((line) => line.split("=")[0]);
    const harmless = ["LANG", "LC_ALL", "LC_CTYPE", "TZ"];
    expect(names.filter((name) => !harmless.includes(name ?? "")).sort()).toEqual([
      "PATH",
      "TG_ALLOWED",
      "TOOLGATE_CALL",
    ]);
  });

  it("gives a failing program's output and status", async () => {
    const outcome = await gateway.call("fail");
    expect(outcome).toMatchObject({ status: "failed", error: { code: "EXIT_NONZERO" } });
    expect(outcome.structured).toMatchObject({ exitCode: 2 });
    expect(toPlainText(outcome.content.slice(0, 1))).toContain("nonexistent-place");
  });

  it("ends the whole tree when the caller goes away", async () => {
    const controller = new AbortController();
    const events: string[] = [];
    const ending = gateway.call(
      "sleep",
      { seconds: "15" },
      {
        signal: controller.signal,
        onEvent: (event) => {
          events.push(event.kind);
          if (event.kind === "started") controller.abort();
        },
      },
    );
    const outcome = await ending;
    expect(outcome).toMatchObject({
      status: "failed",
      error: { code: "CANCELLED" },
      evidence: { status: "cancelled" },
    });
    expect(events).toContain("started");
  });

  it("lets an operator in another process end a call", async () => {
    const other = await workspace.open({ parts: "control" });
    const ending = gateway.call("sleep", { seconds: "15" });
    const [running] = await until(async () => {
      const list = await other.runtime.control.running.list();
      return list.length > 0 ? list : null;
    }, "the call to be running");
    expect(running?.tool).toBe("sleep");
    const owner = await other.runtime.control.owner();
    expect(await other.runtime.control.cancelCall(running!.callId, owner)).toBe(true);
    expect(await ending).toMatchObject({ status: "failed", error: { code: "CANCELLED" } });
    expect(await other.runtime.control.running.list()).toEqual([]);
  });

  it("keeps a caller's shorter deadline", async () => {
    const outcome = await gateway.call("sleep", { seconds: "15" }, { timeoutMs: 100 });
    expect(outcome).toMatchObject({ status: "failed", error: { code: "TIMEOUT" }, evidence: { status: "timeout" } });
  });

  it("refuses arguments above the limit, and arguments that nest too deeply", async () => {
    const large = await gateway.call("say", { text: "x".repeat(10 * 1024 * 1024) });
    expect(large.error?.code).toBe("ARGUMENTS_TOO_LARGE");
    let deep: unknown = "x";
    for (let level = 0; level < 5000; level++) deep = [deep];
    const nested = await gateway.call("say", { text: deep as string });
    expect(nested.error?.code).toBe("MALFORMED_CALL");
  });

  it("takes a copy: what the sender changes afterwards does not count", async () => {
    const args = { text: "checked" };
    const ending = gateway.call("say", args);
    args.text = "swapped";
    expect((await ending).structured).toMatchObject({ stdout: "checked|3" });
  });

  it("picks up a new tool, and keeps the last good version of one that breaks", async () => {
    await gateway.close();
    await trust(workspace);
    gateway = await workspace.open({ env: withoutTrust(workspace) });
    writeFileSync(path.join(workspace.folder, "tools/new.toml"), ENV.replace('name = "env"', 'name = "env2"'));
    await trust(workspace);
    await until(() => gateway.runtime.registry.snapshot.tools.get("env2"), "the new tool");
    writeFileSync(path.join(workspace.folder, "tools/say.toml"), "name = [broken");
    await trust(workspace);
    await until(() => gateway.runtime.registry.snapshot.stale.has("say"), "the broken edit to be seen");
    expect((await gateway.call("say", { text: "still here" })).status).toBe("success");
  });
});
