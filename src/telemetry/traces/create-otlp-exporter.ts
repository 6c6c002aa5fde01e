import { ExportResultCode } from "@opentelemetry/core";
import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace-base";
import { JsonTraceSerializer } from "@opentelemetry/otlp-transformer";
import { classifyAddress } from "../../egress/address/classify-address.ts";
import type { EgressClient, EgressRequest, EgressResult } from "../../egress/egress.ts";

export interface OtlpExporterOptions {
  readonly url: string;
  /** Asked for each export. */
  readonly headers: () => Promise<readonly (readonly [name: string, value: string])[]>;
  readonly egress: EgressClient;
  /** For one export. @default 10000 */
  readonly timeoutMs?: number | undefined;
  /** Told of each export how many spans it had, and why they are lost; `null`: they are not. */
  readonly onExport: (spans: number, problem: string | null) => void;
}

/** A hostile collector gets no more of our memory than this. */
const MAX_ANSWER_BYTES = 64 * 1024;

/** Sends spans as OTLP in JSON over the one checked client. A failed export is told and given up: traces are no evidence. */
export function createOtlpExporter(options: OtlpExporterOptions): SpanExporter {
  const closing = new AbortController();
  const sending = new Set<Promise<void>>();
  const send = async (spans: ReadableSpan[]): Promise<string | null> => {
    const body = JsonTraceSerializer.serializeRequest(spans);
    if (body === undefined) return "the spans could not be written as OTLP";
    const request = toRequest(options, await options.headers(), body, closing.signal);
    return findProblem(await options.egress.request(request, toRules(options.url)));
  };
  return {
    export: (spans, done) => {
      const sent = send(spans)
        .catch((error: unknown) => (error instanceof Error ? error.message : String(error)))
        .then((problem) => {
          options.onExport(spans.length, problem);
          done({ code: problem === null ? ExportResultCode.SUCCESS : ExportResultCode.FAILED });
        })
        .finally(() => sending.delete(sent));
      sending.add(sent);
    },
    forceFlush: async () => {
      await Promise.allSettled(sending);
    },
    shutdown: () => {
      closing.abort();
      return Promise.resolve();
    },
  };
}

function toRequest(
  { url, timeoutMs = 10_000 }: OtlpExporterOptions,
  headers: EgressRequest["headers"],
  body: Uint8Array,
  signal: AbortSignal,
): EgressRequest {
  const secretHeaders = headers.map(([name]) => name);
  const sent = [["content-type", "application/json"], ["accept", "application/json"], ...headers] as const;
  const limits = { maxRedirects: 0, timeoutMs, maxBodyBytes: MAX_ANSWER_BYTES };
  return { method: "POST", url, headers: sent, body, secretHeaders, ...limits, signal };
}

/** The operator wrote the address, so it may be one of this machine or network; what hands out credentials it never is. */
function toRules(url: string): Parameters<EgressClient["request"]>[1] {
  const { hostname } = new URL(url);
  return { hosts: [hostname], permitsAddress: (address) => classifyAddress(address) !== "metadata" };
}

function findProblem(result: EgressResult): string | null {
  if (result.kind === "refused" || result.kind === "failed") return result.reason;
  if (result.kind !== "answered") return `the request ended: ${result.kind}`;
  return result.status >= 200 && result.status < 300 ? null : `the collector answered with status ${result.status}`;
}
