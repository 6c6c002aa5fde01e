import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { Request } from "@modelcontextprotocol/server";
import { isObject } from "../../model/json.ts";
import type { JsonObject, JsonValue } from "../../model/json.ts";
import { showText } from "../../text/show-text.ts";

/** More would not help anybody to write the request. */
const MOST_ISSUES = 3;
const MOST_CHARACTERS = 200;

/**
 * The library leaves a member `__proto__` out of `arguments`, and a call would run with others than it was asked for.
 * @throws ProtocolError that says so
 */
export function refuseLostMembers({ method, params }: Request): void {
  const given = params?.["arguments"];
  if (typeof given !== "object" || given === null || !Object.hasOwn(given, "__proto__")) return;
  throw refuse(method, "`arguments`: nothing can be named `__proto__`; leave it out");
}

/**
 * The library says of parameters that do not fit what its checks found, as JSON, and of most methods that the mistake is
 * ours; of a result that it does not take, as one of an embedding program, it says that the parameters do not fit. Any
 * other error is given back as it is.
 */
export function toParamsError(method: string, error: unknown): unknown {
  const issues = error instanceof Error ? readIssues(error.message) : null;
  if (issues === null) return error;
  const what = issues.slice(0, MOST_ISSUES).map(describe).join("; ");
  if (!(error as Error).message.startsWith(`Invalid ${method} result: `)) return refuse(method, what);
  const message = `The call has ended, and its result is none that can be sent: ${what}; \`toolgate audit\` has its outcome`;
  return new ProtocolError(ProtocolErrorCode.InternalError, message);
}

function readIssues(message: string): readonly JsonObject[] | null {
  const start = message.indexOf("[");
  if (start === -1 || !message.endsWith("]")) return null;
  try {
    const issues = JSON.parse(message.slice(start)) as JsonValue;
    return Array.isArray(issues) && issues.length > 0 && issues.every(isIssue) ? issues : null;
  } catch {
    return null;
  }
}

function isIssue(value: JsonValue): value is JsonObject {
  return isObject(value) && Array.isArray(value["path"]) && typeof value["message"] === "string";
}

function describe({ path, message }: JsonObject): string {
  const [first, ...below] = (path as readonly JsonValue[]).map(String);
  const where = showText(
    [...(first === "params" && below.length > 0 ? [] : [first]), ...below].join("."),
    MOST_CHARACTERS,
  );
  return `\`${where}\`: ${showText((message as string).replace(/^Invalid input: /, ""), MOST_CHARACTERS)}`;
}

function refuse(method: string, what: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `Invalid params for ${method}: ${what}`);
}
