import type { JsonObject } from "../../model/json.ts";
import type { HookRequest } from "../hook-agent.ts";
import type { MakeCalls } from "./make-calls.ts";

/** What an agent's tool is here, by its name in small letters. */
export type ToolTable = Readonly<Record<string, MakeCalls>>;

/**
 * The calls that a use of an agent's tool stands for. A tool that is not in the table is a call of that name: rules may
 * speak about it, and without one it asks. Case never matters, so that no other spelling slips past a rule.
 */
export function toRequest(table: ToolTable, tool: string, input: JsonObject, folder: string): HookRequest {
  const key = tool.toLowerCase();
  const make = Object.hasOwn(table, key) ? table[key] : undefined;
  if (make === undefined)
    return { kind: "calls", calls: [{ tool: toForeignName(tool), args: input, own: isOwn(key) }] };
  const calls = make(input, folder);
  return typeof calls === "string"
    ? unreadable(`the input of ${tool} cannot be read: ${calls}`)
    : { kind: "calls", calls };
}

/** A tool of an agent or of its servers never passes for one of Toolgate's own, which is trusted to do what its name says. */
function toForeignName(tool: string): string {
  return /^(?:fs|shell|session)\./i.test(tool) ? `agent__${tool}` : tool;
}

export function unreadable(message: string): HookRequest {
  return { kind: "unreadable", message };
}

/** Whether an agent's tool only keeps the agent's own books: it neither touches files nor reaches anything outside. */
export function isOwn(name: string): boolean {
  return OWN_TOOLS.has(name.toLowerCase());
}

const OWN_TOOLS: ReadonlySet<string> = new Set([
  // Claude Code; what a sub-agent does passes the hook by itself.
  ...["agent", "askuserquestion", "bashoutput", "enterplanmode", "exitplanmode", "killbash", "killshell", "task"],
  ...["taskcreate", "taskget", "tasklist", "taskoutput", "taskstop", "taskupdate", "todoread", "todowrite"],
  ...["toolsearch", "update_plan"],
  // Gemini CLI
  ...["ask_user", "enter_plan_mode", "exit_plan_mode", "write_todos"],
  // GitHub Copilot CLI
  ...["list_bash", "read_bash", "report_intent", "stop_bash", "update_todo"],
]);
