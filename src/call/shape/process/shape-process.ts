import type { SeenInside } from "../../../backends/backend.ts";
import type { ErrorInfo } from "../../../model/errors.ts";
import type { JsonObject } from "../../../model/json.ts";
import { decodeText } from "../../../output/text/decode-text.ts";
import { toJsonText } from "../../../output/text/to-json-text.ts";
import type { Scrubber } from "../../../output/scrub/scrubber.ts";
import type { ProcessResult } from "../../../process/process-runner.ts";
import { readResults } from "../read-results.ts";
import type { Results } from "../read-results.ts";
import type { ShapedOutput } from "../shaped-output.ts";
import type { Shaping } from "../shaping.ts";
import { toEnvelope } from "../to-envelope.ts";
import { endError } from "./end-error.ts";
import { processEvidence } from "./process-evidence.ts";

/** A program's end as an outcome: what it printed, how it ended, and what Toolgate itself saw of it. */
export async function shapeProcess(
  result: ProcessResult & Partial<SeenInside>,
  shaping: Shaping,
  scrubber: Scrubber,
): Promise<ShapedOutput> {
  const { admitted, cleaner } = shaping;
  const stdout = decode(result.stdout, result.stdoutBytes, scrubber);
  const stderr = decode(result.stderr, result.stderrBytes, scrubber);
  const ended = endError(result, admitted);
  const evidence = processEvidence(result, admitted.plan, cleaner);
  const { shape, parser } = admitted.tool.output;
  if (shape !== "envelope" && parser === "text") {
    const structured = processResult(result, stdout, stderr, evidence.truncated);
    return { error: ended, content: textContent(stdout, stderr, ended), structured, evidence };
  }
  const read =
    ended === null ? await readStdout(result, shaping) : ({ results: null, error: ended, isOther: false } as const);
  const shown = ended === null ? shownOutput(stdout, read, shaping) : stdout;
  const structured =
    shape === "envelope"
      ? toEnvelope(admitted, evidence, stderr, read.results, read.error)
      : { ...processResult(result, shown, stderr, evidence.truncated), parsed: read.results };
  return { error: read.error, content: textContent(shown, stderr, read.error), structured, evidence };
}

function readStdout({ stdout, stdoutBytes, durationMs }: ProcessResult, shaping: Shaping): Promise<Results> {
  const text = decodeText(stdout);
  return readResults({ bytes: stdout, totalBytes: stdoutBytes, text, elapsedMs: durationMs }, shaping);
}

/**
 * With a schema or a parser of its own, or where something had to go that the text spells otherwise, a tool's output is
 * what was read and checked, and never what was not.
 */
function shownOutput(stdout: string, { results, error, isOther }: Results, { admitted }: Shaping): string {
  const { parser, schema } = admitted.tool.output;
  if (schema === null && !parser.startsWith("custom:") && !isOther) return stdout;
  return error === null ? toJsonText(results) : "";
}

/** What was cut off is said, not hidden. */
function decode(bytes: Uint8Array, total: number, { scrubCut }: Scrubber): string {
  const text = decodeText(bytes);
  if (total <= bytes.byteLength) return text;
  const kept = scrubCut(text);
  const shown = kept === text ? bytes.byteLength : Buffer.byteLength(kept);
  return `${kept}\n... [truncated, ${shown}/${total} bytes shown]`;
}

function processResult(result: ProcessResult, stdout: string, stderr: string, truncated: boolean): JsonObject {
  const exitCode = result.end.kind === "exited" ? result.end.exitCode : null;
  return { exitCode, stdout, stderr, durationMs: Math.round(result.durationMs), truncated };
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
