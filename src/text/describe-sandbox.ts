import type { PlannedSandbox, ResourceLimits } from "../model/sandbox.ts";
import { showText } from "./show-text.ts";

const MEGABYTE = 1024 ** 2;
const SHOWN = 5;
const MAX_PATH = 300;

/** What confines a program, in one line for people and models: `confined (workspace; no network)` or `not confined`. */
export function describeSandbox(planned: PlannedSandbox | null | undefined): string {
  if (planned == null) return "not confined";
  const { profile, engine, image, limits, missing = [] } = planned;
  const by = engine === "bubblewrap" ? [] : [`${engine}${image === null ? "" : ` ${showText(image)}`}`];
  const parts = [profile, ...by, describeNetwork(planned), ...describeLimits(limits), ...describeMissing(missing)];
  return `confined (${parts.join("; ")})`;
}

function describeNetwork({ network }: PlannedSandbox): string {
  if (network.kind !== "hosts") return network.kind === "all" ? "all of the network" : "no network";
  const more = network.hosts.length - SHOWN;
  const hosts = network.hosts.slice(0, SHOWN).map((host) => showText(host));
  return `only ${[...hosts, ...(more > 0 ? [`${more} more hosts`] : [])].join(", ")}`;
}

/** A program that misses them fails in ways that say nothing of it. */
function describeMissing(missing: readonly string[]): readonly string[] {
  const more = missing.length - SHOWN;
  const places = missing.slice(0, SHOWN).map((place) => showText(place, MAX_PATH));
  const all = [...places, ...(more > 0 ? [`${more} more places`] : [])].join(", ");
  return missing.length === 0 ? [] : [`left out, since it is not there: ${all}`];
}

function describeLimits({ memoryBytes, processes, fileBytes, cpuSeconds }: ResourceLimits): readonly string[] {
  const parts = [
    ...(memoryBytes === null ? [] : [`${Math.floor(memoryBytes / MEGABYTE)} MiB of memory`]),
    ...(processes === null ? [] : [`${processes} processes`]),
    ...(fileBytes === null ? [] : [`files of ${Math.floor(fileBytes / MEGABYTE)} MiB`]),
    ...(cpuSeconds === null ? [] : [`${cpuSeconds} s of processor time`]),
  ];
  return parts.length === 0 ? [] : [`at most ${parts.join(", ")}`];
}
