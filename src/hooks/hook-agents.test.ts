import { describe, expect, it } from "vitest";
import type { JsonObject } from "../model/json.ts";
import { HOOK_AGENT_NAMES } from "./agent-names.ts";
import type { HookAgentName } from "./agent-names.ts";
import type { HookReply, HookRequest } from "./hook-agent.ts";
import { findHookAgent, HOOK_AGENTS } from "./hook-agents.ts";

const FOLDER = "/home/me/project";

function read(name: HookAgentName, event: JsonObject): HookRequest {
  return findHookAgent(name)!.read(event, FOLDER);
}

/** The event that an agent sends before it uses a tool. */
function eventOf(name: HookAgentName, tool: string, input: JsonObject): JsonObject {
  switch (name) {
    case "copilot":
      return { sessionId: "s", timestamp: 1, cwd: FOLDER, toolName: tool, toolArgs: JSON.stringify(input) };
    case "cursor":
      return { conversation_id: "c", workspace_roots: [FOLDER], hook_event_name: tool, ...input };
    case "windsurf":
      return { agent_action_name: tool, trajectory_id: "t", execution_id: "e", tool_info: input };
    default: {
      const hook_event_name = name === "gemini" ? "BeforeTool" : "PreToolUse";
      return { session_id: "s", cwd: FOLDER, hook_event_name, tool_name: tool, tool_input: input };
    }
  }
}

const exec = (command: string, working_dir = FOLDER): JsonObject => ({
  tool: "shell.exec",
  args: { command, working_dir },
});
const read_ = (path: string): JsonObject => ({ tool: "fs.read", args: { path } });
const write = (path: string, content: string): JsonObject => ({ tool: "fs.write", args: { path, content } });
const edit = (path: string, old_text: string, new_text: string): JsonObject => ({
  tool: "fs.edit",
  args: { path, old_text, new_text, replace_all: false },
});
const PATCH =
  "*** Begin Patch\n*** Add File: a.txt\n+hello\n*** Update File: b.txt\n@@\n-old\n+new\n*** Delete File: c.txt\n*** End Patch";
const PATCHED = [
  write(`${FOLDER}/a.txt`, "hello"),
  { tool: "fs.edit", args: { path: `${FOLDER}/b.txt`, old_text: "old", new_text: "new" } },
  { tool: "fs.delete", args: { path: `${FOLDER}/c.txt` } },
];

