import { EFFECTS, RISK_TIERS } from "../../model/tool.ts";
import type { ManifestIssue } from "../../manifest/manifest.ts";
import { field, reportType, required } from "../../manifest/toml/fields.ts";
import type { Field, TableSource } from "../../manifest/toml/fields.ts";
import { addError, toIssues } from "../../manifest/toml/issue-log.ts";
import type { IssueLog } from "../../manifest/toml/issue-log.ts";
import { parseTomlWithPositions } from "../../manifest/toml/parse-toml.ts";
import { readTable } from "../../manifest/toml/table-reader.ts";
import { isTable } from "../../manifest/toml/toml-document.ts";
import type { TomlDocument, TomlValue } from "../../manifest/toml/toml-document.ts";
import type { ParamSpaceKind } from "../analysis.ts";
import type { Assertion, Requirement, Selection } from "./assertion.ts";

const FORMATS = ["whitelist", "toolclad", "library", "capability", "custom", "credentialed", "agent-tool"] as const;
const SPACES = [
  "enumerable",
  "bounded",
  "grammar",
  "pattern",
  "confined",
  "scoped",
  "free",
] as const satisfies readonly ParamSpaceKind[];
const DECISIONS = ["allow", "ask", "deny"] as const;

/** The keys of `for`. */
export const SELECTION: Readonly<Record<keyof Selection, Field<unknown>>> = {
  name: field.strings(),
  format: choices(FORMATS),
  group: field.strings(),
  effect: choices(EFFECTS),
  risk: choices(RISK_TIERS),
  human_approval: field.boolean(),
};
/** The keys of `must`. */
export const REQUIREMENT: Readonly<Record<keyof Requirement, Field<unknown>>> = {
  effect: choices(EFFECTS),
  risk: choices(RISK_TIERS),
  human_approval: field.boolean(),
  hosts: field.strings(),
  targets: field.strings(),
  programs: field.strings(),
  paths: field.strings(),
  environment: field.strings(),
  secrets: field.strings(),
  tools: field.strings(),
  spaces: choices(SPACES),
  decision: choices(DECISIONS),
  output_schema: field.boolean(),
  no_warnings: field.strings(),
};
/** The keys of one `[[assert]]`. */
export const ASSERTION: {
  readonly name: Field<string>;
  readonly for: Field<TableSource>;
  readonly must: Field<TableSource>;
} = {
  name: required(field.string(), "Say in a few words what must be so."),
  for: field.table(),
  must: required(field.table(), 'Add what must be so: `must = { effect = ["read"] }`.'),
};

/** Reads a file of assertions: `[[assert]]` tables with `name`, `for` and `must`. One mistake makes all of it void. */
export function parseAssertions(
  text: string,
  file: string,
): { readonly assertions: readonly Assertion[]; readonly issues: readonly ManifestIssue[] } {
  const { document, issues } = parseTomlWithPositions(text, file);
  if (document === null) return { assertions: [], issues };
  const log: IssueLog = { found: [] };
  const assertions = readAssertions(document, log);
  const all = [...issues, ...toIssues(log, document)];
  return all.some(({ severity }) => severity === "error")
    ? { assertions: [], issues: all }
    : { assertions, issues: all };
}

function readAssertions(document: TomlDocument, log: IssueLog): readonly Assertion[] {
  const { assert } = readTable({ table: document.root, path: [] }, { assert: field.any() }, log);
  const entries: readonly TomlValue[] = Array.isArray(assert) ? assert : [];
  if (entries.length === 0) {
    const hint = 'Write [[assert]] with `name = "…"` and `must = { … }`.';
    addError(log, "no-assertions", { path: [], part: "key" }, "the file asserts nothing", hint);
  }
  return entries.flatMap((entry, index) => {
    const path = ["assert", index];
    if (isTable(entry)) return [readAssertion({ table: entry, path }, document, log)];
    reportType("a table", entry, path, log);
    return [];
  });
}

function readAssertion(source: TableSource, document: TomlDocument, log: IssueLog): Assertion {
  const read = readTable(source, ASSERTION, log);
  const must = read.must === undefined ? {} : readTable(read.must, REQUIREMENT, log);
  if (read.must !== undefined && Object.keys(read.must.table).length === 0) {
    addError(log, "empty-requirement", { path: [...source.path, "must"], part: "key" }, "`must` requires nothing");
  }
  return {
    name: read.name ?? "",
    for: read.for === undefined ? {} : (readTable(read.for, SELECTION, log) as Selection),
    must: must,
    line: document.locate({ path: [...source.path, "name"], part: "key" }).line,
  };
}

/** A list of words, each of which must be one of a few. */
function choices<const T extends string>(values: readonly T[]): Field<readonly T[]> {
  const word = field.oneOf<T>({ values, what: "word", code: "unknown-word" });
  return {
    required: false,
    hint: null,
    read: (value, path, log) => {
      if (!Array.isArray(value)) {
        reportType("a list of strings", value, path, log);
        return undefined;
      }
      const words = (value as readonly TomlValue[]).map((entry, index) => word.read(entry, [...path, index], log));
      return words.every((read) => read !== undefined) ? words : undefined;
    },
    schema: () => ({ type: "array", items: { enum: values } }),
  };
}
