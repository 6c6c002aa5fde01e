import type { ArgNode } from "../../model/arg-node.ts";
import type { ParamSpec } from "../../model/param.ts";
import { splitTemplate } from "../../template/split-template.ts";
import { suggestNearest } from "../../text/find-nearest.ts";
import { showText } from "../../text/show-text.ts";
import { reportType } from "../toml/fields.ts";
import type { TableSource } from "../toml/fields.ts";
import { addError, addWarning } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import { isTable } from "../toml/toml-document.ts";
import type { TomlPath, TomlValue } from "../toml/toml-document.ts";

type Form = "exec" | "template";
export type Mapping = Extract<ArgNode, { kind: "mapped" }>;

/**
 * Reads `[command.mappings.ARG]`: which author-written arguments belong to which value. A text is split into words in a
 * template, as the format does; in `exec` a text is exactly one argument, an empty one none, and a list is a list.
 */
export function readMappings(
  source: TableSource | undefined,
  args: readonly ParamSpec[],
  form: Form,
  log: IssueLog,
): readonly Mapping[] {
  if (source === undefined) return [];
  return Object.entries(source.table).flatMap(([name, table]) => {
    const path = [...source.path, name];
    const spec = args.find((arg) => arg.name === name);
    if (spec === undefined) {
      const suggestion = suggestNearest(
        name,
        args.map((arg) => arg.name),
      );
      addError(log, "unknown-arg", { path, part: "key" }, `no argument \`${showText(name)}\` is declared${suggestion}`);
      return [];
    }
    if (!isTable(table)) {
      reportType("a table of values", table ?? "", path, log);
      return [];
    }
    return [{ kind: "mapped", param: name, table: readMapping({ table, path }, spec, form, log) }];
  });
}

function readMapping(source: TableSource, spec: ParamSpec, form: Form, log: IssueLog): Mapping["table"] {
  const entries = Object.entries(source.table).map(([value, mapped]) => {
    const path = [...source.path, value];
    checkValue(value, spec, path, log);
    return [value, readWords(mapped ?? "", path, form, log)] as const;
  });
  return Object.fromEntries(entries);
}

function checkValue(value: string, spec: ParamSpec, path: TomlPath, log: IssueLog): void {
  const possible = spec.type === "enum" ? spec.values : spec.type === "boolean" ? ["true", "false"] : null;
  if (possible === null || possible.includes(value)) return;
  const message = `\`${spec.name}\` can never be \`${showText(value)}\`${suggestNearest(value, possible)}`;
  addError(log, "unknown-value", { path, part: "key" }, message, `Its values: ${possible.join(", ")}.`);
}

function readWords(value: TomlValue, path: TomlPath, form: Form, log: IssueLog): readonly string[] {
  const words = Array.isArray(value) ? (value as readonly TomlValue[]) : splitWords(value, path, form, log);
  const texts: string[] = [];
  for (const word of words) {
    if (typeof word === "string") texts.push(word);
    else reportType("a string", word, path, log);
  }
  const braced = texts.map((text) => /\{\w+\}/.exec(text)?.[0]).find((found) => found !== undefined);
  if (braced !== undefined) {
    const message = `a mapping is literal text, so ${braced} would be passed on as it is`;
    const place = { path, part: "value", fragment: braced } as const;
    addError(
      log,
      "placeholder-in-mapping",
      place,
      message,
      "Use a conditional, or put the placeholder into the command.",
    );
  }
  if (texts.some((text) => text.includes("\u0000"))) {
    addError(log, "control-character", { path, part: "value" }, "an argument cannot hold a NUL character");
  }
  return texts;
}

function splitWords(value: TomlValue, path: TomlPath, form: Form, log: IssueLog): readonly TomlValue[] {
  if (typeof value !== "string") return [value];
  if (form === "exec") {
    if (/\s/.test(value)) {
      const message = "in `exec` this text is one argument, spaces included";
      addWarning(log, "one-argument", { path, part: "value" }, message, 'For several, write a list: ["-a", "-b"].');
    }
    return value === "" ? [] : [value];
  }
  const split = splitTemplate(value);
  if (split.ok) return split.words;
  addError(log, "bad-template", { path, part: "value" }, split.issue.message, "Close the quote.");
  return [];
}
