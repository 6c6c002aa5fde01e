import type { HttpResult } from "../../backends/backend.ts";
import type { AdmittedCall } from "../../model/call.ts";
import type { ErrorCode, ErrorInfo } from "../../model/errors.ts";
import type { JsonValue } from "../../model/json.ts";
import type { Evidence, EvidenceStatus } from "../../model/outcome.ts";
import type { HttpPlan } from "../../model/plan.ts";
import type { Scrubber } from "../../output/scrub/scrubber.ts";
import { showPlannedText } from "../../template/http/show-planned-text.ts";
import { toBracketed } from "../../egress/address/canonical-address.ts";
import { decodeBody } from "./http/decode-body.ts";
import { judgeStatus } from "./http/judge-status.ts";
import { readAnswer, shownBody } from "./http/read-answer.ts";
import { toShownHeaders } from "./http/shown-headers.ts";
import type { Shaping } from "./shaping.ts";
import type { ShapedOutput } from "./shaped-output.ts";
import { toEnvelope } from "./to-envelope.ts";
import { valueEvidence } from "./value-evidence.ts";

/** An answer as an outcome: its status as a word, its body parsed and checked. A failure keeps the body as text. */
export async function shapeHttp(result: HttpResult, shaping: Shaping, scrubber: Scrubber): Promise<ShapedOutput> {
  const { admitted } = shaping;
  const { end } = result;
  if (end.kind !== "answered") {
    const [status, error] = toFailure(end, admitted);
    return toShaped({ status, error, results: null, text: "", headers: {} }, result, admitted, scrubber);
  }
  const type = end.headers["content-type"] ?? "";
  const text = decodeBody(result, type, scrubber);
  const judged = judgeStatus(expectRequest(admitted), end.status, end.headers);
  const read =
    judged.error === null
      ? await readAnswer(result, end.status, type, text, shaping)
      : ({ results: null, error: judged.error, isOther: false } as const);
  const shown = judged.error === null ? shownBody(text, read, admitted) : text;
  const answer = { status: judged.status, ...read, text: shown, headers: toShownHeaders(end.headers, shaping.cleaner) };
  return toShaped(answer, result, admitted, scrubber);
}

function expectRequest({ plan }: AdmittedCall): HttpPlan {
  if (plan.kind !== "http") throw new Error(`an answer came to a ${plan.kind} plan`);
  return plan;
}

/** What is known of an answer, before it has its form. */
interface Answer {
  readonly status: EvidenceStatus;
  readonly error: ErrorInfo | null;
  readonly results: JsonValue;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

function toShaped(answer: Answer, result: HttpResult, admitted: AdmittedCall, scrubber: Scrubber): ShapedOutput {
  const { error, results } = answer;
  const plan = expectRequest(admitted);
  const evidence = toEvidence(answer.status, result, plan, scrubber);
  const shaped = { error, content: [{ type: "text" as const, text: toText(answer, evidence) }], evidence };
  if (admitted.tool.output.shape !== "envelope") return { ...shaped, structured: results };
  const structured = {
    ...toEnvelope(admitted, evidence, "", results, error),
    command: `${plan.method} ${showPlannedText(plan.url)}`,
    exit_code: error === null ? 0 : -1,
    http_status: evidence.http?.status ?? null,
    http_method: plan.method,
    http_url: evidence.http?.url ?? null,
    http_headers: answer.headers,
  };
  return { ...shaped, structured };
}

/** Silence looks like a lost answer to a model, so an answer without a body says its status and headers. */
function toText({ error, text, headers }: Answer, { http, stdoutBytes }: Evidence): string {
  const lines = [error === null ? "" : `${error.code}: ${error.message}`, text];
  if (stdoutBytes === 0 && http?.status !== null) {
    lines.push(`(status ${http?.status ?? ""}, no body)`, ...Object.entries(headers).map((pair) => pair.join(": ")));
  }
  return lines.filter((line) => line !== "").join("\n");
}

function toEvidence(status: EvidenceStatus, result: HttpResult, plan: HttpPlan, { scrub }: Scrubber): Evidence {
  const { end, body, bodyBytes, bodyHash, hops, url } = result;
  const code = end.kind === "answered" ? end.status : null;
  return {
    ...valueEvidence(status, result.startedAtMs, result.durationMs),
    // A hash over a part would pass for one over all of it.
    stdoutHash: end.kind === "answered" && result.bodyComplete ? `sha256:${bodyHash}` : null,
    stdoutBytes: bodyBytes,
    truncated: bodyBytes > body.byteLength || !result.bodyComplete,
    http: { method: plan.method, url: scrub(url), status: code, hops },
  };
}

type Unanswered = Exclude<HttpResult["end"], { kind: "answered" }>;

const FAILURES: Readonly<Record<Unanswered["kind"], readonly [EvidenceStatus, ErrorCode]>> = {
  timeout: ["timeout", "TIMEOUT"],
  cancelled: ["cancelled", "CANCELLED"],
  refused: ["error", "NETWORK_REFUSED"],
  failed: ["error", "NETWORK_FAILED"],
};

function toFailure(end: Unanswered, { plan, tool }: AdmittedCall): readonly [EvidenceStatus, ErrorInfo] {
  const [status, code] = FAILURES[end.kind];
  switch (end.kind) {
    case "timeout": {
      const message = `\`${tool.name}\` had no whole answer after ${plan.timeoutMs / 1000} s`;
      const isShort = plan.timeoutMs < tool.limits.timeoutMs;
      const hint = isShort ? "give the call more time" : "raise the tool's `timeout_seconds`";
      return [status, { code, message, hint, details: {} }];
    }
    case "cancelled":
      return [status, { code, message: "the call was cancelled and its request ended", hint: null, details: {} }];
    case "refused": {
      const hint = hintOfRefusal(end, plan);
      return [status, { code, message: `the request was refused: ${end.reason}`, hint, details: {} }];
    }
    case "failed":
      return [status, { code, message: `the request failed: ${end.reason}`, hint: null, details: {} }];
  }
}

/** Whoever reads it has to know which of three people can change it: the tool's author, who keeps the scope, the operator. */
function hintOfRefusal({ isRedirect }: Extract<Unanswered, { reason: string }>, plan: AdmittedCall["plan"]): string {
  if (isRedirect !== true || plan.kind !== "http")
    return "operators list private addresses, and targets in the scope; nothing else reaches them";
  if (plan.scopeChecked) {
    return "the tool may only reach what the scope covers, and the answer sent it on; an operator can add that place to the scope";
  }
  const place = `${toBracketed(plan.host)}:${plan.port}`;
  return `the tool may only reach ${place}, which its \`url\` names, and the answer sent it on; where the service has moved, write its new place into \`url\``;
}
