import type { Caller } from "../../model/caller.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Tool } from "../../model/tool.ts";
import type { StoredTool } from "../../storage/repositories.ts";
import type { ToolControlParts } from "./tool-control-parts.ts";

export interface RecordedChange {
  readonly action: "tool.create" | "tool.update" | "tool.remove" | "tool.enable" | "tool.disable";
  readonly name: string;
  /** What the definition gives; empty for one that could not be served. */
  readonly tools: readonly Pick<Tool, "name" | "definitionHash">[];
  readonly format: StoredTool["format"];
  readonly audience: StoredTool["audience"];
  readonly where: { readonly id: string } | { readonly file: string };
  /** Names alone: values are secret. */
  readonly environment?: readonly string[] | undefined;
}

/** Writes down what is about to be changed. @throws when it cannot be recorded: then it must not be made */
export function recordChange(change: RecordedChange, by: Caller, { recordAdmin }: ToolControlParts): Promise<void> {
  const { action, name, tools, format, audience, where, environment = [] } = change;
  const data: JsonObject = {
    name,
    definitions: tools.map((tool) => ({ name: tool.name, definitionHash: tool.definitionHash })),
    format,
    audience: { ...audience },
    ...where,
    environment,
  };
  return recordAdmin(action, data, by);
}
