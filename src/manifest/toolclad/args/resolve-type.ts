import type { CustomType, ToolcladProject } from "../../manifest.ts";
import { findNearest } from "../../../text/find-nearest.ts";
import { showText } from "../../../text/show-text.ts";
import { reportType } from "../../toml/fields.ts";
import type { TableSource } from "../../toml/fields.ts";
import { addError, addWarning } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import { ARG_TYPES, toArgType } from "../arg-shape.ts";
import type { ToolcladArgType } from "../arg-shape.ts";

/** A built-in type, and the project's type that builds on it when the argument names one. */
export interface ResolvedType {
  readonly type: ToolcladArgType;
  readonly custom: (CustomType & { readonly name: string }) | null;
}

/** Words that people try instead. */
const ALIASES: ReadonlyMap<string, ToolcladArgType> = new Map([
  ["text", "string"],
  ["str", "string"],
  ["int", "integer"],
  ["float", "number"],
  ["bool", "boolean"],
  ["file", "path"],
  ["ip", "ip_address"],
  ["host", "scope_target"],
  ["target", "scope_target"],
  ["regex", "regex_match"],
]);

/** The type that an argument names, built in or of the project; `null` after having reported why there is none. */
export function resolveType(
  { table, path }: TableSource,
  project: ToolcladProject | undefined,
  log: IssueLog,
): ResolvedType | null {
  const { type: name } = table;
  const customs = project?.types ?? new Map<string, CustomType>();
  const known = [...ARG_TYPES, ...customs.keys()];
  const hint = `Known: ${known.map((type) => showText(type)).join(", ")}.`;
  if (name === undefined) return assumeString(path, project, hint, log);
  if (typeof name !== "string") {
    reportType("a string", name, [...path, "type"], log);
    return null;
  }
  const custom = customs.get(name);
  const base = toArgType(custom?.base ?? name);
  if (base !== null) return { type: base, custom: custom === undefined ? null : { ...custom, name } };
  const nearest = ALIASES.get(name) ?? findNearest(name, known);
  const suggestion = nearest === null ? "" : `, did you mean \`${showText(nearest)}\`?`;
  const place = { path: [...path, "type"], part: "value" } as const;
  addError(log, "unknown-type", place, `unknown type \`${showText(name)}\`${suggestion}`, hint);
  return null;
}

/** The format's implementations differ: to two of them an argument without a type is a string, to two it is an error. */
function assumeString(
  path: TableSource["path"],
  project: ToolcladProject | undefined,
  hint: string,
  log: IssueLog,
): ResolvedType | null {
  const where = showText(path.join("."));
  if (project?.profile !== "peer") {
    addError(log, "missing-key", { path, part: "key" }, `\`type\` is missing in [${where}]`, hint);
    return null;
  }
  const message = `[${where}] has no \`type\`, so it is taken for a string`;
  addWarning(log, "type-assumed", { path, part: "key" }, message, 'Add `type = "string"`.');
  return { type: "string", custom: null };
}
