import type { ArgNode } from "../../model/arg-node.ts";
import { parseCondition } from "../../template/parse-condition.ts";
import { splitTemplate } from "../../template/split-template.ts";
import { escapeControls, showText } from "../../text/show-text.ts";
import { field, required, reportType } from "../toml/fields.ts";
import type { Field, TableSource } from "../toml/fields.ts";
import { addError } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import { readTable } from "../toml/table-reader.ts";
import { isTable } from "../toml/toml-document.ts";
import type { TomlPath } from "../toml/toml-document.ts";
import type { Placeholders } from "./placeholders.ts";
import { toNodes } from "./to-nodes.ts";

/** The keys of `[command.conditionals.NAME]`. */
export const CONDITIONAL_SHAPE: Readonly<Record<"when" | "template", Field<string>>> = {
  when: required(field.string()),
  template: required(field.string()),
};

/**
 * Reads `[command.conditionals.NAME]`: arguments that are there only when a condition on other arguments holds. Both
 * halves are parsed now; a condition is a comparison of names with literals and is never evaluated as code.
 */
export function readConditionals(
  source: TableSource | undefined,
  placeholders: Placeholders,
  names: readonly string[],
  log: IssueLog,
): ReadonlyMap<string, readonly ArgNode[]> {
  const conditionals = new Map<string, readonly ArgNode[]>();
  for (const [name, table] of Object.entries(source?.table ?? {})) {
    const path = [...(source?.path ?? []), name];
    if (!/^\w{1,64}$/.test(name)) {
      const message = `\`${showText(name)}\` cannot be the name of a conditional`;
      addError(log, "bad-name", { path, part: "key" }, message, "Use letters, digits and `_`.");
      continue;
    }
    if (!isTable(table)) {
      reportType("a table with `when` and `template`", table ?? "", path, log);
      continue;
    }
    const read = readTable({ table, path }, CONDITIONAL_SHAPE, log);
    const args = readTemplate(read.template ?? "", path, placeholders, log);
    const node = toWhen(read.when, args, path, names, log);
    conditionals.set(name, node === null ? [] : [node]);
  }
  return conditionals;
}

function readTemplate(text: string, path: TomlPath, placeholders: Placeholders, log: IssueLog): readonly ArgNode[] {
  const place = { path: [...path, "template"], part: "value" } as const;
  const split = splitTemplate(text);
  if (split.ok) return split.words.flatMap((word) => toNodes({ text: word, place }, placeholders, log));
  addError(log, "bad-template", place, split.issue.message, "Close the quote.");
  return [];
}

function toWhen(
  when: string | undefined,
  args: readonly ArgNode[],
  path: TomlPath,
  names: readonly string[],
  log: IssueLog,
): ArgNode | null {
  if (when === undefined) return null;
  const parsed = parseCondition(when, names);
  // A value that is absent takes the whole fragment with it, not only its own word.
  if (parsed.ok) return { kind: "when", condition: parsed.condition, args: [{ kind: "group", args }] };
  const fragment = /^\S*/.exec(when.slice(parsed.issue.offset))?.[0];
  const message = `the condition cannot be read: ${escapeControls(parsed.issue.message)}`;
  const place = { path: [...path, "when"], part: "value", fragment } as const;
  addError(log, "bad-condition", place, message, "Write `name == 'value'`, joined by `and` or `or`.");
  return null;
}
