import type { HandlerEnd, Produced } from "../../backends/backend.ts";
import type { ErrorCode, ErrorInfo } from "../../model/errors.ts";
import type { JsonValue } from "../../model/json.ts";
import type { ContentBlock, EvidenceStatus } from "../../model/outcome.ts";
import { toJsonText } from "../../output/text/to-json-text.ts";
import { checkResults } from "./read-results.ts";
import type { ShapedOutput } from "./shaped-output.ts";
import type { Shaping } from "./shaping.ts";
import { valueEvidence } from "./value-evidence.ts";

export type ProducedValue = Extract<Produced, { kind: "value" }>;

/** A handler's end as an outcome. A value that does not fit its schema is withheld. */
export function shapeValue({ end, startedAtMs, durationMs }: ProducedValue, shaping: Shaping): ShapedOutput {
  const { admitted, cleaner } = shaping;
  if (end.kind !== "returned") {
    return failed(handlerError(end), valueEvidence(STATUS[end.kind], startedAtMs, durationMs));
  }
  const checked = checkResults(cleaner.value(end.value), admitted.tool.output.schema, "the value");
  if (checked.error !== null) return failed(checked.error, valueEvidence("error", startedAtMs, durationMs));
  return {
    error: null,
    content: end.content ?? toBlocks(end.forModel ?? toText(checked.results)),
    ...(end.forUser === undefined ? {} : { forUser: toBlocks(end.forUser) }),
    structured: checked.results,
    evidence: valueEvidence("success", startedAtMs, durationMs),
  };
}

const STATUS: Readonly<Record<Exclude<HandlerEnd["kind"], "returned">, EvidenceStatus>> = {
  threw: "error",
  timeout: "timeout",
  cancelled: "cancelled",
};

function failed(error: ErrorInfo, evidence: ShapedOutput["evidence"]): ShapedOutput {
  return { error, content: toBlocks(error.message), structured: null, evidence };
}

function toText(value: JsonValue): string {
  return typeof value === "string" ? value : toJsonText(value);
}

function toBlocks(text: string): readonly ContentBlock[] {
  return [{ type: "text", text }];
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
  if (end.reason === null) return { code, message: `${text}: ${end.message}`, hint: null, details: end.details };
  return { code, message: end.message, hint: end.hint, details: { ...end.details, reason: end.reason } };
}
