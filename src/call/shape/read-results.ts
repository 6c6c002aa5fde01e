import type { ErrorCode, ErrorInfo } from "../../model/errors.ts";
import type { JsonSchema, JsonValue } from "../../model/json.ts";
import type { OutputSpec } from "../../model/tool.ts";
import { parseOutput } from "../../output/parse/parse-output.ts";
import type { BuiltinParser } from "../../output/parse/parse-output.ts";
import { checkSchema } from "../../params/json-schema/check-schema.ts";
import { tellFault } from "./parser/tell-fault.ts";
import { runCustomParser } from "./parser/run-custom-parser.ts";
import type { Shaping } from "./shaping.ts";

/** Output as a program wrote it. */
export interface RawOutput {
  readonly bytes: Uint8Array;
  /** What was written, also beyond the cap. */
  readonly totalBytes: number;
  readonly text: string;
  /** What the call took so far. */
  readonly elapsedMs: number;
}

export type Results =
  | {
      readonly results: JsonValue;
      readonly error: null;
      /** Whether something had to go, so that the text that they were read from may say it in another spelling. */
      readonly isOther: boolean;
    }
  | { readonly results: null; readonly error: ErrorInfo; readonly isOther: false };

/**
 * Reads output with the parser of its tool and holds it to its schema. What is checked is what the caller gets: without
 * secrets, and with nothing in it that acts or hides.
 */
export async function readResults(raw: RawOutput, shaping: Shaping): Promise<Results> {
  const { parser, schema } = shaping.admitted.tool.output;
  if (raw.totalBytes > raw.bytes.byteLength && parser !== "text")
    return fail("OUTPUT_UNPARSABLE", tellCut(raw, parser));
  const parsed = isBuiltin(parser)
    ? parseOutput(parser, raw.text)
    : await runCustomParser(raw.bytes, raw.elapsedMs, shaping);
  if (!parsed.ok) {
    if ("error" in parsed) return { results: null, error: parsed.error, isOther: false };
    const why = tellFault(raw.text, shaping.cleaner, (text) => parseOutput(isBuiltin(parser) ? parser : "json", text));
    return fail("OUTPUT_UNPARSABLE", why);
  }
  const clean = shaping.cleaner.value(parsed.value);
  const checked = checkResults(clean, schema, "the results");
  // What `text` gives is the text itself.
  return checked.error === null && parser !== "text" ? { ...checked, isOther: clean !== parsed.value } : checked;
}

/** What fits is given; of what does not, only where and why. `what` names the whole. */
export function checkResults(value: JsonValue, schema: JsonSchema | null, what: string): Results {
  const issues = schema === null ? [] : checkSchema(schema, value);
  if (issues.length === 0) return { results: value, error: null, isOther: false };
  const told = issues.map(({ at, message }) => `${at === "" ? what : at}: ${message}`).join("; ");
  return fail("OUTPUT_SCHEMA", `the output does not fit the declared schema: ${told}`);
}

function isBuiltin(parser: OutputSpec["parser"]): parser is BuiltinParser {
  return !parser.startsWith("custom:");
}

/** Half an output could be taken for the whole. */
function tellCut({ bytes, totalBytes }: RawOutput, parser: string): string {
  return `only ${bytes.byteLength} of ${totalBytes} bytes of output were kept, so it cannot be read as ${parser}`;
}

function fail(code: ErrorCode, message: string): Results {
  return { results: null, error: { code, message, hint: null, details: {} }, isOther: false };
}
