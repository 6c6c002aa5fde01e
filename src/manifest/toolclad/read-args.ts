import type { ParamSpec } from "../../model/param.ts";
import { checkDefault } from "../checks/check-default.ts";
import { checkShownText } from "../checks/check-shown-text.ts";
import type { ManifestOptions } from "../manifest.ts";
import { showText } from "../../text/show-text.ts";
import { checkParamCount } from "../toml/check-size.ts";
import { reportType } from "../toml/fields.ts";
import type { TableSource } from "../toml/fields.ts";
import { addError } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import { readTable } from "../toml/table-reader.ts";
import { isTable } from "../toml/toml-document.ts";
import { toArgShape, findKeyHome } from "./arg-shape.ts";
import { checkConstraints } from "./args/check-constraints.ts";
import { mergeConstraints } from "./args/merge-constraints.ts";
import { resolveType } from "./args/resolve-type.ts";
import { toArgSpec } from "./to-arg-spec.ts";

type Project = ManifestOptions["project"];

/**
 * Reads the arguments of a tool, of a session command or of a browser command: `source` holds one table for each. They
 * come in the order of `position`, then of the file.
 */
export function readArgs(
  source: TableSource | undefined,
  log: IssueLog,
  options: ManifestOptions,
): readonly ParamSpec[] {
  if (source === undefined || !checkParamCount(source, log)) return [];
  const specs = Object.keys(source.table).flatMap((name) => readArg(source, name, log, options.project) ?? []);
  return specs
    .toSorted((left, right) => left.position - right.position)
    .map((spec, position) => ({ ...spec, position }));
}

function readArg(source: TableSource, name: string, log: IssueLog, project: Project): ParamSpec | null {
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
  return readTyped(name, { table, path }, log, project);
}

function readTyped(name: string, source: TableSource, log: IssueLog, project: Project): ParamSpec | null {
  const before = log.found.length;
  const resolved = resolveType(source, project, log);
  const type = resolved?.type ?? null;
  const own = readTable(source, toArgShape(type), log, (key) => (type === null ? null : findKeyHome(key, type)));
  if (resolved === null) return null;
  const { read, source: inForce } = mergeConstraints(own, resolved, source, log);
  const spec = toArgSpec(resolved.type, name, read, project?.profile ?? "strict");
  checkConstraints(resolved.type, spec, read, inForce, log);
  // A default is only judged by a specification that is itself sound.
  if (log.found.slice(before).every((found) => found.severity === "warning")) checkDefault(spec, source.path, log);
  return spec;
}
