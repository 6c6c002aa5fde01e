import type { JsonValue } from "../../model/json.ts";
import type { OutputSpec } from "../../model/tool.ts";
import { parseCsv } from "./parse-csv.ts";
import { parseJson } from "./parse-json.ts";
import { parseJsonLines, parseLines } from "./parse-lines.ts";
import { parseXml } from "./parse-xml.ts";

export type ParsedOutput =
  | { readonly ok: true; readonly value: JsonValue }
  /** Says what was expected and where the output stops being it. */
  | { readonly ok: false; readonly message: string };

/** What Toolgate reads itself; anything else is a program. */
export type BuiltinParser = Exclude<OutputSpec["parser"], `custom:${string}`>;

/**
 * Reads a program's output as the format that its tool declares. Output in another format is an error, not a guess. No
 * output at all is an empty text or list (`text`, `lines`, `jsonl`), and an error where a document or a header is due
 * (`json`, `csv`, `xml`).
 */
export function parseOutput(parser: BuiltinParser, text: string): ParsedOutput {
  switch (parser) {
    case "text":
      return { ok: true, value: { raw_output: text } };
    case "lines":
      return parseLines(text);
    case "json":
      return parseJson(text, "the output");
    case "jsonl":
      return parseJsonLines(text);
    case "csv":
      return parseCsv(text);
    case "xml":
      return parseXml(text);
  }
}
