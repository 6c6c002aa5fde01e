import { replyWith, SILENCE } from "../block.ts";
import type { HookAgent } from "../hook-agent.ts";
import { editCalls, globCalls, pathCalls, searchCalls, shellCalls, writeCalls } from "../calls/make-calls.ts";
import { readToolEvent } from "../calls/read-tool-event.ts";
import type { ToolTable } from "../calls/to-request.ts";

const TOOLS: ToolTable = {
  run_shell_command: shellCalls("directory", "dir_path"),
  read_file: pathCalls("fs.read", false, "file_path", "absolute_path", "path"),
  write_file: writeCalls,
  replace: editCalls,
  glob: globCalls,
  grep_search: searchCalls,
  search_file_content: searchCalls,
  list_directory: pathCalls("fs.list", true, "dir_path", "path"),
};

export const GEMINI: HookAgent = {
  name: "gemini",
  title: "Gemini CLI",
  read: (event, folder) => readToolEvent(event, folder, { decides: "BeforeTool", table: TOOLS }),
  reply: ({ verdict, reason }) =>
    verdict === "nothing"
      ? SILENCE
      : replyWith({ decision: verdict, reason, ...(verdict === "ask" ? { systemMessage: reason } : {}) }),
  settings: {
    user: ".gemini/settings.json",
    project: ".gemini/settings.json",
    entries: (command, timeoutSeconds) => [
      {
        list: ["hooks", "BeforeTool"],
        item: {
          matcher: "*",
          hooks: [{ name: "toolgate", type: "command", command, timeout: timeoutSeconds * 1000 }],
        },
      },
    ],
    notes: [
      "Gemini CLI runs the tool when a hook cannot be started or takes too long.",
      "Versions before March 2026 do not know the answer ask and use their own confirmation instead.",
    ],
  },
};
