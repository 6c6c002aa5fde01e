import type { JsonObject, JsonValue } from "../../model/json.ts";
import { addError } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import type { TomlPath } from "../toml/toml-document.ts";
import { AGENT_TOOL_LIMITS } from "./limits.ts";

/** Reports a definition that is too large or too deep, before anything walks through it. */
export function checkDefinitionSize(definition: JsonObject, path: TomlPath, log: IssueLog): boolean {
  const { maxDepth, maxDefinitionBytes } = AGENT_TOOL_LIMITS;
  const place = { path, part: "value" } as const;
  if (isDeeper(definition, maxDepth)) {
    addError(log, "too-deep", place, `objects and lists are nested more than ${maxDepth} deep`);
    return false;
  }
  const bytes = countBytes(definition);
  if (bytes <= maxDefinitionBytes) return true;
  const message = `the definition has ${bytes} bytes; at most ${maxDefinitionBytes} are taken`;
  addError(log, "too-large", place, message, "Say it shorter.");
  return false;
}

/** Bytes of the value as JSON in UTF-8. The value must not be too deep. */
export function countBytes(value: JsonValue): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** Whether objects and lists are nested deeper than `limit`. Stops there, so that no depth is too much for it. */
export function isDeeper(value: JsonValue | undefined, limit: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (limit === 0) return true;
  return Object.values(value).some((member) => isDeeper(member, limit - 1));
}
