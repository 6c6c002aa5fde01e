import { ExportResultCode } from "@opentelemetry/core";
import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace-base";
import { JsonTraceSerializer } from "@opentelemetry/otlp-transformer";
import { classifyAddress } from "../../egress/address/classify-address.ts";
import type { EgressClient, EgressRequest, EgressResult } from "../../egress/egress.ts";
import { PATIENCE, retryExport } from "./retry-export.ts";
import type { Attempt, Patience } from "./retry-export.ts";

export interface OtlpExporterOptions {
  readonly url: string;
  /** Asked for each export. */
  readonly headers: () => Promise<readonly (readonly [name: string, value: string])[]>;
  readonly egress: EgressClient;
  /** For one attempt. @default 10000 */
  readonly timeoutMs?: number | undefined;
  /** With a collector that cannot be reached, or has too much to do. @default half a minute */
  readonly patience?: Patience | undefined;
  /** Told of each export how many spans it had, and why they are lost; `null`: they are not. */
  readonly onExport: (spans: number, problem: string | null) => void;
}

/** A hostile collector gets no more of our memory than this. */
const MAX_ANSWER_BYTES = 64 * 1024;

export interface OtlpExporter extends SpanExporter {
  /** No more pauses: what failed is attempted once more and given up. */
  hurry(): void;
}

/** Sends spans as OTLP in JSON over the one checked client. What cannot be sent in time is told and given up: traces are no evidence. */
export function createOtlpExporter(options: OtlpExporterOptions): OtlpExporter {
  const { url, egress, patience = PATIENCE } = options;
  const closing = new AbortController();
  const hurrying = new AbortController();
  const sending = new Set<Promise<void>>();
  const send = async (spans: ReadableSpan[]): Promise<string | null> => {
    const body = JsonTraceSerializer.serializeRequest(spans);
    if (body === undefined) return "the spans could not be written as OTLP";
    const attempt = async (): Promise<Attempt> => {
      const request = toRequest(options, await options.headers(), body, closing.signal);
      return judge(await egress.request(request, toRules(url)));
    };
    return retryExport(attempt, patience, hurrying.signal);
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
    hurry: () => hurrying.abort(),
    forceFlush: async () => {
      await Promise.allSettled(sending);
    },
    shutdown: () => {
      hurrying.abort();
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

/** What the protocol names as passing. */
const PASSING: readonly number[] = [429, 502, 503, 504];

function judge(result: EgressResult): Attempt {
  if (result.kind === "refused" || result.kind === "failed") return fail(result.reason, result.kind === "failed");
  if (result.kind !== "answered") return fail(`the request ended: ${result.kind}`, result.kind === "timeout");
  const { status, headers } = result;
  if (status >= 200 && status < 300) return { problem: null, isPassing: false, pauseMs: null };
  const seconds = /^\d{1,4}$/.exec(headers["retry-after"] ?? "")?.[0];
  const failed = fail(`the collector answered with status ${status}`, PASSING.includes(status));
  return seconds === undefined ? failed : { ...failed, pauseMs: Number(seconds) * 1000 };
}

function fail(problem: string, isPassing: boolean): Attempt {
  return { problem, isPassing, pauseMs: null };
}
