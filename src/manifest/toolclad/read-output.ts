import type { JsonSchema } from "../../model/json.ts";
import type { OutputSpec } from "../../model/tool.ts";
import { checkToolSchema } from "../checks/schema/check-tool-schema.ts";
import { OUTPUT_SHAPE as SHARED, toShown } from "../checks/output-keys.ts";
import type { ManifestOptions } from "../manifest.ts";
import { field } from "../toml/fields.ts";
import type { Field, TableSource } from "../toml/fields.ts";
import { addWarning } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import { readTable } from "../toml/table-reader.ts";
import { toJson } from "../toml/to-json.ts";
import { FORMATS, readParser } from "./output/read-parser.ts";
import type { OutputFormat } from "./output/read-parser.ts";

/** The keys of `[output]`. Toolgate's own additions to the format: `max_model_chars`, `audience`, and the format `lines`. */
export const OUTPUT_SHAPE: typeof SHARED & {
  readonly format: Field<OutputFormat>;
  readonly parser: Field<string>;
  readonly envelope: Field<boolean>;
  readonly schema: Field<TableSource>;
} = {
  format: field.oneOf<OutputFormat>({ values: FORMATS, what: "format", code: "unknown-format" }),
  parser: field.string(),
  envelope: field.boolean(),
  schema: field.table(),
  ...SHARED,
};

/** Reads `[output]`. Without a parser, the one of the format; with `envelope = false`, what the process gave. */
export function readOutput(source: TableSource, log: IssueLog, options: ManifestOptions): OutputSpec {
  const read = readTable(source, OUTPUT_SHAPE, log);
  const schema = readSchema(read.schema, log);
  if (read.envelope === false && read.schema !== undefined) warnUnchecked(read.schema, log);
  return {
    shape: read.envelope === false ? "process" : "envelope",
    parser:
      read.parser === undefined
        ? (read.format ?? "text")
        : readParser(read.parser, options.project?.profile ?? "strict", log),
    schema,
    ...toShown(read),
  };
}

/** Checked now, not when the first output comes. */
function readSchema(source: TableSource | undefined, log: IssueLog): JsonSchema | null {
  if (source === undefined) return null;
  const before = log.found.length;
  const schema = toJson(source.table, source.path, log);
  return log.found.length > before ? null : checkToolSchema(schema, "output", source.path, log);
}

function warnUnchecked({ path }: TableSource, log: IssueLog): void {
  const message = "`schema` has no effect with `envelope = false`: what the process printed is passed on as it is";
  addWarning(log, "no-effect", { path, part: "key" }, message, "Delete one of the two.");
}
