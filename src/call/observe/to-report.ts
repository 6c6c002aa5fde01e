import type { AdmittedCall, RawCall } from "../../model/call.ts";
import type { Outcome } from "../../model/outcome.ts";
import type { CallReport } from "./call-observer.ts";

/** What of a call is nobody's secret. */
export function toReport(
  { entry, parent }: RawCall,
  { tool, decision }: Partial<AdmittedCall>,
  { callId, status, error }: Outcome,
  times: Pick<CallReport, "startMs" | "durationMs" | "steps">,
): CallReport {
  return {
    callId,
    parentCallId: parent?.callId ?? null,
    entry,
    tool: tool?.name ?? null,
    group: tool?.group ?? null,
    effect: tool?.effect ?? null,
    layer: tool?.origin.layer ?? null,
    server: tool?.backend.kind === "mcp" ? tool.backend.server : null,
    decision: decision === undefined ? null : { effect: decision.effect, code: decision.code },
    status,
    code: error?.code ?? null,
    ...times,
  };
}
