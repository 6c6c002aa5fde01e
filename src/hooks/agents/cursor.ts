import { replyWith } from "../block.ts";
import type { HookAgent, HookAnswer, HookReply, HookRequest } from "../hook-agent.ts";
import { editCalls, pathCalls, shellCalls, writeCalls } from "../calls/make-calls.ts";
import { objectOf, textOf } from "../calls/read-members.ts";
import { toFolder } from "../calls/read-tool-event.ts";
import { toMcpName } from "../calls/to-mcp-name.ts";
import type { ToolTable } from "../calls/to-request.ts";
import { toRequest, unreadable } from "../calls/to-request.ts";
import type { JsonObject } from "../../model/json.ts";

const TOOLS: ToolTable = {
  shell: shellCalls("working_directory", "cwd"),
  read: pathCalls("fs.read", false, "file_path", "path", "target_file"),
  write: writeCalls,
  strreplace: editCalls,
  edit: editCalls,
  multiedit: editCalls,
  editnotebook: writeCalls,
  delete: pathCalls("fs.delete", false, "file_path", "path", "target_file"),
};

/** Those that nothing else is asked about. */
const MATCHER = "Write|StrReplace|Edit|MultiEdit|EditNotebook|Delete";

export const CURSOR: HookAgent = {
  name: "cursor",
  title: "Cursor",
  read: (event, folder) => readEvent(event, toWorkFolder(event, folder)),
  reply,
  settings: {
    user: ".cursor/hooks.json",
    project: ".cursor/hooks.json",
    base: { version: 1 },
    entries: (command, timeout) => {
      const item = { command, timeout, failClosed: true };
      return [
        { list: ["hooks", "beforeShellExecution"], item },
        { list: ["hooks", "beforeMCPExecution"], item },
        { list: ["hooks", "beforeReadFile"], item },
        { list: ["hooks", "preToolUse"], item: { ...item, matcher: MATCHER } },
      ];
    },
    notes: ["Cursor asks about commands and MCP tools only: a read or an edit that needs a person is denied."],
  },
};

function readEvent(event: JsonObject, folder: string): HookRequest {
  const name = textOf(event, "hook_event_name") ?? "none";
  switch (name) {
    case "beforeShellExecution":
      return toRequest(TOOLS, "Shell", { command: event["command"] ?? null }, folder);
    case "beforeReadFile":
      return toRequest(TOOLS, "Read", { file_path: event["file_path"] ?? null }, folder);
    case "beforeMCPExecution": {
      const tool = textOf(event, "tool_name");
      if (tool === null || tool === "") return unreadable("the event names no tool");
      const input = objectOf(event, "tool_input") ?? { input: event["tool_input"] ?? null };
      return {
        kind: "calls",
        calls: [{ tool: toMcpName(textOf(event, "mcp_server_name"), tool, "cursor"), args: input }],
      };
    }
    case "preToolUse": {
      const tool = textOf(event, "tool_name");
      const input = objectOf(event, "tool_input");
      if (tool === null || tool === "" || input === null) return unreadable("the event names no tool, or no input");
      return toRequest(TOOLS, tool, input, folder);
    }
    default:
      return name.startsWith("after") || name.startsWith("post")
        ? { kind: "nothing" }
        : unreadable(`expected an event before something happens, got ${name}`);
  }
}

function toWorkFolder(event: JsonObject, folder: string): string {
  const roots = event["workspace_roots"];
  const root: unknown = Array.isArray(roots) ? roots[0] : null;
  return toFolder(event, typeof root === "string" && root.startsWith("/") ? root : folder);
}

function reply({ verdict, reason }: HookAnswer, event: JsonObject): HookReply {
  const canAsk = ["beforeShellExecution", "beforeMCPExecution"].includes(textOf(event, "hook_event_name") ?? "");
  // Silence counts as a failure where failures block.
  if (verdict === "allow" || verdict === "nothing") return replyWith({ permission: "allow" });
  const permission = verdict === "ask" && canAsk ? "ask" : "deny";
  return replyWith({ permission, user_message: reason, agent_message: reason });
}
