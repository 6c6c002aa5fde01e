import type { ResourceLimits } from "../../model/sandbox.ts";

/** Address space that Node.js reserves, though it uses a small part of it. */
const OWN_MEMORY_BYTES = 4 * 1024 ** 3;
/** Where threads count, its own. */
const OWN_PROCESSES = 16;
const PRLIMIT = "/usr/bin/prlimit";

/** The limits of a script as a whole: the process that joins its programs could not even start within theirs. */
export function withRoomForScript(limits: ResourceLimits): ResourceLimits {
  const { memoryBytes, processes } = limits;
  return {
    ...limits,
    memoryBytes: memoryBytes === null ? null : Math.max(memoryBytes, OWN_MEMORY_BYTES),
    processes: processes === null ? null : processes + OWN_PROCESSES,
  };
}

/** One program of a script, with the limit of memory that is meant for it. Unchanged without one. */
export function toLimitedStage(argv: readonly string[], memoryBytes: number | null): readonly string[] {
  return memoryBytes === null ? argv : [PRLIMIT, `--as=${memoryBytes}:${memoryBytes}`, "--", ...argv];
}
