import type { TableSource } from "../../toml/fields.ts";
import { addError, addWarning } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";

interface Bounds {
  readonly min: number | null;
  readonly max: number | null;
  readonly clamp: boolean;
}

/** Checks that bounds leave something between them, and that what is written about them has an effect. */
export function checkBounds({ min, max, clamp }: Bounds, { table, path }: TableSource, log: IssueLog): void {
  const has = (key: string): boolean => Object.hasOwn(table, key);
  if (min !== null && max !== null && min > max) {
    const key = ["max_float", "max", "min_float", "min", "type"].find(has) ?? "type";
    const message = `the upper bound (${max}) is below the lower bound (${min})`;
    addError(log, "inverted-range", { path: [...path, key], part: "value" }, message, "Swap them.");
  }
  for (const key of ["min", "max"].filter((plain) => has(plain) && has(`${plain}_float`))) {
    const message = `\`${key}\` has no effect beside \`${key}_float\``;
    addWarning(log, "ignored-key", { path: [...path, key], part: "key" }, message, "Keep one of the two.");
  }
  if (clamp && min === null && max === null) {
    const message = "`clamp` has no effect without a bound to move values to";
    addWarning(log, "no-effect", { path: [...path, "clamp"], part: "key" }, message, "Add `min` or `max`.");
  }
}
