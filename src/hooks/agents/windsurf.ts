import { block, SILENCE } from "../block.ts";
import type { HookAgent, HookRequest } from "../hook-agent.ts";
import { editCalls, pathCalls, shellCalls } from "../calls/make-calls.ts";
import { objectOf, textOf } from "../calls/read-members.ts";
import { toFolder } from "../calls/read-tool-event.ts";
import { toMcpName } from "../calls/to-mcp-name.ts";
import type { ToolTable } from "../calls/to-request.ts";
import { toRequest, unreadable } from "../calls/to-request.ts";
import type { JsonObject } from "../../model/json.ts";

/** By the event's name instead of a tool's. */
const EVENTS: ToolTable = {
  pre_run_command: shellCalls(),
  pre_read_code: pathCalls("fs.read", false, "file_path"),
  pre_write_code: editCalls,
};

export const WINDSURF: HookAgent = {
  name: "windsurf",
  title: "Windsurf",
  read: readEvent,
  // The exit status is all that Windsurf looks at, and it cannot ask.
  reply: ({ verdict, reason }) => (verdict === "allow" || verdict === "nothing" ? SILENCE : block(reason)),
  settings: {
    user: ".codeium/windsurf/hooks.json",
    project: ".windsurf/hooks.json",
    entries: (command) =>
      [...Object.keys(EVENTS), "pre_mcp_tool_use"].map((event) => ({
        list: ["hooks", event],
        item: { command, show_output: true },
      })),
    notes: [
      "Windsurf cannot ask: what needs a person is denied until `toolgate approvals` says yes.",
      "Windsurf runs the tool when a hook cannot be started.",
    ],
  },
};

function readEvent(event: JsonObject, folder: string): HookRequest {
  const name = textOf(event, "agent_action_name") ?? "none";
  if (name.startsWith("post_")) return { kind: "nothing" };
  const info = objectOf(event, "tool_info");
  if (info === null) return unreadable(`the event ${name} has no tool_info`);
  if (Object.hasOwn(EVENTS, name)) return toRequest(EVENTS, name, info, toFolder(info, folder));
  if (name !== "pre_mcp_tool_use") return unreadable(`expected an event before something happens, got ${name}`);
  const [server, tool] = [textOf(info, "mcp_server_name"), textOf(info, "mcp_tool_name")];
  if (tool === null || tool === "") return unreadable("the event names no tool");
  const args = objectOf(info, "mcp_tool_arguments") ?? { input: info["mcp_tool_arguments"] ?? null };
  return { kind: "calls", calls: [{ tool: toMcpName(server, tool, "windsurf"), args }] };
}
