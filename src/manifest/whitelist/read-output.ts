import type { OutputSpec } from "../../model/tool.ts";
import { checkToolSchema } from "../checks/schema/check-tool-schema.ts";
import { field } from "../toml/fields.ts";
import type { Field, TableSource } from "../toml/fields.ts";
import { addWarning } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import { readTable } from "../toml/table-reader.ts";
import { toJson } from "../toml/to-json.ts";
import { findTopHome } from "./shape.ts";
import { OUTPUT_SHAPE as SHARED, toShown } from "../checks/output-keys.ts";

const PARSERS = ["text", "lines", "json", "jsonl", "csv", "xml"] as const;
type Parser = (typeof PARSERS)[number];

/** The keys of `[output]`. */
export const OUTPUT_SHAPE: typeof SHARED & {
  readonly parser: Field<Parser>;
  readonly schema: Field<TableSource>;
} = {
  parser: field.oneOf<Parser>({ values: PARSERS, what: "parser", code: "unknown-parser" }),
  schema: field.table(),
  ...SHARED,
};

/**
 * Reads `[output]`. The result keeps its shape whatever stands here; what a parser other than `text` makes of standard
 * output comes beside it, and fits the schema.
 */
export function readOutput(source: TableSource | undefined, log: IssueLog): OutputSpec {
  const read = readTable(source ?? { table: {}, path: ["output"] }, OUTPUT_SHAPE, log, findTopHome);
  const { parser = "text", schema } = read;
  if (schema !== undefined && parser === "text") {
    const message = "`schema` has no effect: without a `parser` the output is text";
    const place = { path: schema.path, part: "key" } as const;
    addWarning(log, "no-effect", place, message, 'Add a line like `parser = "json"`.');
  }
  return { shape: "process", parser, schema: readSchema(schema, log), ...toShown(read) };
}

function readSchema(source: TableSource | undefined, log: IssueLog): OutputSpec["schema"] {
  if (source === undefined) return null;
  const before = log.found.length;
  const schema = toJson(source.table, source.path, log);
  return log.found.length > before ? null : checkToolSchema(schema, "output", source.path, log);
}
