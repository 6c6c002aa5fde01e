import { addError } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import { reportType } from "../../toml/fields.ts";
import type { Field } from "../../toml/fields.ts";
import type { TomlPath, TomlValue } from "../../toml/toml-document.ts";

/** A list of HTTP status codes. */
export const statusList: Field<readonly number[]> = {
  required: false,
  hint: null,
  read: readStatusList,
  schema: () => ({ type: "array", items: { type: "integer", minimum: 100, maximum: 599 }, uniqueItems: true }),
};

function readStatusList(value: TomlValue, path: TomlPath, log: IssueLog): readonly number[] | undefined {
  if (!Array.isArray(value)) {
    reportType("a list of status codes", value, path, log);
    return undefined;
  }
  const codes: number[] = [];
  for (const [index, entry] of (value as readonly TomlValue[]).entries()) {
    const place = { path: [...path, index], part: "value" } as const;
    if (typeof entry !== "bigint") reportType("an integer", entry, place.path, log);
    else if (entry < 100n || entry > 599n) {
      addError(log, "out-of-range", place, `a status code is a number from 100 to 599, not ${entry.toString()}`);
    } else if (codes.includes(Number(entry))) {
      addError(log, "duplicate-value", place, `${entry.toString()} is listed twice`, "Keep one of the two.");
    } else codes.push(Number(entry));
  }
  return codes;
}

/** Reports codes that would mean both success and failure. */
export function checkDisjoint(success: readonly number[], failure: readonly number[], log: IssueLog): void {
  for (const [index, code] of failure.entries()) {
    if (!success.includes(code)) continue;
    const place = { path: ["http", "error_status", index], part: "value" } as const;
    addError(log, "duplicate-value", place, `${code} is listed as a success too`, "Keep it in one of the lists.");
  }
}
