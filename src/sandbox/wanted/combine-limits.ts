import type { ResourceLimits } from "../../model/sandbox.ts";

/** Of each two the smaller. */
export function combineLimits(one: ResourceLimits, other: ResourceLimits): ResourceLimits {
  return join(one, other, (left, right) => (left === null || right === null ? (left ?? right) : Math.min(left, right)));
}

/** Of each two the later word. */
export function overrideLimits(one: ResourceLimits, later: ResourceLimits): ResourceLimits {
  return join(one, later, (left, right) => right ?? left);
}

export function hasAnyLimit({ memoryBytes, processes, fileBytes, cpuSeconds }: ResourceLimits): boolean {
  return [memoryBytes, processes, fileBytes, cpuSeconds].some((limit) => limit !== null);
}

type Choose = (left: number | null, right: number | null) => number | null;

function join(one: ResourceLimits, other: ResourceLimits, choose: Choose): ResourceLimits {
  return {
    memoryBytes: choose(one.memoryBytes, other.memoryBytes),
    processes: choose(one.processes, other.processes),
    fileBytes: choose(one.fileBytes, other.fileBytes),
    cpuSeconds: choose(one.cpuSeconds, other.cpuSeconds),
  };
}
