import { accessSync, constants } from "node:fs";
import type { TelemetryConfig } from "../../config/telemetry/telemetry-config.ts";
import { findUnsetVariable } from "../../telemetry/traces/find-unset-variable.ts";
import { resolveTraceSettings, TraceSettingsError } from "../../telemetry/traces/trace-settings.ts";
import type { TraceSettings } from "../../telemetry/traces/trace-settings.ts";
import { ok, warn } from "./finding.ts";
import type { Finding } from "./finding.ts";

interface Looked {
  readonly config: { readonly telemetry: Pick<TelemetryConfig, "traces"> };
}

type Environment = Readonly<Record<string, string | undefined>>;

/** What keeps traces from being sent, as far as it shows without sending any. Nothing where nobody wants them. */
export function checkTelemetry({ config: { telemetry } }: Looked, environment: Environment): readonly Finding[] {
  const settings = readSettings(telemetry, environment);
  if (settings instanceof TraceSettingsError) {
    return [warn("telemetry", settings.message, "correct it, or take `environment = true` out of `[telemetry]`")];
  }
  if (settings === null) return telemetry.traces.fromEnvironment ? [explainOff(environment)] : [];
  const problems = settings.headers.flatMap((header) => checkHeader(header, environment));
  return problems.length > 0 ? problems : [ok("telemetry", `traces go to ${settings.url}`)];
}

function readSettings(
  telemetry: Looked["config"]["telemetry"],
  environment: Environment,
): TraceSettings | TraceSettingsError | null {
  try {
    return resolveTraceSettings(telemetry, environment);
  } catch (error) {
    if (error instanceof TraceSettingsError) return error;
    throw error;
  }
}

function explainOff(environment: Environment): Finding {
  if (environment["OTEL_SDK_DISABLED"]?.toLowerCase() === "true") {
    return ok("telemetry", "no traces: OTEL_SDK_DISABLED is true");
  }
  const message = "no traces: the environment is to say where they go, and OTEL_EXPORTER_OTLP_ENDPOINT is not set";
  return warn("telemetry", message, "set it where Toolgate starts, or write `traces` in `[telemetry]`");
}

function checkHeader(header: TraceSettings["headers"][number], environment: Environment): readonly Finding[] {
  const unset = findUnsetVariable(header, environment);
  if (unset !== null) return [warn("telemetry", `no traces: ${unset.message}`, unset.advice)];
  if ("value" in header || !("file" in header.source) || isReadable(header.source.file)) return [];
  const message = `no traces: the file ${header.source.file} of the header \`${header.name}\` cannot be read`;
  return [warn("telemetry", message, "write the value into it, for the user that Toolgate runs as")];
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
