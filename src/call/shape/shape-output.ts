import type { HandlerEnd, Produced } from "../../backends/backend.ts";
import type { AdmittedCall } from "../../model/call.ts";
import type { ErrorCode, ErrorInfo } from "../../model/errors.ts";
import type { JsonObject, JsonValue } from "../../model/json.ts";
import type { EvidenceStatus } from "../../model/outcome.ts";
import type { Scrubber } from "../../output/scrubber.ts";
import { checkSchema } from "../../params/json-schema/check-schema.ts";
import type { Executed } from "../execute.ts";
import type { ShapedOutput } from "./shaped-output.ts";
import { shapeHttp } from "./shape-http.ts";
import { shapeProcess } from "./shape-process.ts";
import { valueEvidence } from "./value-evidence.ts";

/** Turns what a back end brought into what the caller gets: in the promised shape, checked against its schema, scrubbed. */
export function shapeOutput({ produced, scrubber }: Executed, admitted: AdmittedCall): ShapedOutput {
  return scrubAll(shape(produced, admitted, scrubber), scrubber);
}

function shape(produced: Produced, admitted: AdmittedCall, scrubber: Scrubber): ShapedOutput {
  if (produced.kind === "process") return shapeProcess(produced.result, admitted, scrubber);
  return produced.kind === "http" ? shapeHttp(produced.result, admitted, scrubber) : shapeValue(produced, admitted);
}

function shapeValue(produced: Extract<Produced, { kind: "value" }>, { tool }: AdmittedCall): ShapedOutput {
  const { end } = produced;
  const error = end.kind === "returned" ? checkValue(end.value, tool.output.schema) : handlerError(end);
  const status = error === null ? "success" : (HANDLER_STATUS[end.kind] ?? "error");
  const evidence = valueEvidence(status, produced.startedAtMs, produced.durationMs);
  if (end.kind !== "returned" || error !== null) {
    return { error, content: [{ type: "text", text: error?.message ?? "" }], structured: null, evidence };
  }
  const text = typeof end.value === "string" ? end.value : JSON.stringify(end.value);
  return { error: null, content: [{ type: "text", text }], structured: end.value, evidence };
}

const HANDLER_STATUS: Readonly<Record<string, EvidenceStatus>> = { timeout: "timeout", cancelled: "cancelled" };

function checkValue(value: JsonValue, schema: AdmittedCall["tool"]["output"]["schema"]): ErrorInfo | null {
  if (schema === null) return null;
  const issues = checkSchema(schema, value);
  if (issues.length === 0) return null;
  const told = issues.map(({ at, message }) => `${at === "" ? "the value" : at}: ${message}`).join("; ");
  const message = `the result does not fit the declared output schema: ${told}`;
  return { code: "OUTPUT_SCHEMA", message, hint: null, details: {} };
}

const HANDLER_ERRORS: Readonly<Record<Exclude<HandlerEnd["kind"], "returned">, readonly [ErrorCode, string]>> = {
  threw: ["HANDLER_FAILED", "the handler failed"],
  timeout: ["TIMEOUT", "the handler took longer than its limit"],
  cancelled: ["CANCELLED", "the call was cancelled"],
};

function handlerError(end: Exclude<HandlerEnd, { kind: "returned" }>): ErrorInfo {
  const [code, text] = HANDLER_ERRORS[end.kind];
  if (end.kind !== "threw") return { code, message: text, hint: null, details: {} };
  // A reason means that the handler chose its words for the caller.
  if (end.reason === null) return { code, message: `${text}: ${end.message}`, hint: null, details: {} };
  return { code, message: end.message, hint: end.hint, details: { ...end.details, reason: end.reason } };
}

function scrubAll(shaped: ShapedOutput, scrubber: Scrubber): ShapedOutput {
  const { error } = shaped;
  return {
    ...shaped,
    error: error === null ? null : scrubError(error, scrubber),
    content: shaped.content.map((block) => ({ ...block, text: scrubber.scrub(block.text) })),
    structured: scrubValue(shaped.structured, scrubber.scrub),
  };
}

function scrubError(error: ErrorInfo, { scrub }: Scrubber): ErrorInfo {
  const hint = error.hint === null ? null : scrub(error.hint);
  return { ...error, message: scrub(error.message), hint, details: scrubValue(error.details, scrub) as JsonObject };
}

/** A parser may have made a number of a secret; shorter ones are counts and codes. */
function scrubNumber(value: number, scrub: (text: string) => string): JsonValue {
  const text = String(value);
  const scrubbed = text.length < MIN_SECRET_DIGITS ? text : scrub(text);
  return scrubbed === text ? value : scrubbed;
}

const MIN_SECRET_DIGITS = 4;

function scrubValue(value: JsonValue, scrub: (text: string) => string): JsonValue {
  if (typeof value === "string") return scrub(value);
  if (typeof value === "number") return scrubNumber(value, scrub);
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((item: JsonValue) => scrubValue(item, scrub));
  const members = Object.entries(value as Record<string, JsonValue>);
  return Object.fromEntries(members.map(([key, member]) => [scrub(key), scrubValue(member, scrub)]));
}
