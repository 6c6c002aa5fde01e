import type { ParamSpec } from "../../model/param.ts";
import { checkDefault } from "../checks/check-default.ts";
import { checkFolder } from "../checks/check-folder.ts";
import { checkPattern } from "../checks/check-pattern.ts";
import { checkChoices } from "../checks/check-choices.ts";
import { checkShownText } from "../checks/check-shown-text.ts";
import { checkParamName } from "../tool-name.ts";
import { checkParamCount } from "../toml/check-size.ts";
import { reportType } from "../toml/fields.ts";
import type { TableSource } from "../toml/fields.ts";
import { addError } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import { readTable } from "../toml/table-reader.ts";
import type { ReadTable } from "../toml/table-reader.ts";
import { isTable } from "../toml/toml-document.ts";
import { PARAM_TYPES, findKeyHome, toParamShape } from "./param-shape.ts";
import type { WhitelistParamType } from "./param-shape.ts";
import { findTopHome } from "./shape.ts";

type ParamTable = ReadTable<ReturnType<typeof toParamShape>>;
type Common = Pick<ParamSpec, "name" | "description" | "required" | "default" | "position" | "allowLeadingDash">;

/** Reads every `[params.NAME]`, in the order of the file. A parameter with an error is left out and reported. */
export function readParams(source: TableSource | undefined, log: IssueLog): readonly ParamSpec[] {
  if (source === undefined || !checkParamCount(source, log)) return [];
  const specs: ParamSpec[] = [];
  for (const [position, name] of Object.keys(source.table).entries()) {
    const path = [...source.path, name];
    const table = source.table[name];
    if (!checkParamName(name, { path, part: "key" }, log) || table === undefined) continue;
    if (!isTable(table)) {
      reportType(`a table like { type = "text" }`, table, path, log);
      continue;
    }
    const spec = readParam({ table, path }, name, position, log);
    if (spec !== null) specs.push(spec);
  }
  return specs;
}

function readParam(source: TableSource, name: string, position: number, log: IssueLog): ParamSpec | null {
  const type = PARAM_TYPES.find((known) => known === source.table["type"]) ?? null;
  const before = log.found.length;
  const read = readTable(source, toParamShape(type), log, (key) => findHome(key, type));
  checkShownText(source, ["description"], log);
  if (type === null) return null;
  const common: Common = {
    name,
    description: read.description ?? null,
    required: read.optional !== true && read.default === undefined,
    default: read.default,
    position,
    allowLeadingDash: read.allow_leading_dash ?? false,
  };
  const spec = toSpec(type, common, read, source, log);
  // A default is only judged by a specification that is itself sound.
  if (log.found.slice(before).every((found) => found.severity === "warning")) checkDefault(spec, source.path, log);
  return spec;
}

function findHome(key: string, type: WhitelistParamType | null): string | null {
  return (type === null ? null : findKeyHome(key, type)) ?? findTopHome(key);
}

function toSpec(
  type: WhitelistParamType,
  common: Common,
  read: ParamTable,
  source: TableSource,
  log: IssueLog,
): ParamSpec {
  const { path } = source;
  switch (type) {
    case "path":
      if (read.allowed_prefix !== undefined) {
        checkFolder(read.allowed_prefix, "allowed_prefix", { path: [...path, "allowed_prefix"], part: "value" }, log);
      }
      return { ...common, type, syntax: "whitelist", allowedPrefix: read.allowed_prefix ?? null };
    case "int":
      return { ...common, type: "integer", ...toBounds(read, source, log), clamp: false };
    case "float":
      return { ...common, type: "number", ...toBounds(read, source, log), clamp: false };
    case "bool":
      return { ...common, type: "boolean", syntax: "whitelist" };
    case "enum":
      checkChoices(read.values ?? [], source, "values", log);
      return { ...common, type, values: read.values ?? [] };
    case "text":
      if (read.pattern !== undefined) checkPattern(read.pattern, [...path, "pattern"], log);
      if (read.multiline === true) return toMultiline(common, read, source, log);
      return { ...common, type, pattern: read.pattern ?? null, refuseMetacharacters: false, allowEmpty: true };
    case "duration":
      return { ...common, type, syntax: "whitelist" };
    case "identifier":
      return { ...common, type };
  }
}

const MAX_MULTILINE_BYTES = 1024 * 1024;

function toMultiline(common: Common, { pattern }: ParamTable, { path }: TableSource, log: IssueLog): ParamSpec {
  if (pattern !== undefined) {
    const message = "`pattern` describes one line, and the value may have several";
    addError(log, "multiline-pattern", { path: [...path, "pattern"], part: "key" }, message, "Keep one of the two.");
  }
  return { ...common, type: "content", maxBytes: MAX_MULTILINE_BYTES, allowEmpty: true };
}

function toBounds(
  read: ParamTable,
  source: TableSource,
  log: IssueLog,
): { readonly min: number | null; readonly max: number | null } {
  const { min = null, max = null } = read;
  if (min !== null && max !== null && min > max) {
    const message = `\`max\` (${max}) is below \`min\` (${min})`;
    addError(log, "inverted-range", { path: [...source.path, "max"], part: "value" }, message, "Swap them.");
  }
  return { min, max };
}
