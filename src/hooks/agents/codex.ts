import { replyWith, SILENCE } from "../block.ts";
import type { HookAgent } from "../hook-agent.ts";
import { patchCalls, shellCalls } from "../calls/make-calls.ts";
import { readToolEvent } from "../calls/read-tool-event.ts";
import type { ToolTable } from "../calls/to-request.ts";

const TOOLS: ToolTable = { bash: shellCalls("workdir"), apply_patch: patchCalls };

export const CODEX: HookAgent = {
  name: "codex",
  title: "Codex",
  read: (event, folder) => readToolEvent(event, folder, { decides: "PreToolUse", table: TOOLS }),
  // `ask` and `allow` make Codex take the hook for broken and run the tool: only a deny, or nothing, can be said.
  reply: ({ verdict, reason }) =>
    verdict === "nothing" || verdict === "allow"
      ? SILENCE
      : replyWith({
          hookSpecificOutput: {
            hookEventName: "PreToolUse",
            permissionDecision: "deny",
            permissionDecisionReason: reason,
          },
        }),
  settings: {
    user: ".codex/hooks.json",
    project: ".codex/hooks.json",
    userVariable: "CODEX_HOME",
    entries: (command, timeout) => [
      { list: ["hooks", "PreToolUse"], item: { hooks: [{ type: "command", command, timeout }] } },
    ],
    notes: [
      "Codex runs a new hook only after you accepted it: start Codex and open /hooks.",
      "Codex cannot ask here: what needs a person is denied until `toolgate approvals` says yes.",
      "Codex runs the tool when a hook cannot be started or takes too long.",
    ],
  },
};
