import { replyWith, SILENCE } from "../block.ts";
import type { HookAgent, HookRequest } from "../hook-agent.ts";
import {
  editCalls,
  globCalls,
  patchCalls,
  pathCalls,
  searchCalls,
  shellCalls,
  writeCalls,
} from "../calls/make-calls.ts";
import { objectOf, textOf } from "../calls/read-members.ts";
import { toFolder } from "../calls/read-tool-event.ts";
import type { ToolTable } from "../calls/to-request.ts";
import { toRequest, unreadable } from "../calls/to-request.ts";
import type { JsonObject } from "../../model/json.ts";

const TOOLS: ToolTable = {
  bash: shellCalls(),
  view: pathCalls("fs.read", false, "path"),
  create: writeCalls,
  edit: editCalls,
  str_replace_editor: editCalls,
  apply_patch: patchCalls,
  glob: globCalls,
  grep: searchCalls,
  rg: searchCalls,
};

export const COPILOT: HookAgent = {
  name: "copilot",
  title: "GitHub Copilot CLI",
  read: readEvent,
  reply: ({ verdict, reason }) =>
    verdict === "nothing" ? SILENCE : replyWith({ permissionDecision: verdict, permissionDecisionReason: reason }),
  settings: {
    user: ".copilot/hooks/toolgate.json",
    project: ".github/hooks/toolgate.json",
    userVariable: "COPILOT_HOME",
    base: { version: 1 },
    entries: (command, timeoutSec) => [
      { list: ["hooks", "preToolUse"], item: { type: "command", bash: command, timeoutSec } },
    ],
    notes: [
      "Copilot CLI runs the tool when a hook takes too long; any other failure stops it.",
      "With --allow-all-tools Copilot CLI answers its own questions with yes: there only a deny stops anything.",
    ],
  },
};

/** The event has no name of its own: it is what `preToolUse` sends. */
function readEvent(event: JsonObject, folder: string): HookRequest {
  const tool = textOf(event, "toolName");
  if (tool === null || tool === "") return unreadable("the event names no tool");
  if (Object.hasOwn(event, "toolResult")) return { kind: "nothing" };
  // A patch may come as the bare text.
  const bare = tool === "apply_patch" ? textOf(event, "toolArgs") : null;
  const input = objectOf(event, "toolArgs") ?? (bare === null ? null : { input: bare });
  if (input === null) return unreadable(`the event has no input for ${tool}`);
  return toRequest(TOOLS, tool, input, toFolder(event, folder));
}
