import type { AdmittedCall } from "../model/call.ts";
import type { Outcome } from "../model/outcome.ts";

/** The outcome of a call that the agent runs itself: it was decided, approved and recorded like any other. */
export function respondDelegated({ call, tool }: AdmittedCall, now: number): Outcome {
  const text = `\`${tool.name}\` may run; the agent runs it itself.`;
  return {
    callId: call.id,
    tool: tool.name,
    status: "success",
    step: null,
    approval: null,
    error: null,
    content: [{ type: "text", text }],
    structured: null,
    evidence: {
      status: "delegated",
      startedAt: new Date(now).toISOString(),
      durationMs: 0,
      exitCode: null,
      signal: null,
      stdoutHash: null,
      stderrHash: null,
      stdoutBytes: 0,
      stderrBytes: 0,
      truncated: false,
      leftoverProcesses: 0,
      containment: "none",
    },
  };
}
