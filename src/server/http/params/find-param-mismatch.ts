import type { IncomingHttpHeaders } from "node:http";
import type { HeaderParam } from "../../../params/json-schema/read-header-params.ts";
import { showText } from "../../../text/show-text.ts";

export interface ParamMismatch {
  readonly header: string;
  /** What was expected and what came, without the argument itself. */
  readonly problem: string;
}

/**
 * Whether the headers say what the arguments say; `null`: they do. A header for what the arguments leave out is a
 * mismatch as well: something on the way may have acted on it. Headers of no parameter are nobody's business here.
 */
export function findParamMismatch(
  params: readonly HeaderParam[],
  args: unknown,
  headers: IncomingHttpHeaders,
): ParamMismatch | null {
  for (const param of params) {
    const problem = findProblem(param, findValue(args, param.path), headers[param.header]);
    if (problem !== null) return { header: param.header, problem };
  }
  return null;
}

function findProblem({ path, type }: HeaderParam, value: unknown, sent: string | string[] | undefined): string | null {
  const shown = JSON.stringify(showText(path.join("."), 100));
  if (value === undefined || value === null) {
    return sent === undefined ? null : `it came, and the arguments have no ${shown}`;
  }
  // It does not fit the schema, and is refused for that with better words.
  if (typeof value !== (type === "integer" ? "number" : type)) return null;
  if (sent === undefined) return `it is missing, and the arguments have ${shown}`;
  const text = typeof sent === "string" ? decode(sent) : null;
  if (text === null) return "it has characters that no header may have, or is not what `=?base64?…?=` stands for";
  return isSame(text, value) ? null : `it says something else than ${shown} of the arguments`;
}

/** What is inherited was not sent. */
function findValue(args: unknown, path: readonly string[]): unknown {
  let at = args;
  for (const step of path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[step];
  }
  return at;
}

const VISIBLE = /^[\t\x20-\x7e]*$/;
const START = "=?base64?";
const END = "?=";

function decode(sent: string): string | null {
  if (!VISIBLE.test(sent)) return null;
  if (!sent.startsWith(START) || !sent.endsWith(END)) return sent;
  const base64 = sent.slice(START.length, -END.length);
  const bytes = Buffer.from(base64, "base64");
  // Decoding passes over what does not belong there; there is one way to write each value.
  if (sent.length < START.length + END.length || bytes.toString("base64") !== base64) return null;
  const text = bytes.toString("utf8");
  return Buffer.from(text, "utf8").equals(bytes) ? text : null;
}

const DECIMAL = /^-?\d{1,20}(?:\.\d{1,20})?$/;

function isSame(text: string, value: unknown): boolean {
  if (typeof value !== "number") return text === String(value);
  // Above, two numbers may read as one.
  return Number.isSafeInteger(value) && DECIMAL.test(text) && Number(text) === value;
}
