import { createHash } from "node:crypto";
import type { EgressClient, EgressRequest, EgressResult } from "../../egress/egress.ts";
import type { AdmittedCall } from "../../model/call.ts";
import type { HttpPlan } from "../../model/plan.ts";
import { parseNetwork } from "../../scope/cidr.ts";
import { matchScope } from "../../scope/match-scope.ts";
import { toTraceMeta } from "../../telemetry/context/to-trace-meta.ts";
import { createValueScrubber } from "../../output/scrub/create-value-scrubber.ts";
import { showPlannedText } from "../../template/http/show-planned-text.ts";
import type { Backend, ExecutionContext, HttpResult } from "../backend.ts";
import { fillSecrets } from "./fill-secrets.ts";
import { isInScope, toEgressRules } from "./to-egress-rules.ts";
import type { Reach } from "./to-egress-rules.ts";

export interface HttpBackendOptions {
  readonly client: EgressClient;
  /** What the operator lists, at this moment. */
  readonly reach: () => Reach;
  /** Hosts that are told which trace a request belongs to. @default none: the id of a trace is nobody else's business */
  readonly propagateTo?: readonly string[] | undefined;
}

const MAX_REDIRECTS = 5;
const NO_BODY = new Uint8Array();
const HASH_OF_NOTHING = createHash("sha256").digest("hex");

/** Sends the planned request with its secrets, over the checked client and to nowhere that the plan does not say. */
export function createHttpBackend({ client, reach, propagateTo = [] }: HttpBackendOptions): Backend {
  return {
    async run(call, context) {
      const plan = expectRequest(call);
      const startedAtMs = Date.now();
      const before = performance.now();
      const trace = isTold(plan.host, propagateTo) ? Object.entries(toTraceMeta(call.call)) : [];
      const sent = await send(plan, { ...context, trace }, client, reach());
      return { kind: "http", result: { ...sent, startedAtMs, durationMs: performance.now() - before } };
    },
  };
}

function expectRequest({ plan, tool }: AdmittedCall): HttpPlan {
  if (plan.kind !== "http") throw new Error(`a ${plan.kind} plan came to the HTTP back end`);
  const isOpen = [plan.url, plan.body ?? [], ...plan.headers.map(([, value]) => value)].flat();
  // The manifest's reader has refused it; a secret for whoever the caller names must not hang on one check.
  if (plan.scopeChecked && isOpen.some(({ kind }) => kind === "secret")) {
    throw new Error(`\`${tool.name}\` would send a secret to a host that its caller chose`);
  }
  return plan;
}

type Sent = Omit<HttpResult, "startedAtMs" | "durationMs">;

/** The operator says who is told, never the tool or its caller. */
function isTold(host: string, propagateTo: readonly string[]): boolean {
  if (propagateTo.length === 0) return false;
  const isNetwork = (entry: string): boolean => parseNetwork(entry) !== null;
  const [networks, domains] = [propagateTo.filter(isNetwork), propagateTo.filter((entry) => !isNetwork(entry))];
  return matchScope(host, { networks, domains, excludedNetworks: [], excludedDomains: [] }).inScope;
}

interface Sending extends ExecutionContext {
  /** Headers that say which trace the request belongs to. */
  readonly trace: readonly (readonly [name: string, value: string])[];
}

async function send(plan: HttpPlan, context: Sending, client: EgressClient, reach: Reach): Promise<Sent> {
  const request = toRequest(plan, context);
  const shown = showPlannedText(plan.url);
  if (plan.scopeChecked && !isInScope(plan.host, reach)) {
    return unanswered({ kind: "refused", reason: `the scope does not cover ${plan.host} any more` }, shown, 0);
  }
  const result = await client.request(request, toEgressRules(plan, reach));
  // What comes back may quote what was sent; most often there is nothing to look through.
  const scrub = (text: string): string => createValueScrubber(Object.values(context.secrets)).scrub(text);
  return toSent(result, shown, request.url, scrub);
}

function toSent(result: EgressResult, shown: string, sentUrl: string, scrub: (text: string) => string): Sent {
  if (result.kind === "refused" || result.kind === "failed") {
    const { hops, ...end } = result;
    return unanswered({ ...end, reason: scrub(end.reason) }, shown, hops);
  }
  if (result.kind !== "answered") return unanswered({ kind: result.kind }, shown, result.hops);
  const { status, headers, hops } = result;
  const { body, bodyBytes, bodyHash, bodyComplete } = result;
  const url = result.url === sentUrl ? shown : scrub(result.url);
  return { end: { kind: "answered", status, headers }, body, bodyBytes, bodyHash, bodyComplete, url, hops };
}

function unanswered(end: Sent["end"], url: string, hops: number): Sent {
  return { end, url, hops, body: NO_BODY, bodyBytes: 0, bodyHash: HASH_OF_NOTHING, bodyComplete: true };
}

function toRequest(plan: HttpPlan, { secrets, signal, trace }: Sending): EgressRequest {
  const secretHeaders = plan.headers.filter(([, value]) => value.some(({ kind }) => kind === "secret"));
  return {
    method: plan.method,
    url: fillSecrets(plan.url, secrets),
    headers: [
      ...plan.headers.map(([name, value]) => [name, fillSecrets(value, secrets)] as const),
      // What the author wrote stands.
      ...trace.filter(([name]) => !plan.headers.some(([planned]) => planned === name)),
    ],
    body: plan.body === null ? null : new TextEncoder().encode(fillSecrets(plan.body, secrets)),
    // Wherever a redirect leads, the trace stays behind.
    secretHeaders: [...secretHeaders.map(([name]) => name), ...trace.map(([name]) => name)],
    maxRedirects: MAX_REDIRECTS,
    timeoutMs: plan.timeoutMs,
    maxBodyBytes: plan.maxBodyBytes,
    signal,
  };
}
