import type { ResourceLimits, SandboxProfile } from "../../../model/sandbox.ts";
import type { SandboxConfig } from "../../config.ts";
import { DEFAULTS } from "../../defaults.ts";
import { toLabel } from "../../file/label.ts";
import { toResourceLimits } from "../../file/to-resource-limits.ts";
import { unite } from "../deciding/unite.ts";
import type { ExecutingLayers } from "./merge-executing.ts";
import { pickLast } from "./pick-last.ts";

/** From the laxest. `read-only` sees more than `isolated`, and writes less than `workspace`. */
const PROFILES: readonly SandboxProfile[] = ["none", "workspace", "read-only", "isolated"];

/**
 * Of two files that speak, the stricter counts; a trusted project's rows come first, so that the person's win. What only
 * restricts comes last, since it can only tighten what the others say.
 */
export function mergeSandbox(merged: ExecutingLayers): SandboxConfig {
  const { layers, restrictions } = merged;
  const files = layers.map(({ data }) => data.sandbox ?? {});
  const isRefusing =
    files.some(({ fallback }) => fallback === "refuse") || restrictions.some(({ fallback }) => fallback === "refuse");
  const isOpen = files.some(({ fallback }) => fallback === "none");
  return {
    engine: pickLast(layers, (data) => data.sandbox?.engine) ?? DEFAULTS.sandboxEngine,
    engineSource: findEngineSource(layers),
    image: pickLast(layers, (data) => data.sandbox?.image) ?? null,
    default: toStrictest(
      files.map((file) => file.default ?? null),
      DEFAULTS.sandboxProfile,
      restrictions.map((limits) => limits.default),
    ),
    defaultForLines: toStrictest(
      files.map((file) => file.default_for_lines ?? null),
      DEFAULTS.sandboxProfileForLines,
      restrictions.map(({ defaultForLines }) => defaultForLines),
    ),
    fallback: !isRefusing && isOpen ? "none" : DEFAULTS.sandboxFallback,
    limits: [
      ...files.map(({ limits }) => toResourceLimits(limits)),
      ...restrictions.map(({ resources }) => resources),
    ].reduce(toLeast, toResourceLimits()),
    tools: [
      ...layers.toReversed().flatMap(({ executing }) => executing.sandbox),
      ...unite(
        [],
        restrictions.flatMap(({ tools }) => tools),
      ),
    ],
  };
}

/** Of the file whose word counts. */
function findEngineSource(layers: ExecutingLayers["layers"]): string | undefined {
  const from = layers.findLast(({ data }) => data.sandbox?.engine !== undefined);
  if (from === undefined) return undefined;
  const { line } = from.document.locate({ path: ["sandbox", "engine"], part: "value" });
  return `${toLabel(from.layer)}:${line}`;
}

function toStrictest(
  said: readonly (SandboxProfile | null)[],
  fallback: SandboxProfile,
  restricting: readonly (SandboxProfile | null)[],
): SandboxProfile {
  const base = said.reduce(toStricter, null) ?? fallback;
  return restricting.reduce<SandboxProfile>((one, other) => toStricter(one, other) ?? one, base);
}

function toStricter(one: SandboxProfile | null, other: SandboxProfile | null): SandboxProfile | null {
  if (one === null || other === null) return one ?? other;
  return PROFILES.indexOf(other) > PROFILES.indexOf(one) ? other : one;
}

function toLeast(one: ResourceLimits, other: ResourceLimits): ResourceLimits {
  const least = (key: keyof ResourceLimits): number | null => {
    const said = [one[key], other[key]].filter((value) => value !== null);
    return said.length === 0 ? null : Math.min(...said);
  };
  return {
    memoryBytes: least("memoryBytes"),
    processes: least("processes"),
    fileBytes: least("fileBytes"),
    cpuSeconds: least("cpuSeconds"),
  };
}
