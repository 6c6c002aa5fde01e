import type { Evidence, EvidenceStatus } from "../../model/outcome.ts";

/** What is known of work that no program did: when it began, how long it took, how it ended. */
export function valueEvidence(status: EvidenceStatus, startedAtMs: number, durationMs: number): Evidence {
  return {
    status,
    startedAt: new Date(startedAtMs).toISOString(),
    durationMs,
    exitCode: null,
    signal: null,
    stdoutHash: null,
    stderrHash: null,
    stdoutBytes: 0,
    stderrBytes: 0,
    truncated: false,
    leftoverProcesses: 0,
    containment: "none",
  };
}
