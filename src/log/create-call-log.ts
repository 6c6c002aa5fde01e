import type { CallReport } from "../call/observe/call-observer.ts";
import type { LogLevel } from "../config/telemetry/telemetry-data.ts";

/** Whatever is added to a line one day: members of these names never leave. */
const REDACTED = ["args", "arguments", "result", "headers", "authorization", "token", "secret", "password", "env"];

/**
 * Writes a JSON line to standard error for each call that the level is about, under the call's id. A line has what a
 * `CallReport` has, which is nobody's secret.
 */
export async function createCallLog(level: LogLevel, fd = 2): Promise<(report: CallReport) => void> {
  const { pino } = await import("pino");
  const paths = [...REDACTED, ...REDACTED.map((name) => `*.${name}`)];
  const options = { level, base: { pid: process.pid }, redact: { paths, censor: "[REDACTED]" } };
  const log = pino(options, pino.destination({ fd, sync: true }));
  return (report) => {
    const line = toLine(report);
    if (report.status === "failed" || report.status === "refused") log.warn(line, "call ended");
    else log.info(line, "call ended");
    if (log.isLevelEnabled("debug")) log.debug({ id: report.callId, steps: toSteps(report) }, "steps of call");
  };
}

function toLine({ callId, parentCallId, durationMs, ...report }: CallReport): object {
  const { tool, entry, server, decision, status, code } = report;
  return {
    id: callId,
    ...(parentCallId === null ? {} : { parent: parentCallId }),
    tool,
    entry,
    ...(server === null ? {} : { server }),
    ...(decision === null ? {} : { decision: decision.code }),
    status,
    code,
    durationMs: Math.round(durationMs * 1000) / 1000,
  };
}

function toSteps({ steps }: CallReport): Readonly<Record<string, number>> {
  return Object.fromEntries(steps.map(({ step, durationMs }) => [step, Math.round(durationMs * 1000) / 1000]));
}
