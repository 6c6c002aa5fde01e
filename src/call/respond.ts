import type { AdmittedCall, RawCall, ReceivedCall, ResolvedCall } from "../model/call.ts";
import type { ErrorInfo, Step } from "../model/errors.ts";
import type { Outcome } from "../model/outcome.ts";
import { renderErrorText } from "../text/render-error-text.ts";
import type { Approval } from "../storage/repositories.ts";
import { makeCallId } from "./receive/make-call-id.ts";
import type { ShapedOutput } from "./shape/shaped-output.ts";
import { valueEvidence } from "./shape/value-evidence.ts";

/** The outcome of a call that ran. */
export function respond({ call, tool }: AdmittedCall, shaped: ShapedOutput): Outcome {
  const status = shaped.error === null ? "success" : "failed";
  return { callId: call.id, tool: tool.name, status, step: null, approval: null, ...shaped };
}

/** The outcome of a call that the agent runs itself: it was decided, approved and recorded like any other. */
export function respondDelegated(admitted: AdmittedCall, now: number): Outcome {
  const text = `\`${admitted.tool.name}\` may run; the agent runs it itself.`;
  const evidence = valueEvidence("delegated", now, 0);
  return respond(admitted, { error: null, content: [{ type: "text", text }], structured: null, evidence });
}

/** What is known of a call that ended before it ran: at least the name that was sent. */
export type Known = Partial<ReceivedCall & ResolvedCall> & { readonly callId: string; readonly sentName: string };

export function respondRefused(known: Known, step: Step | null, error: ErrorInfo): Outcome {
  const status = step === null ? "failed" : "refused";
  return { ...unrun(known), status, error, step, approval: null, content: [textOf(error)] };
}

export function respondPending(known: Known, approval: Approval): Outcome {
  const { id, expiresAt } = approval;
  const text = `A human has to approve this call (approval ${id}, until ${expiresAt}). Make the same call again after that.`;
  return {
    ...unrun(known),
    status: "pending",
    error: null,
    step: null,
    approval: { id, expiresAt },
    content: [{ type: "text", text }],
  };
}

/** A call that came after the gateway had closed; with the database closed too, nothing can be recorded of it. */
export function respondClosed(raw: RawCall): Outcome {
  const error = { code: "DRAINING", message: "this gateway is closed", hint: "open a new one", details: {} } as const;
  const sentName = typeof raw.tool === "string" ? raw.tool : "";
  return respondRefused({ callId: makeCallId(Date.now()), sentName }, "receive", error);
}

function unrun(known: Known): Pick<Outcome, "callId" | "tool" | "structured" | "evidence"> {
  return { callId: known.callId, tool: known.tool?.name ?? known.sentName, structured: null, evidence: null };
}

function textOf(error: ErrorInfo): Outcome["content"][number] {
  return { type: "text", text: renderErrorText(error) };
}
