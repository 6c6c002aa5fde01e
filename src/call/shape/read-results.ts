import type { ErrorCode, ErrorInfo } from "../../model/errors.ts";
import type { JsonSchema, JsonValue } from "../../model/json.ts";
import type { OutputSpec, Tool } from "../../model/tool.ts";
import { parseOutput } from "../../output/parse/parse-output.ts";
import type { BuiltinParser } from "../../output/parse/parse-output.ts";
import { showText } from "../../text/show-text.ts";
import { showValue } from "../../params/show-value.ts";
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
  if (raw.totalBytes > raw.bytes.byteLength && parser !== "text") return failCut(raw, shaping.admitted.tool);
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
  const issues = schema === null ? [] : checkSchema(schema, value, showKind);
  if (issues.length === 0) return { results: value, error: null, isOther: false };
  const all = [
    ...new Set(issues.map(({ at, message }) => `${at === "" ? what : showText(at, MAX_POINTER)}: ${message}`)),
  ];
  const more = all.length > SHOWN_ISSUES ? [`and ${all.length - SHOWN_ISSUES} more`] : [];
  const told = [...all.slice(0, SHOWN_ISSUES), ...more].map((line) => `\n- ${line}`).join("");
  const hint = "the tool gave something else than it promises: whoever declared it corrects the tool or its schema";
  return fail("OUTPUT_SCHEMA", `the output does not fit the declared schema:${told}`, hint);
}

const SHOWN_ISSUES = 5;
const MAX_POINTER = 100;

/** What nobody checked is not shown, only what it is. */
function showKind(value: JsonValue | undefined): string {
  if (value === undefined) return "nothing";
  return typeof value === "string" ? `a text of ${value.length} characters` : showValue(value);
}

function isBuiltin(parser: OutputSpec["parser"]): parser is BuiltinParser {
  return !parser.startsWith("custom:");
}

/** Half an output could be taken for the whole. */
function failCut({ bytes, totalBytes }: RawOutput, { origin, limits, output }: Tool): Results {
  const parser = isBuiltin(output.parser) ? output.parser : "what its parser program takes";
  const message = `only ${bytes.byteLength} of ${totalBytes} bytes of output were kept, so it cannot be read as ${parser}`;
  const hint =
    origin.format === "whitelist"
      ? "ask for less, or raise the tool's `max_stdout_bytes`"
      : `ask for less: the format of this tool has no key that keeps more than ${limits.maxStdoutBytes} bytes`;
  return fail("OUTPUT_UNPARSABLE", message, hint);
}

function fail(code: ErrorCode, message: string, hint: string | null = null): Results {
  return { results: null, error: { code, message, hint, details: {} }, isOther: false };
}
