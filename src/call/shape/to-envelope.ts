import type { AdmittedCall } from "../../model/call.ts";
import type { ErrorInfo } from "../../model/errors.ts";
import type { JsonObject, JsonValue } from "../../model/json.ts";
import type { Evidence } from "../../model/outcome.ts";

/** ToolClad's evidence envelope: the same fields whatever the tool, with the parsed output under `results`. */
export function toEnvelope(
  admitted: AdmittedCall,
  evidence: Evidence,
  stderr: string,
  results: JsonValue,
  error: ErrorInfo | null,
): JsonObject {
  const { plan, call, tool } = admitted;
  const command = plan.kind === "command" ? plan.argv.join(" ") : tool.name;
  const scanId = plan.kind === "command" ? plan.injected["_scan_id"] : undefined;
  return {
    status: evidence.status === "success" && error !== null ? "error" : evidence.status,
    scan_id: scanId ?? call.id,
    tool: tool.name,
    command,
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
