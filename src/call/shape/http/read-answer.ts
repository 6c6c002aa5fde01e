import type { HttpResult } from "../../../backends/backend.ts";
import type { AdmittedCall } from "../../../model/call.ts";
import { toJsonText } from "../../../output/text/to-json-text.ts";
import { showText } from "../../../text/show-text.ts";
import { readResults } from "../read-results.ts";
import type { Results } from "../read-results.ts";
import type { Shaping } from "../shaping.ts";

/** Answers that have no body, whatever the tool promises of it. */
const BODYLESS: ReadonlySet<number> = new Set([204, 205, 304]);

/** Reads the body of a success in the format that the tool promises, and holds it to its schema. */
export async function readAnswer(
  result: HttpResult,
  status: number,
  type: string,
  text: string,
  shaping: Shaping,
): Promise<Results> {
  const { plan } = shaping.admitted;
  if (BODYLESS.has(status) || (plan.kind === "http" && plan.method === "HEAD"))
    return { results: null, error: null, isOther: false };
  const { body, bodyBytes, bodyComplete, durationMs } = result;
  const totalBytes = bodyComplete ? bodyBytes : Math.max(bodyBytes, body.byteLength + 1);
  const read = await readResults({ bytes: body, totalBytes, text, elapsedMs: durationMs }, shaping);
  if (read.error?.code !== "OUTPUT_UNPARSABLE") return read;
  const said = type === "" ? "without a content type" : `with the content type ${showText(shaping.cleaner.text(type))}`;
  return {
    results: null,
    isOther: false,
    error: { ...read.error, message: `the answer came ${said}: ${read.error.message}` },
  };
}

/**
 * What the model reads of a success. With a schema or a parser of its own, or where something had to go that the text
 * spells otherwise, that is what was read and checked, and never what was not.
 */
export function shownBody(text: string, { results, error, isOther }: Results, { tool }: AdmittedCall): string {
  const { parser, schema } = tool.output;
  if (schema === null && !parser.startsWith("custom:") && !isOther) return text;
  return error === null && results !== null ? toJsonText(results) : "";
}
