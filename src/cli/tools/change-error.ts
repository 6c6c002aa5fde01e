import type { ToolChange } from "../../call/runtime.ts";
import type { JsonObject } from "../../model/json.ts";
import { CliError } from "../cli-error.ts";

/** A refused change as the end of a command; `shown` stands for the text in the places of its issues. */
export function toChangeError(change: Extract<ToolChange, { ok: false }>, shown: string | null = null): CliError {
  const issues = change.issues.map((issue): JsonObject => ({ ...issue, file: shown ?? issue.file }));
  const details: JsonObject = issues.length === 0 ? {} : { issues };
  return new CliError(change.code.toUpperCase(), change.message, { hint: change.hint, details });
}