const CALLS: readonly (readonly [HookAgentName, string, JsonObject, readonly JsonObject[]])[] = [
  ["claude-code", "Bash", { command: "ls", description: "List", timeout: 1 }, [exec("ls")]],
  ["claude-code", "BASH", { command: "ls" }, [exec("ls")]],
  ["claude-code", "Read", { file_path: "/etc/hosts", offset: 1 }, [read_("/etc/hosts")]],
  ["claude-code", "Write", { file_path: "/w/a", content: "x" }, [write("/w/a", "x")]],
  ["claude-code", "Edit", { file_path: "/w/a", old_string: "x", new_string: "y" }, [edit("/w/a", "x", "y")]],
  ["claude-code", "Edit", { file_path: "/w/a", old_string: "", new_string: "y" }, [write("/w/a", "y")]],
  [
    "claude-code",
    "MultiEdit",
    {
      file_path: "/w/a",
      edits: [
        { old_string: "1", new_string: "2" },
        { old_string: "3", new_string: "4", replace_all: true },
      ],
    },
    [
      {
        tool: "fs.edit",
        args: {
          path: "/w/a",
          edits: [
            { old_text: "1", new_text: "2", replace_all: false },
            { old_text: "3", new_text: "4", replace_all: true },
          ],
        },
      },
    ],
  ],
  ["claude-code", "NotebookEdit", { notebook_path: "/w/n.ipynb", new_source: "1" }, [write("/w/n.ipynb", "1")]],
  ["claude-code", "Glob", { pattern: "**/*.ts" }, [{ tool: "fs.glob", args: { pattern: "**/*.ts", path: FOLDER } }]],
  ["claude-code", "Glob", { pattern: "/etc/**" }, [{ tool: "fs.glob", args: { pattern: "/etc/**", path: "/etc" } }]],
  [
    "claude-code",
    "Glob",
    { pattern: "../x/*" },
    [{ tool: "fs.glob", args: { pattern: "../x/*", path: `${FOLDER}/../x` } }],
  ],
  [
    "claude-code",
    "Glob",
    { pattern: "/w/*/../../etc/*" },
    [{ tool: "fs.glob", args: { pattern: "/w/*/../../etc/*", path: "/w/*/../../etc/*" } }],
  ],
  [
    "claude-code",
    "Grep",
    { pattern: "x", path: "src" },
    [{ tool: "fs.search", args: { pattern: "x", path: `${FOLDER}/src` } }],
  ],
  ["claude-code", "LS", { path: "/w" }, [{ tool: "fs.list", args: { path: "/w" } }]],
  ["claude-code", "WebFetch", { url: "https://x" }, [{ tool: "WebFetch", args: { url: "https://x" }, own: false }]],
  ["claude-code", "TodoWrite", { todos: [] }, [{ tool: "TodoWrite", args: { todos: [] }, own: true }]],
  ["claude-code", "mcp__git__log", { a: 1 }, [{ tool: "mcp__git__log", args: { a: 1 }, own: false }]],
  ["claude-code", "fs.read", { path: "/w/a" }, [{ tool: "agent__fs.read", args: { path: "/w/a" }, own: false }]],
  ["codex", "Bash", { command: "ls" }, [exec("ls")]],
  ["codex", "apply_patch", { command: PATCH }, PATCHED],
  ["gemini", "run_shell_command", { command: "ls", directory: "sub" }, [exec("ls", `${FOLDER}/sub`)]],
  ["gemini", "read_file", { file_path: "a.md" }, [read_(`${FOLDER}/a.md`)]],
  ["gemini", "replace", { file_path: "/w/a", old_string: "x", new_string: "y" }, [edit("/w/a", "x", "y")]],
  ["gemini", "list_directory", { dir_path: "." }, [{ tool: "fs.list", args: { path: FOLDER } }]],
  ["gemini", "google_web_search", { query: "q" }, [{ tool: "google_web_search", args: { query: "q" }, own: false }]],
  ["copilot", "bash", { command: "ls", description: "d" }, [exec("ls")]],
  ["copilot", "view", { path: "/w/a" }, [read_("/w/a")]],
  ["copilot", "create", { path: "/w/a", file_text: "x" }, [write("/w/a", "x")]],
  ["copilot", "edit", { path: "/w/a", old_str: "x", new_str: "y" }, [edit("/w/a", "x", "y")]],
  ["cursor", "beforeShellExecution", { command: "ls", cwd: "/w" }, [exec("ls", "/w")]],
  ["cursor", "beforeShellExecution", { command: "ls", cwd: "" }, [exec("ls")]],
  ["cursor", "beforeReadFile", { file_path: "/w/a", content: "secret" }, [read_("/w/a")]],
  [
    "cursor",
    "beforeMCPExecution",
    { tool_name: "log", tool_input: '{"a":1}', url: "http://x" },
    [{ tool: "mcp__cursor__log", args: { a: 1 } }],
  ],
  [
    "cursor",
    "beforeMCPExecution",
    { tool_name: "mcp__good__read", tool_input: {}, mcp_server_name: "bad__x" },
    [{ tool: "mcp__bad_x__mcp__good__read", args: {} }],
  ],
  [
    "cursor",
    "preToolUse",
    { tool_name: "Delete", tool_input: { file_path: "/w/a" } },
    [{ tool: "fs.delete", args: { path: "/w/a" } }],
  ],
  ["windsurf", "pre_run_command", { command_line: "ls", cwd: "/w" }, [exec("ls", "/w")]],
  ["windsurf", "pre_read_code", { file_path: "/w/a" }, [read_("/w/a")]],
  [
    "windsurf",
    "pre_write_code",
    { file_path: "/w/a", edits: [{ old_string: "x", new_string: "y" }] },
    [edit("/w/a", "x", "y")],
  ],
  [
    "windsurf",
    "pre_mcp_tool_use",
    { mcp_server_name: "git", mcp_tool_name: "log", mcp_tool_arguments: {} },
    [{ tool: "mcp__git__log", args: {} }],
  ],
];

