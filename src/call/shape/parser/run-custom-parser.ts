import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { hashFile } from "../../../facts/hash-file.ts";
import { resolvePath } from "../../../facts/resolve-path.ts";
import { EvidenceError, toEvidenceError } from "../../../evidence/evidence-error.ts";
import type { ErrorCode, ErrorInfo } from "../../../model/errors.ts";
import type { JsonValue } from "../../../model/json.ts";
import type { PlannedPath } from "../../../model/plan.ts";
import { parseJson } from "../../../output/parse/parse-json.ts";
import type { ParsedOutput } from "../../../output/parse/parse-output.ts";
import { cutText } from "../../../output/text/cut-text.ts";
import { decodeText } from "../../../output/text/decode-text.ts";
import type { ProcessEnd, ProcessResult } from "../../../process/process-runner.ts";
import { showText } from "../../../text/show-text.ts";
import type { Shaping } from "../shaping.ts";
import { toPlace } from "../to-place.ts";
import { MAX_PARSED_BYTES } from "./run-parser.ts";
import { tellFault } from "./tell-fault.ts";

const MAX_TIME_MS = 10_000;
const MAX_SHOWN_STDERR = 1000;

export type CustomParsed =
  { readonly ok: true; readonly value: JsonValue } | { readonly ok: false; readonly error: ErrorInfo };

/**
 * Lets the tool's own program read the output: it gets the raw bytes in a file and prints JSON. It has what the call left
 * of its time, ten seconds at most.
 */
export async function runCustomParser(raw: Uint8Array, elapsedMs: number, shaping: Shaping): Promise<CustomParsed> {
  const { plan, call } = shaping.admitted;
  const program = plan.kind === "handler" || plan.kind === "mcp" ? undefined : plan.parser;
  if (program === undefined) return fail("the plan does not name it");
  const changed = findChange(program);
  if (changed !== null) return fail(changed);
  const timeoutMs = Math.floor(Math.min(MAX_TIME_MS, plan.timeoutMs - elapsedMs));
  if (timeoutMs <= 0) return fail("the call left it no time");
  const run = async (scratch: string): Promise<ProcessResult> => {
    const [rawFile, folder] = await prepare(scratch, raw);
    return shaping.gate.runParser({ callId: call.id, program, rawFile, folder, timeoutMs }, shaping.signal);
  };
  try {
    const result = await shaping.gate.evidence.scratch(toPlace(shaping.admitted), run);
    return readResult(result, describeLimit(timeoutMs, plan.timeoutMs), shaping);
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    const message = `the output could not be handed to the parser program: ${error.message}`;
    return { ok: false, error: { code: "EVIDENCE_UNAVAILABLE", message, hint: error.hint, details: {} } };
  }
}

/** The tool's program may have run where its own parser lies. */
function findChange({ candidate, resolved, contentHash }: PlannedPath): string | null {
  if (resolvePath(candidate).resolved !== resolved) return "it is not where it was when the call was approved";
  if (contentHash === undefined || hashFile(resolved) === contentHash) return null;
  return "its content changed since the call was approved";
}

async function prepare(scratch: string, raw: Uint8Array): Promise<readonly [rawFile: string, folder: string]> {
  const rawFile = path.join(scratch, "output");
  const folder = path.join(scratch, "work");
  try {
    await mkdir(folder, { mode: 0o700 });
    await writeFile(rawFile, raw, { mode: 0o600, flag: "wx" });
  } catch (error) {
    throw toEvidenceError(rawFile, error);
  }
  return [rawFile, folder];
}

/** As it was set: what was left to the millisecond tells nobody which limit that is. */
function describeLimit(timeoutMs: number, callMs: number): string {
  if (timeoutMs === MAX_TIME_MS) return `${MAX_TIME_MS / 1000} s`;
  return `what the call had left of its ${Math.round(callMs / 100) / 10} s`;
}

function readResult(result: ProcessResult, limit: string, shaping: Shaping): CustomParsed {
  const why = describeEnd(result.end, limit);
  if (why === null) {
    const text = decodeText(result.stdout);
    const read = (json: string): ParsedOutput => parseJson(json, "what it printed");
    const parsed = read(text);
    return parsed.ok ? parsed : fail(tellFault(text, shaping.cleaner, read), tellStderr(result, shaping));
  }
  return fail(why, tellStderr(result, shaping), result.end.kind === "cancelled" ? "CANCELLED" : "PARSER_FAILED");
}

function describeEnd(end: ProcessEnd, limit: string): string | null {
  switch (end.kind) {
    case "exited":
      return end.exitCode === 0 ? null : `it ended with status ${end.exitCode}`;
    case "signalled":
      return `it was ended by ${end.signal}`;
    case "timeout":
      return `it took longer than ${limit} and was ended`;
    case "output-limit":
      return `it wrote more than ${MAX_PARSED_BYTES} bytes and was ended`;
    case "cancelled":
      return "the call was cancelled";
    case "spawn-failed":
      return `it could not be started: ${end.message} (${end.errno})`;
    case "runner-lost":
      return "the process that runs programs died";
  }
}

/** Secrets go before it is cut: half of one would not be found. */
function tellStderr({ stderr }: ProcessResult, { cleaner }: Shaping): string {
  const text = cleaner.text(decodeText(stderr)).trim();
  if (text === "") return "";
  const cut = cutText(text, MAX_SHOWN_STDERR, "the rest is not kept");
  return `; it said: "${showText(cut, cut.length)}"`;
}

function fail(why: string, said = "", code: ErrorCode = "PARSER_FAILED"): CustomParsed {
  const message = `the tool's parser program failed: ${why}${said}`;
  const hint = "run the program with a file of such output, and see what it prints";
  return { ok: false, error: { code, message, hint, details: {} } };
}
