import type { AdmittedCall } from "../../model/call.ts";
import type { ErrorInfo } from "../../model/errors.ts";
import type { JsonObject, JsonValue } from "../../model/json.ts";
import type { Evidence, EvidenceStatus } from "../../model/outcome.ts";
import { parseOutput } from "../../output/parse/parse-output.ts";
import type { Scrubber } from "../../output/scrubber.ts";
import { checkSchema } from "../../params/json-schema/check-schema.ts";
import type { ProcessEnd, ProcessResult } from "../../process/process-runner.ts";
import type { ShapedOutput } from "./shaped-output.ts";
import { toEnvelope } from "./to-envelope.ts";

/** A program's end as an outcome: what it printed, how it ended, and what Toolgate itself saw of it. */
export function shapeProcess(result: ProcessResult, admitted: AdmittedCall, scrubber: Scrubber): ShapedOutput {
  const stdout = decode(result.stdout, result.stdoutBytes, scrubber);
  const stderr = decode(result.stderr, result.stderrBytes, scrubber);
  const ended = endError(result.end, admitted);
  const evidence = toEvidence(result);
  if (admitted.tool.output.shape === "envelope") {
    const parsed = ended === null ? readResults(stdout, admitted) : { results: null, error: ended };
    const structured = toEnvelope(admitted, evidence, stderr, parsed.results, parsed.error);
    return { error: parsed.error, content: textContent(stdout, stderr, parsed.error), structured, evidence };
  }
  const structured = processResult(result, stdout, stderr, evidence.truncated);
  return { error: ended, content: textContent(stdout, stderr, ended), structured, evidence };
}

/** Bytes that are not UTF-8 become the replacement character; what was cut off is said, not hidden. */
function decode(bytes: Uint8Array, total: number, { scrubCut }: Scrubber): string {
  const text = new TextDecoder().decode(bytes);
  if (total <= bytes.byteLength) return text;
  const kept = scrubCut(text);
  const shown = kept === text ? bytes.byteLength : Buffer.byteLength(kept);
  return `${kept}\n... [truncated, ${shown}/${total} bytes shown]`;
}

function processResult(result: ProcessResult, stdout: string, stderr: string, truncated: boolean): JsonObject {
  const exitCode = result.end.kind === "exited" ? result.end.exitCode : null;
  return { exitCode, stdout, stderr, durationMs: Math.round(result.durationMs), truncated };
}

function readResults(stdout: string, { tool }: AdmittedCall): { results: JsonValue; error: ErrorInfo | null } {
  const parsed = parseOutput(tool.output.parser, stdout);
  if (!parsed.ok) {
    return { results: null, error: { code: "OUTPUT_UNPARSABLE", message: parsed.message, hint: null, details: {} } };
  }
  const issues = tool.output.schema === null ? [] : checkSchema(tool.output.schema, parsed.value);
  if (issues.length === 0) return { results: parsed.value, error: null };
  const told = issues.map(({ at, message }) => `${at === "" ? "the results" : at}: ${message}`).join("; ");
  const message = `the output does not fit the declared schema: ${told}`;
  return { results: null, error: { code: "OUTPUT_SCHEMA", message, hint: null, details: {} } };
}

function textContent(stdout: string, stderr: string, error: ErrorInfo | null): ShapedOutput["content"] {
  const parts = [
    error === null ? "" : `${error.code}: ${error.message}`,
    stdout,
    stderr === "" ? "" : `[stderr]\n${stderr}`,
  ];
  // Silence looks like a lost answer to a model.
  const text = parts.filter((part) => part !== "").join("\n") || "(no output)";
  return [{ type: "text", text }];
}

function endError(end: ProcessEnd, { plan, tool }: AdmittedCall): ErrorInfo | null {
  const fail = (code: ErrorInfo["code"], message: string, hint: string | null = null): ErrorInfo => ({
    code,
    message,
    hint,
    details: {},
  });
  switch (end.kind) {
    case "exited":
      return end.exitCode === 0 ? null : fail("EXIT_NONZERO", `process exited with status ${end.exitCode}`);
    case "signalled":
      return fail("KILLED_BY_SIGNAL", `process was ended by ${end.signal}`);
    case "timeout":
      return fail(
        "TIMEOUT",
        `\`${tool.name}\` took longer than ${plan.timeoutMs / 1000} s and was ended`,
        plan.timeoutMs < tool.limits.timeoutMs ? "give the call more time" : "raise the tool's `timeout_seconds`",
      );
    case "output-limit":
      return fail("OUTPUT_LIMIT", `\`${tool.name}\` wrote more than the operator's limit and was ended`);
    case "cancelled":
      return fail("CANCELLED", "the call was cancelled and everything it had started was ended");
    case "spawn-failed":
      return fail("SPAWN_FAILED", `the program could not be started: ${end.message} (${end.errno})`);
    case "runner-lost":
      return fail("RUNNER_LOST", "the process that runs programs died; everything it had started was ended");
  }
}

const STATUS: Readonly<Record<ProcessEnd["kind"], EvidenceStatus>> = {
  exited: "success",
  signalled: "error",
  timeout: "timeout",
  "output-limit": "error",
  cancelled: "cancelled",
  "spawn-failed": "error",
  "runner-lost": "error",
};

function toEvidence(result: ProcessResult): Evidence {
  const { end } = result;
  const truncated = result.stdoutBytes > result.stdout.byteLength || result.stderrBytes > result.stderr.byteLength;
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
    containment: "process-tree",
  };
}
