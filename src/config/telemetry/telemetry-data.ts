/** Where the value of a header stands; which one of them it is was checked. */
export interface HeaderSourceData {
  readonly env?: string | undefined;
  readonly file?: string | undefined;
  readonly secret?: string | undefined;
}

/** `[telemetry]` */
export interface TelemetryData {
  readonly traces?: string | undefined;
  readonly headers?: Readonly<Record<string, HeaderSourceData>> | undefined;
  readonly sample?: number | undefined;
  readonly service_name?: string | undefined;
  readonly environment?: boolean | undefined;
  readonly propagate_to?: readonly string[] | undefined;
  readonly programs?: boolean | undefined;
  readonly metrics?: boolean | undefined;
  readonly metrics_max_tools?: number | undefined;
}

/** `[log]` */
export interface LogData {
  readonly level?: LogLevel | undefined;
}

/** `error`: what went wrong inside. `warn`: also calls that did not succeed. `info`: every call. `debug`: with its steps. */
export const LOG_LEVELS = ["error", "warn", "info", "debug"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
