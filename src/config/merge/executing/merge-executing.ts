import type { Config, TrustState } from "../../config.ts";
import type { ConfigLayer } from "../../file/config-layer.ts";
import { labelSource } from "../deciding/permission-set.ts";
import { toExecutingLimits } from "../../trust/executing-limits.ts";
import type { ExecutingLimits } from "../../trust/executing-limits.ts";
import type { TrustLimits } from "../../trust/trust-limits.ts";
import { mergeOutput } from "./merge-output.ts";
import { mergeSandbox } from "./merge-sandbox.ts";
import { mergeSecrets } from "./merge-secrets.ts";

export interface ExecutingParts {
  readonly user: { readonly layer: ConfigLayer } | null;
  readonly project: { readonly layer: ConfigLayer } | null;
  readonly trust: TrustState;
  readonly limits: readonly TrustLimits[];
  /** What `~/` stands for. */
  readonly home: string;
}

/** The files whose grants count, the person's first, and what only restricts. */
export interface ExecutingLayers {
  readonly layers: readonly ConfigLayer[];
  readonly restrictions: readonly ExecutingLimits[];
  readonly home: string;
}

/** How calls are executed: confinement, addresses, secrets and output. */
export function mergeExecuting(
  parts: ExecutingParts,
): Pick<Config, "sandbox" | "privateAddresses" | "secrets" | "output"> {
  const { user, project, trust, home } = parts;
  const isTrusted = trust.kind === "trusted";
  const layers = [user, isTrusted ? project : null].flatMap((part) => (part === null ? [] : [part.layer]));
  const untrusted = isTrusted || project === null ? [] : [toExecutingLimits(project.layer)];
  const merged = { layers, restrictions: [...untrusted, ...parts.limits.map(toStored)], home };
  return {
    sandbox: mergeSandbox(merged),
    privateAddresses: [...new Set(layers.flatMap(({ data }) => data.network?.private ?? []))],
    secrets: mergeSecrets(merged),
    output: mergeOutput(merged),
  };
}

function toStored({ executing }: TrustLimits): ExecutingLimits {
  return {
    ...executing,
    tools: executing.tools.map((row) => ({ ...row, source: labelSource(row.source, "trusted") })),
  };
}
