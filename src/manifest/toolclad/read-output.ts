import type { JsonSchema } from "../../model/json.ts";
import type { OutputSpec } from "../../model/tool.ts";
import { prepareSchema } from "../../params/json-schema/prepare-schema.ts";
import { findNearest } from "../../text/find-nearest.ts";
import { showText } from "../../text/show-text.ts";
import { field } from "../toml/fields.ts";
import type { TableSource } from "../toml/fields.ts";
import { addError } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import { readTable } from "../toml/table-reader.ts";
import type { TomlPath } from "../toml/toml-document.ts";
import { toJson } from "../toml/to-json.ts";

const FORMATS = ["text", "json", "jsonl", "csv", "xml"] as const;
type Format = (typeof FORMATS)[number];
type Parser = OutputSpec["parser"];
const PARSERS: readonly Parser[] = ["text", "json", "jsonl"];

const OUTPUT_SHAPE = {
  format: field.oneOf<Format>({ values: FORMATS, what: "format", code: "unknown-format" }),
  parser: field.string(),
  envelope: field.boolean(),
  schema: field.table(),
};

/** Reads `[output]`. Without a parser, the one of the format; with `envelope = false`, what the process gave. */
export function readOutput(source: TableSource, log: IssueLog): OutputSpec {
  const read = readTable(source, OUTPUT_SHAPE, log);
  const schema = read.schema === undefined ? null : toJson(read.schema.table, read.schema.path, log);
  if (read.schema !== undefined) checkOutputSchema(schema as JsonSchema, read.schema.path, log);
  const named = read.parser === undefined ? (read.format ?? "text") : readBuiltin(read.parser, log);
  return {
    shape: read.envelope === false ? "process" : "envelope",
    parser: toParser(named, read.parser === undefined ? "format" : "parser", log),
    schema: schema as JsonSchema | null,
  };
}

/** Now, not when the first output comes. */
function checkOutputSchema(schema: JsonSchema, path: TomlPath, log: IssueLog): void {
  const prepared = prepareSchema(schema);
  if (prepared.ok) return;
  const hint = "Patterns are RE2: no look-around and no back-references.";
  addError(
    log,
    "bad-pattern",
    { path, part: "key" },
    `\`schema\` cannot be used: ${showText(prepared.message, 300)}`,
    hint,
  );
}

function readBuiltin(text: string, log: IssueLog): Format {
  const place = { path: ["output", "parser"], part: "value" } as const;
  const hint = `Use one of: ${PARSERS.map(toBuiltin).join(", ")}.`;
  if (!text.startsWith("builtin:")) {
    const message = `"${showText(text)}" is not a built-in parser; parser scripts are not run by this version of Toolgate`;
    addError(log, "not-supported-here", place, message, hint);
    return "text";
  }
  const name = text.slice("builtin:".length);
  const known = FORMATS.find((format) => format === name);
  if (known !== undefined) return known;
  const nearest = findNearest(name, FORMATS);
  const suggestion = nearest === null ? "" : `, did you mean \`${toBuiltin(nearest)}\`?`;
  addError(log, "unknown-parser", place, `unknown parser \`${showText(text)}\`${suggestion}`, hint);
  return "text";
}

function toParser(format: Format, key: "format" | "parser", log: IssueLog): Parser {
  const known = PARSERS.find((parser) => parser === format);
  if (known !== undefined) return known;
  const message = `this version of Toolgate does not parse ${format} output`;
  const hint = 'Add `parser = "builtin:text"` to get it as text.';
  addError(log, "not-supported-here", { path: ["output", key], part: "value" }, message, hint);
  return "text";
}

function toBuiltin(name: string): string {
  return `builtin:${name}`;
}
