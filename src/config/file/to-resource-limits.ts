import type { ResourceLimits } from "../../model/sandbox.ts";
import type { ResourceData } from "./data/executing-data.ts";

const MEGABYTE = 1024 * 1024;

/** Limits as they are applied; what is not said is left to others. */
export function toResourceLimits(data: ResourceData = {}): ResourceLimits {
  const { memory_mb: memory, processes = null, file_mb: file, cpu_seconds: cpuSeconds = null } = data;
  return {
    memoryBytes: memory === undefined ? null : memory * MEGABYTE,
    processes,
    fileBytes: file === undefined ? null : file * MEGABYTE,
    cpuSeconds,
  };
}
