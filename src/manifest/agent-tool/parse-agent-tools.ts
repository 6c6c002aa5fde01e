import type { JsonValue } from "../../model/json.ts";
import type { Tool } from "../../model/tool.ts";
import { renderPath } from "../checks/render-path.ts";
import { definitionHash } from "../definition-hash.ts";
import type { ManifestResult } from "../manifest.ts";
import { addError, toIssues } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import { countBytes, isDeeper } from "./check-definition-size.ts";
import { AGENT_TOOL_LIMITS } from "./limits.ts";
import { readToolList } from "./read-tool-list.ts";
import type { ListContext } from "./read-tool-list.ts";

export interface AgentToolOptions extends ListContext {
  /** Names the connection in messages and in `Tool.origin`. */
  readonly file: string;
}

/**
 * Reads the tools that a connected application declares, as they came over the wire: all of them or, with any error,
 * none. They live as long as the connection. Never throws for JSON of any size and shape.
 */
export function parseAgentTools(value: JsonValue, options: AgentToolOptions): ManifestResult {
  const { file } = options;
  const log: IssueLog = { found: [] };
  const drafts = checkMessage(value, log) ? readToolList(value, log, options) : [];
  const told: IssueLog = {
    found: log.found.map((found) => ({ ...found, message: sayWhere(found) })),
  };
  const issues = toIssues(told, { file, locate: () => ({ line: 1, column: 1, endColumn: 1 }) });
  if (issues.some(({ severity }) => severity === "error")) return { tools: [], issues };
  const origin = { format: "agent-tool", layer: "session", file, line: 1, column: 1 } as const;
  const tools = drafts.map(({ draft }): Tool => ({ ...draft, origin, definitionHash: definitionHash(draft) }));
  return { tools, issues };
}

function checkMessage(value: JsonValue, log: IssueLog): boolean {
  const { maxDepth, maxMessageBytes } = AGENT_TOOL_LIMITS;
  const place = { path: [], part: "value" } as const;
  // The list around the definitions, and the object around that.
  if (isDeeper(value, maxDepth + 2)) {
    addError(log, "too-deep", place, `objects and lists are nested more than ${maxDepth} deep in a definition`);
    return false;
  }
  const bytes = countBytes(value);
  if (bytes <= maxMessageBytes) return true;
  addError(log, "too-large", place, `the message has ${bytes} bytes; at most ${maxMessageBytes} are taken`);
  return false;
}

function sayWhere({ place, message }: IssueLog["found"][number]): string {
  return place.path.length === 0 ? message : `${message} (\`${renderPath(place.path)}\`)`;
}
