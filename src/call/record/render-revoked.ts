import type { ErrorCode, ErrorInfo } from "../../model/errors.ts";
import type { Outcome } from "../../model/outcome.ts";
import { renderErrorText } from "../../text/render-error-text.ts";

/** How a call ended whose credential was revoked meanwhile. Nothing that it brought is handed out any more. */
export function renderRevoked(outcome: Outcome): Outcome {
  const { error, status } = outcome;
  if (status === "pending") return outcome;
  const ending = error === null || ENDED.has(error.code) ? toRevoked(error) : error;
  const content = [{ type: "text", text: renderErrorText(ending) }] as const;
  const { callId, tool, step, approval, evidence } = outcome;
  const ended = error === null ? "failed" : status;
  return { callId, tool, status: ended, step, error: ending, approval, content, structured: null, evidence };
}

function toRevoked(error: ErrorInfo | null): ErrorInfo {
  return {
    code: "CREDENTIAL_REVOKED",
    message:
      error === null ? "the call had run when its credential was revoked" : "the credential of the call was revoked",
    hint: "call again with a token that is valid",
    details: error?.details ?? {},
  };
}

/** What says only that somebody wanted the call to end. */
const ENDED: ReadonlySet<ErrorCode> = new Set(["CANCELLED", "APPROVAL_CANCELLED"]);
