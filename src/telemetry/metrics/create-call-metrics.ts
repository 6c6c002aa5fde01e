import { Counter, Histogram } from "prom-client";
import type { Registry } from "prom-client";
import type { CallReport } from "../../call/observe/call-observer.ts";

export interface CallMetricsOptions {
  readonly registry: Registry;
  /** As many tools have numbers of their own. */
  readonly maxTools: number;
}

/** From a cheap look-up to a program that takes minutes, in seconds. */
const BUCKETS = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60, 300];

/** Counts calls, and takes how long they and their steps take. No label has text that a caller made up. */
export function createCallMetrics({ registry, maxTools }: CallMetricsOptions): (report: CallReport) => void {
  const registers = [registry];
  const calls = new Counter({
    name: "toolgate_calls_total",
    help: "Calls that ended, by tool, status and error code.",
    labelNames: ["tool", "status", "code"],
    registers,
  });
  const refused = new Counter({
    name: "toolgate_calls_refused_total",
    help: "Calls that did not run, by the reason: what the policy said, or else the error code.",
    labelNames: ["reason"],
    registers,
  });
  const duration = new Histogram({
    name: "toolgate_call_duration_seconds",
    help: "From a call coming in to its outcome being recorded, with the time that humans took.",
    labelNames: ["status"],
    buckets: BUCKETS,
    registers,
  });
  const steps = new Histogram({
    name: "toolgate_step_duration_seconds",
    help: "Time that a step of calls took.",
    labelNames: ["step"],
    buckets: BUCKETS,
    registers,
  });
  const toLabel = createToolLabel(maxTools);
  return (report) => {
    const { status, code, durationMs } = report;
    calls.inc({ tool: toLabel(report.tool), status, code: code ?? "" });
    if (status === "refused") refused.inc({ reason: toReason(report) });
    duration.observe({ status }, durationMs / 1000);
    for (const step of report.steps) steps.observe({ step: step.step }, step.durationMs / 1000);
  };
}

/** The first tools that are called keep their names: a server that makes up new ones cannot fill the memory. */
function createToolLabel(maxTools: number): (tool: string | null) => string {
  const named = new Set<string>();
  return (tool) => {
    if (tool === null) return "unknown";
    if (named.has(tool)) return tool;
    if (named.size >= maxTools) return "other";
    named.add(tool);
    return tool;
  };
}

function toReason({ decision, code }: CallReport): string {
  return decision?.effect === "deny" ? decision.code : (code ?? "unknown");
}
