import { ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { JsonObject } from "../../../model/json.ts";
import type { ErrorCode, ErrorInfo } from "../../../model/errors.ts";
import type { Outcome } from "../../../model/outcome.ts";
import { showText } from "../../../text/show-text.ts";
import { OUTCOME_META_KEY, toCallResult } from "../to-call-result.ts";
import type { TaskChange, TaskEnd } from "./task-state.ts";

const MAX_MESSAGE = 500;

const CANCELLED: readonly ErrorCode[] = ["CANCELLED", "APPROVAL_CANCELLED", "CREDENTIAL_REVOKED"];
/** Nothing of this is an answer of the tool. */
const BROKEN: readonly ErrorCode[] = ["INTERNAL", "UPSTREAM_FAILED"];

/** How a call ended, as the end of its task: what a tool says of its own failing is a result like any other. */
export function toTaskEnd(outcome: Outcome): Extract<TaskChange, { kind: "ends" }> {
  const { error } = outcome;
  const message = error === null ? null : showText(`${error.code}: ${error.message}`, MAX_MESSAGE);
  return { kind: "ends", end: toEnd(outcome, error), message };
}

function toEnd(outcome: Outcome, error: ErrorInfo | null): TaskEnd {
  if (error !== null && CANCELLED.includes(error.code)) return { status: "cancelled" };
  const { _meta, ...result } = toCallResult(outcome) as unknown as JsonObject;
  const protocolCode = error?.details["protocolCode"];
  if (error !== null && (BROKEN.includes(error.code) || typeof protocolCode === "number")) {
    const code = typeof protocolCode === "number" ? protocolCode : ProtocolErrorCode.InternalError;
    const data = { [OUTCOME_META_KEY]: { callId: outcome.callId, status: outcome.status, code: error.code } };
    return { status: "failed", error: { code, message: error.message, data } };
  }
  return {
    status: "completed",
    result: { resultType: "complete", ...result, ...(_meta === undefined ? {} : { _meta }) },
  };
}
