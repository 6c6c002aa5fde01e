import type * as CsvParse from "csv-parse/sync";
import { createRequire } from "node:module";
import type { JsonValue } from "../../model/json.ts";
import { showText } from "../../text/show-text.ts";
import { inferScalar } from "./infer-scalar.ts";
import type { ParsedOutput } from "./parse-output.ts";

const load = createRequire(import.meta.url);

const MAX_COLUMNS = 1_000;
/** Each cell becomes a value of its own, many times as large as its text. */
const MAX_CELLS = 500_000;

/**
 * Reads CSV with a header row into one object for each record. The delimiter is a tab if the first line holds one, else
 * `|` if it holds that and no comma, else a comma. Quoted fields may hold line breaks; cells that are a whole number, a
 * decimal, `true` or `false` become one.
 */
export function parseCsv(text: string): ParsedOutput {
  const content = text.replace(/^\ufeff/, "").replace(/^(?:[ \t]*\r?\n)+/, "");
  if (content.trim() === "") return fail("there is no header row");
  const header = /^[^\r\n]*/.exec(content)?.[0] ?? "";
  const delimiter = findDelimiter(header);
  if (countCells(content, delimiter) > MAX_CELLS) return fail(`it has more than ${MAX_CELLS} cells`);
  const read = readRows(content, delimiter);
  if (typeof read === "string") return fail(read);
  const [names = [], ...rows] = read;
  if (names.length > MAX_COLUMNS) return fail(`it has ${names.length} columns, and at most ${MAX_COLUMNS} are read`);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) return fail(`two columns are called "${showText(twice)}"`);
  return { ok: true, value: rows.map((row) => toRecord(names, row)) };
}

function findDelimiter(header: string): string {
  if (header.includes("\t")) return "\t";
  return header.includes("|") && !header.includes(",") ? "|" : ",";
}

/** At most as many as there are: what stands in quotes is counted too. */
function countCells(content: string, delimiter: string): number {
  let cells = 1;
  for (const character of content) if (character === delimiter || character === "\n") cells++;
  return cells;
}

/** Loaded when the first output comes: few tools print CSV. */
function readRows(content: string, delimiter: string): readonly (readonly string[])[] | string {
  const { parse } = load("csv-parse/sync") as typeof CsvParse;
  try {
    return parse(content, { delimiter, skip_empty_lines: true });
  } catch (error) {
    return showText(error instanceof Error ? error.message : String(error), 300);
  }
}

/** Not by assignment: a column called `__proto__` is a column like any other. */
function toRecord(names: readonly string[], row: readonly string[]): JsonValue {
  return Object.fromEntries(names.map((name, index) => [name, inferScalar(row[index] ?? "")]));
}

function fail(why: string): ParsedOutput {
  return { ok: false, message: `the output is not CSV: ${why}` };
}
