import type { ErrorCode, ErrorInfo } from "../../model/errors.ts";
import type { Outcome } from "../../model/outcome.ts";
import { renderErrorText } from "../../text/render-error-text.ts";

/** How a call ended whose credential was revoked meanwhile. Nothing that it brought is handed out any more. */
export function renderRevoked(outcome: Outcome): Outcome {
  const { error, status } = outcome;
  if (status === "pending" || (error !== null && !ENDED.has(error.code))) return outcome;
  const revoked: ErrorInfo = {
    code: "CREDENTIAL_REVOKED",
    message:
      error === null ? "the call had run when its credential was revoked" : "the credential of the call was revoked",
    hint: "call again with a token that is valid",
    details: error?.details ?? {},
  };
  const content = [{ type: "text", text: renderErrorText(revoked) }] as const;
  const { callId, tool, step, approval, evidence } = outcome;
  const ended = error === null ? "failed" : status;
  return { callId, tool, status: ended, step, error: revoked, approval, content, structured: null, evidence };
}

/** What says only that somebody wanted the call to end. */
const ENDED: ReadonlySet<ErrorCode> = new Set(["CANCELLED", "APPROVAL_CANCELLED"]);
