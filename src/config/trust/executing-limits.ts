import { z } from "zod";
import { SANDBOX_PROFILES } from "../../model/sandbox.ts";
import type { ResourceLimits, SandboxProfile } from "../../model/sandbox.ts";
import type { OutputConfig, SandboxRow } from "../config.ts";
import type { ConfigLayer } from "../file/config-layer.ts";
import { toResourceLimits } from "../file/to-resource-limits.ts";

/** What of a project's words on executing takes something away. */
export interface ExecutingLimits {
  readonly default: SandboxProfile | null;
  readonly defaultForLines: SandboxProfile | null;
  readonly fallback: "refuse" | null;
  readonly resources: ResourceLimits;
  readonly tools: readonly SandboxRow[];
  readonly patterns: OutputConfig["patterns"];
  readonly maxTotalMegabytes: number | null;
}

/** Says nothing. */
export const NO_EXECUTING_LIMITS: ExecutingLimits = {
  default: null,
  defaultForLines: null,
  fallback: null,
  resources: toResourceLimits(),
  tools: [],
  patterns: [],
  maxTotalMegabytes: null,
};

export function toExecutingLimits({ data, executing }: Pick<ConfigLayer, "data" | "executing">): ExecutingLimits {
  const { sandbox, output } = data;
  return {
    default: sandbox?.default ?? null,
    defaultForLines: sandbox?.default_for_lines ?? null,
    fallback: sandbox?.fallback === "refuse" ? "refuse" : null,
    resources: toResourceLimits(sandbox?.limits),
    tools: executing.sandbox.map(toNarrowing),
    patterns: output?.patterns ?? [],
    maxTotalMegabytes: output?.max_total_mb ?? null,
  };
}

/** Folders could only be added. */
function toNarrowing(row: SandboxRow): SandboxRow {
  return { ...row, writable: [], readable: [], onlyNarrows: true };
}

const text = z.string();
const profile = z.enum(SANDBOX_PROFILES).nullable();
const amount = z.number().nullable();
const resources = z.strictObject({ memoryBytes: amount, processes: amount, fileBytes: amount, cpuSeconds: amount });
const network = z.union([
  z.strictObject({ kind: z.enum(["none", "all"]) }),
  z.strictObject({ kind: z.literal("hosts"), hosts: z.array(text) }),
]);

/** Limits as they are kept. */
export const executingLimitsSchema: z.ZodType<ExecutingLimits> = z.strictObject({
  default: profile,
  defaultForLines: profile,
  fallback: z.literal("refuse").nullable(),
  resources,
  tools: z.array(
    z.strictObject({
      tool: text,
      profile,
      writable: z.tuple([]),
      readable: z.tuple([]),
      network: network.nullable(),
      limits: resources,
      onlyNarrows: z.literal(true),
      source: text,
    }),
  ),
  patterns: z.array(z.strictObject({ name: text, pattern: text })),
  maxTotalMegabytes: amount,
});
