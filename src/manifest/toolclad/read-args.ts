import type { ParamSpec } from "../../model/param.ts";
import { checkChoices } from "../checks/check-choices.ts";
import { checkDefault } from "../checks/check-default.ts";
import { checkPattern } from "../checks/check-pattern.ts";
import { checkShownText } from "../checks/check-shown-text.ts";
import { showText } from "../../text/show-text.ts";
import { checkParamCount } from "../toml/check-size.ts";
import { reportType } from "../toml/fields.ts";
import type { TableSource } from "../toml/fields.ts";
import { addError } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import { readTable } from "../toml/table-reader.ts";
import { isTable } from "../toml/toml-document.ts";
import { ABSENT_TYPES, toArgShape, toArgType, findKeyHome } from "./arg-shape.ts";
import type { ArgTable } from "./arg-shape.ts";
import { toArgSpec } from "./to-arg-spec.ts";

/** Reads every `[args.NAME]`, in the order of `position`, then of the file. */
export function readArgs(source: TableSource | undefined, log: IssueLog): readonly ParamSpec[] {
  if (source === undefined || !checkParamCount(source, log)) return [];
  const specs = Object.keys(source.table).flatMap((name) => readArg(source, name, log) ?? []);
  return specs
    .toSorted((left, right) => left.position - right.position)
    .map((spec, position) => ({ ...spec, position }));
}

function readArg(source: TableSource, name: string, log: IssueLog): ParamSpec | null {
  const path = [...source.path, name];
  const table = source.table[name];
  if (!/^[A-Za-z0-9]\w{0,63}$/.test(name)) {
    const message = `\`${showText(name)}\` cannot be the name of an argument`;
    const hint = "Use 1 to 64 of A-Z a-z 0-9 _, beginning with a letter or digit.";
    addError(log, "bad-name", { path, part: "key" }, message, hint);
    return null;
  }
  if (!isTable(table)) {
    reportType(`a table like { type = "string" }`, table ?? "", path, log);
    return null;
  }
  checkShownText({ table, path }, ["description"], log);
  const type = toArgType(table["type"]);
  const before = log.found.length;
  const read = readTable({ table, path }, toArgShape(type), log, (key) =>
    type === null ? null : findKeyHome(key, type),
  );
  if (read.type !== undefined && ABSENT_TYPES.includes(read.type)) {
    const message = `this version of Toolgate does not have the type \`${read.type}\``;
    addError(log, "not-supported-here", { path: [...path, "type"], part: "value" }, message);
  }
  if (type === null) return null;
  const spec = toArgSpec(type, name, read);
  checkConstraints(spec, read, { table, path }, log);
  // A default is only judged by a specification that is itself sound.
  if (log.found.slice(before).every((found) => found.severity === "warning")) checkDefault(spec, path, log);
  return spec;
}

function checkConstraints(spec: ParamSpec, read: ArgTable, source: TableSource, log: IssueLog): void {
  const { path } = source;
  if (spec.type === "enum") checkChoices(spec.values, source, "allowed", log);
  if (spec.type === "url") checkSchemes(spec.schemes, source, log);
  if (read.pattern !== undefined && spec.type === "text") checkPattern(read.pattern, [...path, "pattern"], log);
  if ((spec.type === "integer" || spec.type === "number") && spec.min !== null && spec.max !== null) {
    if (spec.min > spec.max) {
      const key = read.max_float === undefined ? "max" : "max_float";
      const message = `the upper bound (${spec.max}) is below the lower bound (${spec.min})`;
      addError(log, "inverted-range", { path: [...path, key], part: "value" }, message, "Swap them.");
    }
  }
  for (const [index, name] of (read.sanitize ?? []).entries()) {
    if (name === "injection") continue;
    const message = `unknown sanitizer \`${showText(name)}\`; only \`injection\` exists, and it is always on`;
    addError(log, "unknown-sanitizer", { path: [...path, "sanitize", index], part: "value" }, message);
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
