import type { JsonValue } from "../../model/json.ts";
import type { OutputSpec } from "../../model/tool.ts";

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
    return { ok: true, value: JSON.parse(text) as JsonValue };
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    return { ok: false, message: `${what} is not JSON: ${cause}` };
  }
}
