import type { ParamSpec } from "../../../model/param.ts";
import { checkChoices } from "../../checks/check-choices.ts";
import { checkPattern } from "../../checks/check-pattern.ts";
import { showText } from "../../../text/show-text.ts";
import type { TableSource } from "../../toml/fields.ts";
import { addError, addWarning } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import type { ArgTable, ToolcladArgType } from "../arg-shape.ts";
import { checkBounds } from "./check-bounds.ts";

/** The constraint that a type cannot do without. */
export const NEEDED: Partial<Record<ToolcladArgType, readonly [key: "allowed" | "pattern", hint: string]>> = {
  enum: ["allowed", 'List the permitted values: `allowed = ["a", "b"]`.'],
  regex_match: ["pattern", "Add a `pattern` that the whole value matches: `^…$`."],
};

/**
 * Checks what the keys of an argument say together. `source` is what the argument itself says: what its type sets was
 * checked with the type.
 */
export function checkConstraints(
  type: ToolcladArgType,
  spec: ParamSpec,
  read: ArgTable,
  source: TableSource,
  log: IssueLog,
): void {
  const { table, path } = source;
  const [needed, hint] = NEEDED[type] ?? [];
  if (needed !== undefined && read[needed] === undefined && !Object.hasOwn(table, needed)) {
    const where = showText(path.join("."));
    addError(log, "missing-key", { path, part: "key" }, `\`${needed}\` is missing in [${where}]`, hint);
  }
  if (spec.type === "enum" && Object.hasOwn(table, "allowed")) checkChoices(spec.values, source, "allowed", log);
  if (spec.type === "url") checkSchemes(spec.schemes, source, log);
  if (read.pattern !== undefined && Object.hasOwn(table, "pattern")) {
    checkPattern(read.pattern, [...path, "pattern"], log);
  }
  if (spec.type === "integer" || spec.type === "number") checkBounds(spec, source, log);
  checkSanitize(read.sanitize, path, log);
}

function checkSanitize(names: readonly string[] | undefined, path: TableSource["path"], log: IssueLog): void {
  const place = { path: [...path, "sanitize"], part: "value" } as const;
  if (names?.length === 0) {
    const message = "an empty `sanitize` switches nothing off: the check for shell metacharacters is always on";
    addWarning(log, "no-effect", place, message, "Delete it.");
  }
  for (const [index, name] of (names ?? []).entries()) {
    if (name === "injection") continue;
    const message = `unknown sanitizer \`${showText(name)}\`; only \`injection\` exists, and it is always on`;
    addError(log, "unknown-sanitizer", { ...place, path: [...place.path, index] }, message);
  }
}

function checkSchemes(schemes: readonly string[], source: TableSource, log: IssueLog): void {
  if (source.table["schemes"] !== undefined) checkChoices(schemes, source, "schemes", log);
  for (const [index, scheme] of schemes.entries()) {
    if (scheme === "" || /^[a-z][a-z0-9+.-]*$/.test(scheme)) continue;
    const message = `"${showText(scheme)}" is not a URL scheme`;
    const hint = 'Write it in lower case without `://`: "https".';
    addError(log, "bad-scheme", { path: [...source.path, "schemes", index], part: "value" }, message, hint);
  }
}
