import type { ManifestOptions } from "../manifest.ts";
import { addError } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import type { TomlPath } from "../toml/toml-document.ts";

/** Checks `agent_id`. A file is read for everybody; taking the tool of one agent from it would hand it to all of them. */
export function checkAgent(
  agent: string | undefined,
  path: TomlPath,
  log: IssueLog,
  { stored = false }: ManifestOptions,
): void {
  if (agent === undefined) return;
  const place = { path: [...path, "agent_id"], part: "value" } as const;
  if (agent.trim() === "" || /\p{C}/u.test(agent)) {
    addError(log, "bad-name", place, "`agent_id` is not the name of an agent", "Leave it out for all agents.");
  } else if (!stored) {
    const message = "a tool of one agent cannot stand in a file, which is read for all of them";
    addError(log, "agent-in-file", place, message, "Create it in the database: toolgate tools create FILE.");
  }
}
