import type { AdmittedCall } from "../../../model/call.ts";
import type { ErrorInfo } from "../../../model/errors.ts";
import type { JsonValue } from "../../../model/json.ts";
import type { OutputSpec } from "../../../model/tool.ts";
import { parseOutput } from "../../../output/parse/parse-output.ts";
import type { BuiltinParser } from "../../../output/parse/parse-output.ts";
import { checkSchema } from "../../../params/json-schema/check-schema.ts";
import { showText } from "../../../text/show-text.ts";
import type { DecodedBody } from "./decode-body.ts";

export interface ReadAnswer {
  readonly results: JsonValue;
  readonly error: ErrorInfo | null;
}

const NOTHING: ReadAnswer = { results: null, error: null };

/** Reads the body of a success in the format that the tool promises, and holds it to its schema. */
export function readAnswer(body: DecodedBody, type: string, status: number, { tool, plan }: AdmittedCall): ReadAnswer {
  const { parser, schema } = tool.output;
  const hasNone = status === 204 || status === 205 || status === 304;
  if (hasNone || (plan.kind === "http" && plan.method === "HEAD")) return NOTHING;
  const said = type === "" ? "without a content type" : `with the content type ${showText(type)}`;
  if (!body.isWhole && parser !== "text") {
    return unparsable(`the answer came ${said} and not whole, so it cannot be read as ${parser}`);
  }
  if (!isBuiltin(parser)) return unparsable(`the answer came ${said}, and no parser program reads answers`);
  const parsed = parseOutput(parser, body.text);
  if (!parsed.ok) return unparsable(`the answer came ${said}: ${parsed.message}`);
  const issues = schema === null ? [] : checkSchema(schema, parsed.value);
  if (issues.length === 0) return { results: parsed.value, error: null };
  const told = issues.map(({ at, message }) => `${at === "" ? "the results" : at}: ${message}`).join("; ");
  return fail("OUTPUT_SCHEMA", `the answer does not fit the declared schema: ${told}`);
}

function isBuiltin(parser: OutputSpec["parser"]): parser is BuiltinParser {
  return !parser.startsWith("custom:");
}

function unparsable(message: string): ReadAnswer {
  return fail("OUTPUT_UNPARSABLE", message);
}

function fail(code: ErrorInfo["code"], message: string): ReadAnswer {
  return { results: null, error: { code, message, hint: null, details: {} } };
}
