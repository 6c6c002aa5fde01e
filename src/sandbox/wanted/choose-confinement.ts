import type { SandboxConfig, SandboxRow } from "../../config/config.ts";
import type { ResourceLimits, SandboxNetwork, SandboxProfile, SandboxSpec } from "../../model/sandbox.ts";
import type { Tool } from "../../model/tool.ts";
import { matchName } from "../../policy/rules/match-name.ts";
import { combineLimits, overrideLimits } from "./combine-limits.ts";
import { addSpeaker, listDemands } from "./list-demands.ts";
import type { Demand, Speakers } from "./list-demands.ts";
import { narrowNetwork } from "./narrow-network.ts";

/** What confines a tool's programs, before anything is looked up. */
export interface Confinement {
  readonly profile: SandboxProfile;
  /** What asks for it: where anything does, a missing engine refuses, whatever the configuration falls back to. */
  readonly demandedBy: readonly Demand[];
  readonly writable: readonly WantedPlace[];
  readonly readable: readonly WantedPlace[];
  readonly network: SandboxNetwork;
  readonly limits: ResourceLimits;
}

/** A place as written, and whether the operator wrote it or the tool. */
export interface WantedPlace {
  readonly text: string;
  readonly by: "tool" | "operator";
}

/**
 * Pure: the tool's own word, then the operator's rows in order; a later word wins, places add up, and rows that only narrow
 * count where they are stricter. Who restricts the network or sets limits without naming a profile gets at least
 * `workspace`, since nothing else could hold a program to it.
 */
export function chooseConfinement(tool: Tool, config: SandboxConfig): Confinement {
  const ofConfig = KNOWN.get(config) ?? new WeakMap<Tool, Confinement>();
  KNOWN.set(config, ofConfig);
  const known = ofConfig.get(tool) ?? choose(tool, config);
  ofConfig.set(tool, known);
  return known;
}

/** Tools and configurations are immutable, and each call asks more than once. */
const KNOWN = new WeakMap<SandboxConfig, WeakMap<Tool, Confinement>>();

function choose(tool: Tool, config: SandboxConfig): Confinement {
  const rows = config.tools.filter((row) => matchName(row.tool, tool.name));
  const said = rows.reduce(addRow, fromSpec(tool.sandbox ?? SAYS_NOTHING));
  const isLines = tool.backend.kind === "shell" || tool.origin.format === "custom";
  const base = isLines ? config.defaultForLines : config.default;
  const named = said.profile ?? (said.atLeast === "none" ? null : said.atLeast);
  const demandedBy = listDemands({ ...said, profile: named }, said.speakers);
  const least = demandedBy.some(({ key }) => key !== "profile") ? toStricter(base, "workspace") : base;
  return {
    profile: toStricter(said.profile ?? least, said.atLeast),
    demandedBy,
    writable: said.writable,
    readable: said.readable,
    network: said.network ?? { kind: "none" },
    limits: combineLimits(said.limits, config.limits),
  };
}

interface Said {
  readonly profile: SandboxProfile | null;
  /** What rows that only narrow ask for. */
  readonly atLeast: SandboxProfile;
  readonly writable: readonly WantedPlace[];
  readonly readable: readonly WantedPlace[];
  readonly network: SandboxNetwork | null;
  readonly limits: ResourceLimits;
  readonly speakers: Speakers;
}

function fromSpec({ profile, writable, readable, network, limits }: SandboxSpec): Said {
  const speakers = addSpeaker({}, { profile, network, limits }, "tool");
  return { profile, atLeast: "none", ...toPlaces({ writable, readable }, "tool"), network, limits, speakers };
}

function addRow(said: Said, row: SandboxRow): Said {
  if (row.onlyNarrows) return narrow(said, row);
  const { writable, readable } = toPlaces(row, "operator");
  return {
    ...said,
    profile: row.profile ?? said.profile,
    writable: [...said.writable, ...writable],
    readable: [...said.readable, ...readable],
    network: row.network ?? said.network,
    limits: overrideLimits(said.limits, row.limits),
    speakers: addSpeaker(said.speakers, row, "operator"),
  };
}

function narrow(said: Said, row: SandboxRow): Said {
  return {
    ...said,
    atLeast: toStricter(said.atLeast, row.profile ?? "none"),
    network: row.network === null ? said.network : narrowNetwork(said.network, row.network),
    limits: combineLimits(said.limits, row.limits),
    speakers: addSpeaker(said.speakers, row, "operator"),
  };
}

function toPlaces(
  { writable, readable }: Pick<SandboxSpec, "writable" | "readable">,
  by: WantedPlace["by"],
): Pick<Said, "writable" | "readable"> {
  const mark = (text: string): WantedPlace => ({ text, by });
  return { writable: writable.map(mark), readable: readable.map(mark) };
}

/** From the laxest. `read-only` sees more than `isolated`, and writes less than `workspace`. */
const STRICTNESS: readonly SandboxProfile[] = ["none", "workspace", "read-only", "isolated"];

function toStricter(one: SandboxProfile, other: SandboxProfile): SandboxProfile {
  return STRICTNESS.indexOf(other) > STRICTNESS.indexOf(one) ? other : one;
}

const SAYS_NOTHING: SandboxSpec = {
  profile: null,
  writable: [],
  readable: [],
  network: null,
  limits: { memoryBytes: null, processes: null, fileBytes: null, cpuSeconds: null },
};
