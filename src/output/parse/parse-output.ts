import type { JsonValue } from "../../model/json.ts";
import type { OutputSpec } from "../../model/tool.ts";
import { parseCsv } from "./parse-csv.ts";
import { parseXml } from "./parse-xml.ts";

const MAX_DEPTH = 200;

export type ParsedOutput =
  | { readonly ok: true; readonly value: JsonValue }
  /** Says what was expected and where the output stops being it. */
  | { readonly ok: false; readonly message: string };

/** Reads a program's output as the format that its tool declares. Output in another format is an error, not a guess. */
export function parseOutput(parser: OutputSpec["parser"], text: string): ParsedOutput {
  switch (parser) {
    case "text":
      return { ok: true, value: { raw_output: text } };
    case "json":
      return parseJson(text, "the output");
    case "jsonl":
      return parseLines(text);
    case "csv":
      return parseCsv(text);
    case "xml":
      return parseXml(text);
    default: {
      const program = JSON.stringify(parser.slice("custom:".length));
      return { ok: false, message: `this gateway does not run parser programs, so ${program} cannot read the output` };
    }
  }
}

function parseLines(text: string): ParsedOutput {
  const records: JsonValue[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const parsed = parseJson(line, `line ${index + 1} of the output`);
    if (!parsed.ok) return parsed;
    records.push(parsed.value);
  }
  return { ok: true, value: records };
}

function parseJson(text: string, what: string): ParsedOutput {
  try {
    const value = JSON.parse(text) as JsonValue;
    return isDeeper(value, MAX_DEPTH)
      ? { ok: false, message: `${what} is nested more than ${MAX_DEPTH} deep` }
      : { ok: true, value };
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    return { ok: false, message: `${what} is not JSON: ${cause}` };
  }
}

/** Whoever walks the value later may do so by recursion. */
function isDeeper(value: JsonValue | undefined, left: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (left === 0) return true;
  const members = Array.isArray(value) ? (value as readonly JsonValue[]) : Object.values(value);
  return members.some((member) => isDeeper(member, left - 1));
}
