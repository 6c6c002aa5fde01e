import { mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HookReply } from "../../hooks/hook-agent.ts";
import type { Approval } from "../../storage/repositories.ts";
import type { JsonObject } from "../../model/json.ts";
import { createTestWorkspace, until } from "../../../test/support/workspace.ts";
import type { TestGateway, TestWorkspace } from "../../../test/support/workspace.ts";
import { answerHook } from "./answer-hook.ts";
import type { HookQuery } from "./answer-hook.ts";

const CONFIG = `
[permissions]
allow = ["Bash(npm test)", "fs.edit(src/*)", "WebFetch", "mcp__good__*"]
deny = ["Bash(git push *)", "Read(//etc/passwd)", "Task", "mcp__good__drop"]
`;

let place: TestWorkspace;
let gateway: TestGateway;
beforeAll(async () => {
  place = createTestWorkspace({ config: CONFIG });
  mkdirSync(path.join(place.folder, "src"));
  symlinkSync("/etc", path.join(place.folder, "src/etc"));
  gateway = await place.open();
});
afterAll(() => place.remove());

function ask(tool: string, input: JsonObject, extra: Partial<HookQuery> = {}, cwd = place.folder): Promise<HookReply> {
  const event = { session_id: "s", hook_event_name: "PreToolUse", cwd, tool_name: tool, tool_input: input };
  return answerHook(gateway.runtime, {
    agent: "claude-code",
    approvals: false,
    folder: place.folder,
    timeLimitMs: 10_000,
    input: new TextEncoder().encode(JSON.stringify(event)),
    signal: new AbortController().signal,
    ...extra,
  });
}

function verdictOf({ stdout, exitCode }: HookReply): string {
  if (exitCode === 2) return "stopped";
  if (stdout === "") return "nothing";
  const answer = JSON.parse(stdout) as { hookSpecificOutput: { permissionDecision: string } };
  return answer.hookSpecificOutput.permissionDecision;
}

const here = (file: string): string => path.join(place.folder, file);

describe("what Claude Code is answered", () => {
  it.each<readonly [string, string, () => JsonObject, string]>([
    ["a command that a rule allows", "Bash", () => ({ command: "npm test" }), "allow"],
    ["one that only reads", "Bash", () => ({ command: "ls -la" }), "allow"],
    ["one that no rule speaks about", "Bash", () => ({ command: "make all" }), "ask"],
    ["one that a rule denies", "Bash", () => ({ command: "git push origin" }), "deny"],
    [
      "one that a rule denies, behind one that is allowed",
      "Bash",
      () => ({ command: "npm test && git push x" }),
      "deny",
    ],
    ["the same, spelled as another tool", "bASH", () => ({ command: "git push origin" }), "deny"],
    ["one that destroys", "Bash", () => ({ command: "rm -rf /" }), "deny"],
    ["one with a zero byte", "Bash", () => ({ command: "ls\u0000x" }), "deny"],
    ["one without a command", "Bash", () => ({}), "stopped"],
    ["a file to read", "Read", () => ({ file_path: here("src/a.ts") }), "allow"],
    ["a file outside", "Read", () => ({ file_path: "/etc/hosts" }), "ask"],
    ["a file outside that a rule denies", "Read", () => ({ file_path: "/etc/passwd" }), "deny"],
    ["the same, behind a link", "Read", () => ({ file_path: here("src/etc/passwd") }), "deny"],
    ["the same, by a way around", "Read", () => ({ file_path: "/usr/../etc/passwd" }), "deny"],
    ["a place that the path may lead to", "Read", () => ({ file_path: `${here("src")}/../../x` }), "ask"],
    ["Toolgate's own key", "Read", () => ({ file_path: path.join(place.dataFolder, "approver.key") }), "deny"],
    ["what sets the rules", "Write", () => ({ file_path: here("toolgate.toml"), content: "" }), "deny"],
    [
      "the settings of the hook itself",
      "Write",
      () => ({ file_path: here(".claude/settings.json"), content: "" }),
      "deny",
    ],
    [
      "an edit that a rule allows",
      "Edit",
      () => ({ file_path: here("src/a.ts"), old_string: "a", new_string: "b" }),
      "allow",
    ],
    [
      "an edit that no rule speaks about",
      "Edit",
      () => ({ file_path: here("b.ts"), old_string: "a", new_string: "b" }),
      "ask",
    ],
    ["a file too large to look at", "Write", () => ({ file_path: here("b"), content: "x".repeat(1_500_000) }), "ask"],
    ["a tool that a rule allows by its name", "WebFetch", () => ({ url: "https://example.org" }), "allow"],
    ["a tool that nothing speaks about", "WebSearch", () => ({ query: "x" }), "ask"],
    ["a tool that there may be one day", "Whatever2", () => ({}), "ask"],
    ["a tool of a server that a rule allows", "mcp__good__read", () => ({}), "allow"],
    ["one of its tools that a rule denies", "mcp__good__drop", () => ({}), "deny"],
    ["another server's tool with the name of one of ours", "fs.read", () => ({ path: "/etc/hosts" }), "ask"],
    ["the agent's own bookkeeping", "TodoWrite", () => ({ todos: [] }), "nothing"],
    ["bookkeeping that a rule denies", "Task", () => ({ prompt: "x" }), "deny"],
  ])("%s", async (_what, tool, input, verdict) => {
    expect(verdictOf(await ask(tool, input()))).toBe(verdict);
  });

  it("judges a command by where the agent stands", async () => {
    expect(verdictOf(await ask("Bash", { command: "npm test" }, {}, "/"))).toBe("ask");
    expect(verdictOf(await ask("Bash", { command: "git push x" }, {}, "/"))).toBe("deny");
  });
});

