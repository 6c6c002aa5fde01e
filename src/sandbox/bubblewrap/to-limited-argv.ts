import type { ResourceLimits } from "../../model/sandbox.ts";

/** Ends as the program does, but stays, so that it and not an unlimited process is the first one of the namespace. */
const STAY = '"$@"; exit $?';

/**
 * The same program with its hard limits lowered, so that nothing inside can raise them. Becomes the first process of its
 * namespace: nothing in there is without limits that the program could take over. Unchanged without limits.
 */
export function toLimitedArgv(argv: readonly string[], limits: ResourceLimits, prlimit: string): readonly string[] {
  const { memoryBytes, processes, fileBytes, cpuSeconds } = limits;
  const options = [
    ...toOption("as", memoryBytes),
    // The process that stays counts, too.
    ...toOption("nproc", processes === null ? null : processes + 1),
    ...toOption("fsize", fileBytes),
    ...toOption("cpu", cpuSeconds),
  ];
  return options.length === 0 ? argv : [prlimit, ...options, "--", "/bin/sh", "-c", STAY, "sh", ...argv];
}

function toOption(name: string, limit: number | null): readonly string[] {
  return limit === null ? [] : [`--${name}=${limit}:${limit}`];
}
