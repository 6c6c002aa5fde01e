import { z } from "zod";
import { isSecretName } from "../../secrets/secret-name.ts";
import { DEFAULTS } from "../defaults.ts";
import { host, place } from "../schema/common.ts";
import { isPlainUrl, isSafeUrl } from "../server/service-url.ts";
import { LOG_LEVELS } from "./telemetry-data.ts";
import type { LogData, TelemetryData } from "./telemetry-data.ts";

/** What the request itself says, or what speaks about its connection. */
const OWN_HEADERS: readonly string[] = [
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];

const isHeaderName = (name: string): boolean =>
  /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/.test(name) && !OWN_HEADERS.includes(name.toLowerCase());

const headerSource = z
  .strictObject({
    env: z
      .string()
      .regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, "the name of a variable")
      .optional()
      .meta({ description: "The variable of Toolgate's environment that holds the value." }),
    file: place().optional().meta({ description: "The file that holds the value, relative to this file." }),
    secret: z.string().max(128).refine(isSecretName, "the name of a secret").optional().meta({
      description:
        "The secret that is the value. Bind it to the tool `toolgate.telemetry` and to the collector's host.",
    }),
  })
  .refine((source) => Object.values(source).filter((value) => value !== undefined).length === 1, {
    error: "one of `env`, `file` and `secret`",
  });

const table = z.strictObject({
  traces: z
    .string()
    .max(2000)
    .refine(isPlainUrl, "a URL such as `https://collector.example.com:4318/v1/traces`")
    .optional()
    .meta({
      description:
        "Where traces go: the address of a collector that takes OTLP over HTTP as JSON. Not said: nowhere. With `headers`, " +
        "`http` is for this machine only.",
    }),
  headers: z
    .record(z.string().refine(isHeaderName, "the name of a header"), headerSource)
    .optional()
    .meta({ description: "Headers that go along, each with the place of its value.", default: {} }),
  sample: z.number().min(0).max(1).optional().meta({
    description:
      "The share of calls that is traced, from 0 to 1. A call that came with a trace of its own is traced as that one is.",
    default: DEFAULTS.telemetrySample,
  }),
  service_name: z
    .string()
    .min(1)
    .max(200)
    .regex(/^\P{Cc}+$/u, "a name without control characters")
    .optional()
    .meta({ description: "What traces call this gateway.", default: DEFAULTS.serviceName }),
  environment: z
    .boolean()
    .optional()
    .meta({
      description:
        "Whether `OTEL_EXPORTER_OTLP_ENDPOINT`, `OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_SERVICE_NAME`, `OTEL_TRACES_SAMPLER_ARG` and " +
        "their like fill in what is not said here.",
      default: false,
    }),
  propagate_to: z.array(host()).max(1000).optional().meta({
    description:
      "Hosts of yours that requests of tools tell which trace they belong to (`traceparent`, `tracestate`, `baggage`).",
    default: [],
  }),
  programs: z.boolean().optional().meta({
    description: "Whether programs get the variable `TRACEPARENT`.",
    default: false,
  }),
  metrics: z.boolean().optional().meta({
    description: "Serves numbers for Prometheus at `/metrics`, to tokens with the role `metrics` or `admin`.",
    default: false,
  }),
  metrics_max_tools: z.int().min(0).max(10_000).optional().meta({
    description: "As many tools have numbers of their own; further ones are counted together as `other`.",
    default: DEFAULTS.metricsMaxTools,
  }),
});

/** `[telemetry]`: what leaves this process so that people see how it is doing. */
export const telemetry: z.ZodType<TelemetryData> = table.refine(
  ({ traces, headers = {} }) => traces === undefined || Object.keys(headers).length === 0 || isSafeUrl(traces),
  { path: ["traces"], error: "a URL with `https` but for this machine, because `headers` go along" },
);

/** `[log]`: what is written to standard error. */
export const log: z.ZodType<LogData> = z.strictObject({
  level: z
    .enum(LOG_LEVELS)
    .optional()
    .meta({
      description:
        "`error`: what went wrong inside of Toolgate. `warn`: also calls that did not succeed. `info`: every call. `debug`: with " +
        "the time that each step took.",
      default: DEFAULTS.logLevel,
    }),
});