describe("what stands in the audit", () => {
  it("is the story of a call that the agent runs itself", async () => {
    const before = (await gateway.runtime.control.audit.query({ limit: 1000 })).length;
    await ask("Bash", { command: "npm test" });
    const records = await gateway.runtime.control.audit.query({ limit: 1000 });
    expect(records.length - before).toBe(2);
    expect(JSON.stringify(records)).toContain('"status":"delegated"');
    expect(JSON.stringify(records)).toContain('"agent":"claude-code"');
  });

  it("is nothing of what a patch would have done, when one of its files stops it", async () => {
    const patch = "*** Begin Patch\n*** Add File: src/new.ts\n+x\n*** Delete File: toolgate.toml\n*** End Patch";
    const event = {
      hook_event_name: "PreToolUse",
      tool_name: "apply_patch",
      tool_input: { command: patch },
      cwd: place.folder,
    };
    const input = new TextEncoder().encode(JSON.stringify(event));
    const before = await gateway.runtime.control.audit.query({ limit: 1000 });
    expect(verdictOf(await ask("", {}, { agent: "codex", input }))).toBe("deny");
    const after = await gateway.runtime.control.audit.query({ limit: 1000 });
    expect(after.length - before.length).toBe(1);
  });
});

describe("people", () => {
  const findAsked = async (command: string): Promise<Approval> =>
    until(async () => {
      const pending = await gateway.runtime.control.approvals.listPending();
      return pending.find(({ summary }) => JSON.stringify(summary).includes(command));
    }, "the question");
  const answer = async (command: string, verdict: "approve" | "deny"): Promise<void> => {
    const { control } = gateway.runtime;
    const { id } = await findAsked(command);
    expect((await control.answer(id, verdict, await control.owner(), "because")).ok).toBe(true);
  };

  it("answer here when the hook waits for them", async () => {
    const yes = ask("Bash", { command: "make one" }, { approvals: true });
    await answer("make one", "approve");
    expect(verdictOf(await yes)).toBe("allow");
    const no = ask("Bash", { command: "make two" }, { approvals: true });
    await answer("make two", "deny");
    expect(verdictOf(await no)).toBe("deny");
  });

  it("who do not answer in time have not said yes", async () => {
    const reply = await ask("Bash", { command: "make three" }, { approvals: true, timeLimitMs: 50 });
    expect(verdictOf(reply)).toBe("deny");
  });

  it("who say yes here are not asked by the agent any more", async () => {
    expect(verdictOf(await ask("Bash", { command: "make four" }))).toBe("ask");
    await answer("make four", "approve");
    expect(verdictOf(await ask("Bash", { command: "make four" }))).toBe("allow");
    expect(verdictOf(await ask("Bash", { command: "make four" }))).toBe("ask");
  });

  it("who paused everything, or are not there, are not asked", async () => {
    const { control } = gateway.runtime;
    await control.setPaused({ reason: "stop" }, await control.owner());
    expect(verdictOf(await ask("Bash", { command: "npm test" }))).toBe("deny");
    expect(verdictOf(await ask("Read", { file_path: "/etc/hosts" }))).toBe("deny");
    expect(verdictOf(await ask("TodoWrite", { todos: [] }))).toBe("deny");
    await control.setPaused(null, await control.owner());
    const alone = await place.open({ overrides: { headless: true } });
    const query = { agent: "claude-code", approvals: false, folder: place.folder, timeLimitMs: 5000 };
    for (const [tool, input] of [
      ["Bash", { command: "make" }],
      ["Read", { file_path: "/etc/hosts" }],
      ["Other", {}],
    ] as const) {
      const event = { hook_event_name: "PreToolUse", cwd: place.folder, tool_name: tool, tool_input: input };
      const bytes = new TextEncoder().encode(JSON.stringify(event));
      const reply = await answerHook(alone.runtime, { ...query, input: bytes, signal: new AbortController().signal });
      expect([tool, verdictOf(reply)]).toEqual([tool, "deny"]);
    }
  });

  it("get reasons in one line, whatever a model wrote", async () => {
    const { stdout } = await ask("Bash", { command: "make \u001b[2J\u202e\n\n" });
    expect(stdout.slice(0, -1)).not.toMatch(/[\u0000-\u001f\u202e]|\\u001b|\\u202e|[^\\]\\n/);
  });
});
