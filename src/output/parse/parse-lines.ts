import type { JsonValue } from "../../model/json.ts";
import { parseJson } from "./parse-json.ts";
import type { ParsedOutput } from "./parse-output.ts";

/** Each line becomes a value of its own, many times as large as a short one. */
const MAX_LINES = 500_000;

/** The lines that hold anything, without blanks around them. */
export function parseLines(text: string): ParsedOutput {
  const lines: string[] = [];
  for (const line of text.split(/\r\n|[\r\n]/)) {
    const trimmed = line.trim();
    if (trimmed === "") continue;
    if (lines.length === MAX_LINES) return { ok: false, message: `the output has more than ${MAX_LINES} lines` };
    lines.push(trimmed);
  }
  return { ok: true, value: lines };
}

/** One JSON value on each line; blank lines are passed over. */
export function parseJsonLines(text: string): ParsedOutput {
  const records: JsonValue[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    if (records.length === MAX_LINES) return { ok: false, message: `the output has more than ${MAX_LINES} records` };
    const parsed = parseJson(line, `line ${index + 1} of the output`);
    if (!parsed.ok) return parsed;
    records.push(parsed.value);
  }
  return { ok: true, value: records };
}
