import type { SeenInside } from "../../../backends/backend.ts";
import type { Cleaner } from "../../../output/text/create-cleaner.ts";
import type { Evidence, EvidenceStatus } from "../../../model/outcome.ts";
import type { Plan } from "../../../model/plan.ts";
import { isProgramPlan } from "../../../model/plan.ts";
import type { ProcessEnd, ProcessResult } from "../../../process/process-runner.ts";

const STATUS: Readonly<Record<ProcessEnd["kind"], EvidenceStatus>> = {
  exited: "success",
  signalled: "error",
  timeout: "timeout",
  "output-limit": "error",
  cancelled: "cancelled",
  "spawn-failed": "error",
  "runner-lost": "error",
};

/** What Toolgate itself saw of a program, and what confined it. */
export function processEvidence(
  { refusedHosts = [], setAside = [], ...result }: ProcessResult & Partial<SeenInside>,
  plan: Plan,
  cleaner: Pick<Cleaner, "text">,
): Evidence {
  const { end } = result;
  const truncated = result.stdoutBytes > result.stdout.byteLength || result.stderrBytes > result.stderr.byteLength;
  const sandbox = isProgramPlan(plan) ? (plan.sandbox ?? null) : null;
  return {
    status: end.kind === "exited" && end.exitCode !== 0 ? "error" : STATUS[end.kind],
    startedAt: new Date(result.startedAtMs).toISOString(),
    durationMs: result.durationMs,
    exitCode: end.kind === "exited" ? end.exitCode : null,
    signal: end.kind === "signalled" ? end.signal : null,
    stdoutHash: `sha256:${result.stdoutHash}`,
    stderrHash: `sha256:${result.stderrHash}`,
    stdoutBytes: result.stdoutBytes,
    stderrBytes: result.stderrBytes,
    truncated,
    leftoverProcesses: result.leftoverProcesses,
    containment: sandbox === null ? "process-tree" : "pid-namespace",
    sandbox,
    // The program chose these words.
    ...(refusedHosts.length === 0 ? {} : { refusedHosts: refusedHosts.map(cleaner.text) }),
    ...(setAside.length === 0 ? {} : { setAside: setAside.map(cleaner.text) }),
  };
}
