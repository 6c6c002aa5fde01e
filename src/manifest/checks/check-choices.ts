import { showText } from "../../text/show-text.ts";
import type { TableSource } from "../toml/fields.ts";
import { addError } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";

/** Checks the values of an enumeration: at least one, none empty, none twice, none with control characters. */
export function checkChoices(values: readonly string[], source: TableSource, key: string, log: IssueLog): void {
  const path = [...source.path, key];
  const given = source.table[key];
  if (Array.isArray(given) && given.length === 0) {
    const message = `\`${key}\` is empty, so nothing could ever be sent`;
    addError(log, "empty-list", { path, part: "value" }, message, "List the permitted values.");
  }
  for (const [index, value] of values.entries()) {
    const place = { path: [...path, index], part: "value" } as const;
    if (value === "") addError(log, "empty-value", place, `entry ${index + 1} of \`${key}\` is empty`);
    else if (/\p{Cc}/u.test(value)) {
      addError(log, "control-character", place, `"${showText(value)}" holds a control character`);
    } else if (values.indexOf(value) < index) {
      addError(log, "duplicate-value", place, `"${showText(value)}" is listed twice`, "Keep one of the two.");
    }
  }
}