describe("what agents are about to do", () => {
  it.each(CALLS)("%s: %s %j", (agent, tool, input, calls) => {
    expect(read(agent, eventOf(agent, tool, input))).toEqual({ kind: "calls", calls });
  });

  it.each<readonly [HookAgentName, JsonObject]>([
    ["claude-code", {}],
    ["claude-code", { hook_event_name: "UserPromptSubmit", prompt: "x" }],
    ["claude-code", { hook_event_name: "PreToolUse" }],
    ["claude-code", { hook_event_name: "PreToolUse", tool_name: "Bash" }],
    ["claude-code", { hook_event_name: "PreToolUse", tool_name: 1, tool_input: {} }],
    ["claude-code", eventOf("claude-code", "Bash", {})],
    ["claude-code", eventOf("claude-code", "Bash", { command: ["ls"] })],
    ["claude-code", eventOf("claude-code", "Bash", { command: "" })],
    ["claude-code", eventOf("claude-code", "Read", { path: "/w/a" })],
    ["codex", eventOf("codex", "apply_patch", { command: "rm" })],
    ["copilot", { toolName: "bash", toolArgs: "ls" }],
    // Two spellings of one thing: the agent takes one, and a rule might look at the other.
    ["gemini", eventOf("gemini", "read_file", { path: "/w/a", file_path: "/etc/shadow" })],
    ["copilot", eventOf("copilot", "edit", { path: "/etc/shadow", file_path: "/w/a", old_str: "a", new_str: "b" })],
    ["cursor", { hook_event_name: "beforeSubmitPrompt", prompt: "x" }],
    ["cursor", { hook_event_name: "preToolUse", tool_name: "Write" }],
    ["windsurf", { agent_action_name: "pre_user_prompt", tool_info: { user_prompt: "x" } }],
    ["windsurf", { agent_action_name: "pre_run_command" }],
  ])("%s: never lets through what it cannot read: %j", (agent, event) => {
    expect(read(agent, event).kind).toBe("unreadable");
  });

  it.each<readonly [HookAgentName, JsonObject]>([
    ["claude-code", { hook_event_name: "PostToolUse", tool_name: "Bash", tool_input: {} }],
    ["gemini", { hook_event_name: "AfterTool" }],
    ["copilot", { toolName: "bash", toolArgs: {}, toolResult: {} }],
    ["cursor", { hook_event_name: "afterShellExecution" }],
    ["windsurf", { agent_action_name: "post_run_command" }],
  ])("%s: has nothing to say afterwards", (agent, event) => {
    expect(read(agent, event)).toEqual({ kind: "nothing" });
  });
});

describe("what agents are answered", () => {
  const json = (value: object): HookReply => ({ stdout: `${JSON.stringify(value)}\n`, stderr: "", exitCode: 0 });
  const silence: HookReply = { stdout: "", stderr: "", exitCode: 0 };
  const claude = (permissionDecision: string): HookReply =>
    json({ hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision, permissionDecisionReason: "why" } });
  const copilot = (permissionDecision: string): HookReply =>
    json({ permissionDecision, permissionDecisionReason: "why" });
  const cursor = (permission: string): HookReply => json({ permission, user_message: "why", agent_message: "why" });
  const stop: HookReply = { stdout: "", stderr: "toolgate: why\n", exitCode: 2 };
  const shell = { hook_event_name: "beforeShellExecution" };
  const file = { hook_event_name: "beforeReadFile" };

  it.each<readonly [HookAgentName, JsonObject, readonly HookReply[]]>([
    ["claude-code", {}, [claude("allow"), claude("ask"), claude("deny"), silence]],
    ["codex", {}, [silence, claude("deny"), claude("deny"), silence]],
    ["copilot", {}, [copilot("allow"), copilot("ask"), copilot("deny"), silence]],
    ["cursor", shell, [json({ permission: "allow" }), cursor("ask"), cursor("deny"), json({ permission: "allow" })]],
    ["cursor", file, [json({ permission: "allow" }), cursor("deny"), cursor("deny"), json({ permission: "allow" })]],
    [
      "gemini",
      {},
      [
        json({ decision: "allow", reason: "why" }),
        json({ decision: "ask", reason: "why", systemMessage: "why" }),
        json({ decision: "deny", reason: "why" }),
        silence,
      ],
    ],
    ["windsurf", {}, [silence, stop, stop, silence]],
  ])("%s %j: allow, ask, deny, nothing", (name, event, replies) => {
    const verdicts = ["allow", "ask", "deny", "nothing"] as const;
    const agent = findHookAgent(name)!;
    expect(verdicts.map((verdict) => agent.reply({ verdict, reason: "why" }, event))).toEqual(replies);
  });
});

it("knows every agent by the name that the launcher knows", () => {
  expect(HOOK_AGENTS.map(({ name }) => name)).toEqual(HOOK_AGENT_NAMES);
});
