import { replyWith, SILENCE } from "../block.ts";
import type { HookAgent } from "../hook-agent.ts";
import { editCalls, globCalls, pathCalls, searchCalls, shellCalls, writeCalls } from "../calls/make-calls.ts";
import { readToolEvent } from "../calls/read-tool-event.ts";
import type { ToolTable } from "../calls/to-request.ts";

const TOOLS: ToolTable = {
  bash: shellCalls(),
  read: pathCalls("fs.read", false, "file_path"),
  notebookread: pathCalls("fs.read", false, "notebook_path"),
  write: writeCalls,
  edit: editCalls,
  multiedit: editCalls,
  notebookedit: writeCalls,
  glob: globCalls,
  grep: searchCalls,
  ls: pathCalls("fs.list", true, "path"),
};

export const CLAUDE_CODE: HookAgent = {
  name: "claude-code",
  title: "Claude Code",
  read: (event, folder) => readToolEvent(event, folder, { decides: "PreToolUse", table: TOOLS }),
  reply: ({ verdict, reason }) =>
    verdict === "nothing"
      ? SILENCE
      : replyWith({
          hookSpecificOutput: {
            hookEventName: "PreToolUse",
            permissionDecision: verdict,
            permissionDecisionReason: reason,
          },
        }),
  settings: {
    user: ".claude/settings.json",
    // Not the shared file: the command names a place on this machine.
    project: ".claude/settings.local.json",
    userVariable: "CLAUDE_CONFIG_DIR",
    entries: (command, timeout) => [
      {
        list: ["hooks", "PreToolUse"],
        item: { matcher: "*", hooks: [{ type: "command", command, timeout, onFailure: "block" }] },
      },
    ],
    notes: ["Before 2.1.295 Claude Code runs the tool when a hook cannot be started or takes too long."],
  },
};
