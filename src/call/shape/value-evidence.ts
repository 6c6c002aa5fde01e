import type { Evidence, EvidenceStatus } from "../../model/outcome.ts";

/** What is known of work that no program did: when it began, how long it took, how it ended. */
export function valueEvidence(status: EvidenceStatus, startedAtMs: number, durationMs: number): Evidence {
  // In the order of canonical JSON, which spares sorting.
  return {
    containment: "none",
    durationMs,
    exitCode: null,
    leftoverProcesses: 0,
    signal: null,
    startedAt: new Date(startedAtMs).toISOString(),
    status,
    stderrBytes: 0,
    stderrHash: null,
    stdoutBytes: 0,
    stdoutHash: null,
    truncated: false,
  };
}
