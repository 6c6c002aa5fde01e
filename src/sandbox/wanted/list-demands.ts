import type { ResourceLimits, SandboxNetwork, SandboxProfile } from "../../model/sandbox.ts";

/** A key that asks for confinement, or for a limit, and who said it last. */
export interface Demand {
  readonly key: "profile" | "network" | LimitKey;
  readonly by: "tool" | "operator";
}

type LimitKey = "memory_mb" | "processes" | "file_mb" | "cpu_seconds";

/** Who said each key last; no entry: nobody did. */
export type Speakers = Readonly<Partial<Record<Demand["key"], Demand["by"]>>>;

export interface Words {
  readonly profile: SandboxProfile | null;
  readonly network: SandboxNetwork | null;
  readonly limits: ResourceLimits;
}

const LIMIT_KEYS: Readonly<Record<keyof ResourceLimits, LimitKey>> = {
  memoryBytes: "memory_mb",
  processes: "processes",
  fileBytes: "file_mb",
  cpuSeconds: "cpu_seconds",
};

/** The speakers once one more has said his words. */
export function addSpeaker(speakers: Speakers, { profile, network, limits }: Words, by: Demand["by"]): Speakers {
  const said: readonly (Demand["key"] | null)[] = [
    profile === null ? null : "profile",
    network === null ? null : "network",
    ...listLimitKeys(limits),
  ];
  return { ...speakers, ...Object.fromEntries(said.flatMap((key) => (key === null ? [] : [[key, by]]))) };
}

/** What of all words holds a program back. All of the network, and a place, ask for no confinement. */
export function listDemands({ profile, network, limits }: Words, speakers: Speakers): readonly Demand[] {
  const keys: readonly Demand["key"][] = [
    ...(profile === null ? [] : ["profile" as const]),
    ...(network === null || network.kind === "all" ? [] : ["network" as const]),
    ...listLimitKeys(limits),
  ];
  return keys.map((key) => ({ key, by: speakers[key] ?? "operator" }));
}

/** The keys of files for the limits that are set. */
export function listLimitKeys(limits: ResourceLimits): readonly LimitKey[] {
  const names = Object.keys(LIMIT_KEYS) as readonly (keyof ResourceLimits)[];
  return names.flatMap((name) => (limits[name] === null ? [] : [LIMIT_KEYS[name]]));
}

/** The keys, and where they stand: `` `network` of its declaration ``. */
export function describeDemands(demands: readonly Demand[]): string {
  const parts = [
    ["tool", "its declaration"],
    ["operator", "a row of `[[sandbox.tools]]`"],
  ] as const;
  return parts
    .flatMap(([by, place]) => {
      const keys = demands.filter((demand) => demand.by === by).map(({ key }) => `\`${key}\``);
      return keys.length === 0 ? [] : [`${keys.join(" and ")} of ${place}`];
    })
    .join(" and ");
}
