import { toScanId } from "../../evidence/evidence-place.ts";
import type { AdmittedCall } from "../../model/call.ts";
import type { ErrorInfo } from "../../model/errors.ts";
import type { JsonObject, JsonValue } from "../../model/json.ts";
import type { Evidence } from "../../model/outcome.ts";
import type { Plan } from "../../model/plan.ts";

/** ToolClad's evidence envelope: the same fields whatever the tool, with the parsed output under `results`. */
export function toEnvelope(
  admitted: AdmittedCall,
  evidence: Evidence,
  stderr: string,
  results: JsonValue,
  error: ErrorInfo | null,
): JsonObject {
  const { plan, call, tool } = admitted;
  return {
    status: evidence.status === "success" && error !== null ? "error" : evidence.status,
    scan_id: toScanId(call),
    tool: tool.name,
    command: describeCommand(plan) ?? tool.name,
    duration_ms: Math.round(evidence.durationMs),
    timestamp: evidence.startedAt,
    // A program that never ended by itself has no status of its own.
    exit_code: evidence.exitCode ?? -1,
    stderr,
    output_hash: evidence.stdoutHash,
    results,
    ...(error === null ? {} : { error: error.message }),
  };
}

function describeCommand(plan: Plan): string | null {
  if (plan.kind === "command") return plan.argv.join(" ");
  if (plan.kind !== "script") return null;
  const steps = plan.steps.map(({ operator, stages }, index) => {
    const text = stages.map(({ argv }) => argv.join(" ")).join(" | ");
    return index === 0 ? text : `${operator} ${text}`;
  });
  return steps.join(" ");
}
