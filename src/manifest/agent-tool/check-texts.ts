import { checkShownText } from "../checks/check-shown-text.ts";
import { addError, addWarning } from "../toml/issue-log.ts";
import type { TableSource } from "../toml/fields.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import { AGENT_TOOL_LIMITS } from "./limits.ts";

/** Checks what people and models read of a declaration. */
export function checkTexts(source: TableSource, keys: readonly string[], log: IssueLog): void {
  checkShownText(source, keys, log);
  const { description } = source.table;
  if (typeof description !== "string") return;
  const place = { path: [...source.path, "description"], part: "value" } as const;
  const { maxDescriptionBytes } = AGENT_TOOL_LIMITS;
  if (description.trim() === "") {
    addWarning(log, "missing-description", place, "the description is empty, so a model can only guess");
  } else if (Buffer.byteLength(description) > maxDescriptionBytes) {
    const message = `the description has more than ${maxDescriptionBytes} bytes`;
    addError(log, "too-long", place, message, "Say it shorter.");
  }
}
