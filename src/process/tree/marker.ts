import { readFileSync } from "node:fs";

/** Environment variable that every process of a call inherits; its value is the call id. */
export const CALL_MARKER = "TOOLGATE_CALL";

/** The call that a process belongs to, from the environment it was started with; undefined when it cannot be read. */
export function readCallMarker(pid: number): string | undefined {
  try {
    return parseCallMarker(readFileSync(`/proc/${pid}/environ`, "utf8"));
  } catch {
    return undefined;
  }
}

/** Finds the marker in the text of `/proc/PID/environ`, whose entries end with NUL. */
export function parseCallMarker(environ: string): string | undefined {
  const prefix = `${CALL_MARKER}=`;
  const start = environ.startsWith(prefix) ? 0 : environ.indexOf(`\0${prefix}`) + 1;
  if (start === 0 && !environ.startsWith(prefix)) return undefined;
  const end = environ.indexOf("\0", start);
  return environ.slice(start + prefix.length, end === -1 ? undefined : end);
}
