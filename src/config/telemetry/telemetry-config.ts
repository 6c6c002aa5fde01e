/** What leaves this process so that people see how it is doing. Nothing does unless somebody says so. */
export interface TelemetryConfig {
  readonly traces: {
    /** Takes OTLP over HTTP; `null`: no traces, or what the environment says. */
    readonly url: string | null;
    readonly headers: readonly TelemetryHeader[];
    /** Of calls that no trace came along with: which share is traced, from 0 to 1. `null`: all, or what the environment says. */
    readonly sample: number | null;
    /** `null`: the product's name, or what the environment says. */
    readonly serviceName: string | null;
    /** Whether the usual `OTEL_…` variables fill in what is not said. */
    readonly fromEnvironment: boolean;
  };
  /** Hosts, as in a scope, whose requests say which trace they belong to; no other host hears of traces. */
  readonly propagateTo: readonly string[];
  /** Whether programs get the variable `TRACEPARENT`. */
  readonly programs: boolean;
  readonly metrics: boolean;
  /** As many tools have numbers of their own; further ones are counted together. */
  readonly metricsMaxTools: number;
}

export interface TelemetryHeader {
  /** Lower-case. */
  readonly name: string;
  /** A variable of the gateway, a file (absolute), or a secret that is bound to `toolgate.telemetry` and the host. */
  readonly source: { readonly env: string } | { readonly file: string } | { readonly secret: string };
}
