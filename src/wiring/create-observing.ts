import type { Gate } from "../call/gate.ts";
import type { Config } from "../config/config.ts";
import type { EgressClient } from "../egress/egress.ts";
import { logFailure } from "../log/log-failure.ts";
import { logLostTraces } from "../log/log-lost-traces.ts";
import { withoutSecrets } from "../log/without-secrets.ts";
import type { Scrubbing } from "../output/scrub/create-scrubbing.ts";
import type { SecretSource } from "../secrets/secret-source.ts";
import { SERVER_INFO } from "../server/mcp/server-info.ts";
import type { ApprovalRepository } from "../storage/repositories.ts";
import type { Telemetry } from "../telemetry/create-telemetry.ts";
import type { MetricsState } from "../telemetry/metrics/metrics-state.ts";

export interface ObservingParts {
  readonly config: Config;
  readonly egress: EgressClient;
  readonly secrets: SecretSource;
  readonly scrubbing: Pick<Scrubbing, "scrubberFor">;
  readonly running: { readonly size: number };
  readonly approvals: Pick<ApprovalRepository, "listPending">;
  /** Looked at when numbers are asked for, never before. */
  readonly gate: () => Pick<Gate, "sandbox">;
  /** Of every upstream server. */
  readonly upstreams: MetricsState["upstreams"];
}

const NOTHING: Telemetry = { observer: undefined, metrics: null, close: () => Promise.resolve() };

/** Puts together what tells people how the gateway is doing. Where nobody asked for it, nothing is loaded. */
export async function createObserving(parts: ObservingParts): Promise<Telemetry> {
  const { telemetry, log } = parts.config;
  const { traces, metrics } = telemetry;
  if (traces.url === null && !traces.fromEnvironment && !metrics && log.level === "error") return NOTHING;
  const { createTelemetry } = await import("../telemetry/create-telemetry.ts");
  const { egress, secrets, running, approvals, upstreams, config } = parts;
  const scrub = (text: string): string => parts.scrubbing.scrubberFor([]).scrub(text);
  return createTelemetry({
    config,
    version: SERVER_INFO.version,
    environment: process.env,
    openSecrets: (names, use) => secrets.open(names, use),
    egress,
    logLost: (reason) => logLostTraces(scrub(reason)),
    logFailure: (id, cause) => logFailure(id, withoutSecrets(cause, scrub)),
    state: {
      runningCalls: () => running.size,
      pendingApprovals: async () => (await approvals.listPending()).length,
      sandbox: () => toRow(parts.gate().sandbox.state),
      upstreams,
    },
  });
}

function toRow(state: Gate["sandbox"]["state"]): ReturnType<MetricsState["sandbox"]> {
  if (state.ok) return { engine: state.engine, state: "ready" };
  return { engine: state.engine, state: state.notLooked === true ? "unknown" : "unavailable" };
}
