import type { SecretsConfig } from "../../config/config.ts";
import type { TelemetryConfig } from "../../config/telemetry/telemetry-config.ts";

/** What opens Toolgate's own secrets, or speaks for a person. */
const OWN_SECRETS: ReadonlySet<string> = new Set([
  "TOOLGATE_SECRETS_KEY",
  "TOOLGATE_TOKEN",
  "OTEL_EXPORTER_OTLP_HEADERS",
  "OTEL_EXPORTER_OTLP_TRACES_HEADERS",
]);
/** Where ToolClad's manifests look for secrets, whatever is configured here. */
const TOOLCLAD_PREFIX = "TOOLCLAD_SECRET_";

/**
 * Tells the variables of the gateway that hold secrets: its own keys, those of a store of secrets and of a collector, and
 * named secrets.
 */
export function secretVariables(
  { providers }: Pick<SecretsConfig, "providers">,
  telemetry?: Pick<TelemetryConfig, "traces">,
): (name: string) => boolean {
  const prefixes = [TOOLCLAD_PREFIX];
  const names = new Set(OWN_SECRETS);
  for (const provider of providers) {
    // Without a prefix every variable would be one.
    if (provider.kind === "env" && provider.prefix !== "") prefixes.push(provider.prefix);
    if (provider.kind === "vault" && "env" in provider.token) names.add(provider.token.env);
  }
  for (const { source } of telemetry?.traces.headers ?? []) if ("env" in source) names.add(source.env);
  return (name) => names.has(name) || prefixes.some((prefix) => name.startsWith(prefix));
}
