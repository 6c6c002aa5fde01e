import { openSync, readSync, statfsSync } from "node:fs";

const PROC_MAGIC = 0x9fa0;

const buffer = Buffer.alloc(128);
let loadavg: number | null | undefined;

/**
 * The process or thread number that the system gave out last: what was started since an earlier look has a number after
 * the one it gave then. Undefined where the system does not tell.
 */
export function lastPid(): number | undefined {
  if (loadavg === undefined) loadavg = openLoadavg();
  if (loadavg === null) return undefined;
  const text = buffer.toString("latin1", 0, readSync(loadavg, buffer, 0, buffer.length, 0));
  const pid = Number(text.trim().split(" ")[4]);
  return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
}

/** A container's file system that imitates the file is of no use: its number may be seconds old. */
function openLoadavg(): number | null {
  try {
    return statfsSync("/proc/loadavg").type === PROC_MAGIC ? openSync("/proc/loadavg", "r") : null;
  } catch {
    return null;
  }
}
