import type { JsonObject } from "../../model/json.ts";
import type { HookRequest } from "../hook-agent.ts";
import { objectOf, textOf } from "./read-members.ts";
import type { ToolTable } from "./to-request.ts";
import { toRequest, unreadable } from "./to-request.ts";

export interface ToolEventShape {
  /** The event that is asked about before a tool runs. */
  readonly decides: string;
  readonly table: ToolTable;
}

/** Events with `hook_event_name`, `tool_name`, `tool_input` and `cwd`, which most agents have. */
export function readToolEvent(event: JsonObject, folder: string, { decides, table }: ToolEventShape): HookRequest {
  const name = textOf(event, "hook_event_name");
  // Others cannot be let through or stopped here; an unknown one that could be is not ours to wave through.
  if (name !== decides) {
    return AFTERWARDS.has(name ?? "")
      ? { kind: "nothing" }
      : unreadable(`expected the event ${decides}, got ${name ?? "none"}`);
  }
  const tool = textOf(event, "tool_name");
  const input = objectOf(event, "tool_input");
  if (tool === null || tool === "") return unreadable("the event names no tool");
  if (input === null) return unreadable(`the event has no input for ${tool}`);
  return toRequest(table, tool, input, toFolder(event, folder));
}

/** Where the agent works, as the event says; an agent without a folder works where its hook runs. */
export function toFolder(event: JsonObject, folder: string): string {
  const cwd = textOf(event, "cwd");
  return cwd?.startsWith("/") === true ? cwd : folder;
}

const AFTERWARDS: ReadonlySet<string> = new Set(["PostToolUse", "PostToolUseFailure", "AfterTool"]);
