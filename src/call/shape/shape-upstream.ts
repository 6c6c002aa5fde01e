import type { ErrorCode, ErrorInfo } from "../../model/errors.ts";
import type { JsonValue } from "../../model/json.ts";
import type { ContentBlock, Evidence, EvidenceStatus } from "../../model/outcome.ts";
import type { UpstreamResult } from "../../mcp-bridge/upstream.ts";
import { toJsonText } from "../../output/text/to-json-text.ts";
import { toPlainText } from "../../text/plain-text.ts";
import { checkResults } from "./read-results.ts";
import type { ShapedOutput } from "./shaped-output.ts";
import type { Shaping } from "./shaping.ts";
import { toBlock } from "./upstream/to-block.ts";
import { valueEvidence } from "./value-evidence.ts";

/** What an upstream tool answered. Its parts stay what they are; a value that does not fit the accepted schema is withheld. */
export function shapeUpstream(result: UpstreamResult, shaping: Shaping): ShapedOutput {
  const { end } = result;
  if (end.kind !== "answered") return withError(toError(end, shaping), [], null, result, shaping);
  const content = end.content.map(toBlock);
  if (end.isError) return withError(toolError(content), content, end.structured ?? null, result, shaping);
  const { schema } = shaping.admitted.tool.output;
  const structured = shaping.cleaner.value(end.structured ?? null);
  if (end.structured === undefined && schema === null) return answer(content, null, result, shaping);
  if (end.structured === undefined) return withError(MISSING, content, null, result, shaping);
  const checked = checkResults(structured, schema, "the structured result");
  if (checked.error !== null) return withError(checked.error, [], null, result, shaping);
  return answer(content.length > 0 ? content : [toText(structured)], structured, result, shaping);
}

const MISSING: ErrorInfo = {
  code: "OUTPUT_SCHEMA",
  message: "the upstream server declares a structured result for this tool and sent none",
  hint: "tell whoever runs the server; `toolgate tools show` has the schema",
  details: {},
};

function toText(value: JsonValue): ContentBlock {
  return { type: "text", text: toJsonText(value) };
}

function answer(
  content: readonly ContentBlock[],
  structured: JsonValue,
  result: UpstreamResult,
  shaping: Shaping,
): ShapedOutput {
  return { error: null, content, structured, evidence: toEvidence("success", result, shaping) };
}

function withError(
  error: ErrorInfo,
  content: readonly ContentBlock[],
  structured: JsonValue,
  result: UpstreamResult,
  shaping: Shaping,
): ShapedOutput {
  const status = result.end.kind === "timeout" || result.end.kind === "cancelled" ? result.end.kind : "error";
  const shown = content.length > 0 ? content : [{ type: "text" as const, text: error.message }];
  return { error, content: shown, structured, evidence: toEvidence(status, result, shaping) };
}

function toolError(content: readonly ContentBlock[]): ErrorInfo {
  const [line = ""] = toPlainText(content).trim().split("\n");
  const said = line === "" ? "it did not say why" : line.slice(0, MOST_SAID);
  return { code: "UPSTREAM_TOOL_ERROR", message: `the upstream tool failed: ${said}`, hint: null, details: {} };
}

const MOST_SAID = 300;

type Failure = Exclude<UpstreamResult["end"], { kind: "answered" }>;

const ENDS: Readonly<Record<Failure["kind"], readonly [ErrorCode, string, string | null]>> = {
  unavailable: ["UPSTREAM_UNAVAILABLE", "nothing was sent", "`toolgate servers list` shows its state"],
  failed: ["UPSTREAM_FAILED", "the call broke", "`toolgate servers test` tries the connection"],
  incapable: ["CLIENT_CAPABILITY_MISSING", "the call was not finished", "call it from a client that can be asked"],
  timeout: ["TIMEOUT", "it took longer than its limit", null],
  cancelled: ["CANCELLED", "the call was cancelled", null],
};

function toError(end: Failure, { admitted: { plan } }: Shaping): ErrorInfo {
  const [code, what, hint] = ENDS[end.kind];
  const server = plan.kind === "mcp" ? plan.server : "";
  const details = end.kind === "incapable" ? { requiredCapabilities: end.required } : {};
  const why = "reason" in end ? `: ${end.reason}` : "";
  return { code, message: `MCP server ${JSON.stringify(server)}: ${what}${why}`, hint, details };
}

function toEvidence(
  status: EvidenceStatus,
  { startedAtMs, durationMs, software, protocolVersion }: UpstreamResult,
  { admitted: { plan } }: Shaping,
): Evidence {
  const evidence = valueEvidence(status, startedAtMs, durationMs);
  if (plan.kind !== "mcp") return evidence;
  return { ...evidence, upstream: { protocolVersion, server: plan.server, software, tool: plan.tool } };
}
