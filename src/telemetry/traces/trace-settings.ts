import { isPlainUrl, isSafeUrl } from "../../config/server/service-url.ts";
import { DEFAULTS } from "../../config/defaults.ts";
import type { TelemetryConfig, TelemetryHeader } from "../../config/telemetry/telemetry-config.ts";

/** Where traces go and as what, once configuration and environment are read. */
export interface TraceSettings {
  readonly url: string;
  readonly headers: readonly (TelemetryHeader | { readonly name: string; readonly value: string })[];
  readonly sample: number;
  readonly serviceName: string;
}

/** Why there are no traces although somebody wants them; for the log. */
export class TraceSettingsError extends Error {
  override readonly name = "TraceSettingsError";
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * `null`: traces are off. What the configuration says wins over the environment, and headers of the environment only ever
 * go to the address of the environment.
 * @throws TraceSettingsError where the environment says something that cannot be used
 */
export function resolveTraceSettings(
  { traces }: Pick<TelemetryConfig, "traces">,
  environment: Environment,
): TraceSettings | null {
  const { url, headers, sample, serviceName, fromEnvironment } = traces;
  const env: Environment = fromEnvironment ? environment : {};
  if (env["OTEL_SDK_DISABLED"]?.toLowerCase() === "true") return null;
  const shape = {
    sample: sample ?? toSample(env) ?? DEFAULTS.telemetrySample,
    serviceName: serviceName ?? env["OTEL_SERVICE_NAME"] ?? DEFAULTS.serviceName,
  };
  if (url !== null) return { url, headers, ...shape };
  const found = toUrl(env);
  if (found === null) return null;
  const sent = [...headers, ...toHeaders(env).filter(({ name }) => !headers.some((header) => header.name === name))];
  if (!isPlainUrl(found) || (sent.length > 0 && !isSafeUrl(found))) {
    const wanted = sent.length > 0 ? "https, because headers go along" : "http or https, without user name and query";
    // Not shown: it may hold a password.
    throw new TraceSettingsError(`OTEL_EXPORTER_OTLP_ENDPOINT has to be a URL with ${wanted}`);
  }
  return { url: found, headers: sent, ...shape };
}

function toUrl(env: Environment): string | null {
  const of = (name: string): string | undefined =>
    env[`OTEL_EXPORTER_OTLP_TRACES_${name}`] ?? env[`OTEL_EXPORTER_OTLP_${name}`];
  const base = env["OTEL_EXPORTER_OTLP_ENDPOINT"] ?? "";
  const url = env["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"] ?? (base === "" ? "" : `${base.replace(/\/+$/, "")}/v1/traces`);
  if (url === "") return null;
  if (of("PROTOCOL")?.startsWith("grpc") === true) {
    throw new TraceSettingsError(
      "OTEL_EXPORTER_OTLP_PROTOCOL is grpc; traces are sent over HTTP, usually to port 4318",
    );
  }
  return url;
}

/** `name=value,name=value`, the values percent-encoded. */
function toHeaders(env: Environment): readonly { readonly name: string; readonly value: string }[] {
  const text = env["OTEL_EXPORTER_OTLP_TRACES_HEADERS"] ?? env["OTEL_EXPORTER_OTLP_HEADERS"] ?? "";
  return text.split(",").flatMap((pair) => {
    const at = pair.indexOf("=");
    if (at < 1) return [];
    return [{ name: pair.slice(0, at).trim().toLowerCase(), value: decode(pair.slice(at + 1).trim()) }];
  });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function toSample(env: Environment): number | null {
  const sampler = env["OTEL_TRACES_SAMPLER"] ?? "";
  if (sampler.endsWith("always_off")) return 0;
  if (!sampler.endsWith("traceidratio")) return null;
  const share = Number(env["OTEL_TRACES_SAMPLER_ARG"]);
  return share >= 0 && share <= 1 ? share : null;
}
