import { readFileSync } from "node:fs";

/** Environment variable that every process of a call inherits; its value is the call id. */
export const CALL_MARKER = "TOOLGATE_CALL";

/** In all about 20 ms, for a process that waits for a processor in the middle of changing its program. */
const LOOKS = 40;
const PAUSE_MS = 0.5;

/** The call that a process belongs to, from the environment it was started with; undefined when it cannot be read. */
export function readCallMarker(pid: number): string | undefined {
  try {
    for (let look = 0; look < LOOKS; look += 1) {
      const environ = readFileSync(`/proc/${pid}/environ`, "utf8");
      if (environ !== "" || !isChangingProgram(pid)) return parseCallMarker(environ);
      if (look > 0) pause();
    }
  } catch {
    // Gone, or of another user.
  }
  return undefined;
}

/**
 * While a process changes its program, the system shows no environment: whoever does so at the moment of a look would not
 * be found. Where its code lies is said only after that. A process without memory has ended or is the kernel's.
 */
function isChangingProgram(pid: number): boolean {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  const fields = stat.slice(stat.lastIndexOf(") ") + 2).split(" ");
  const [memory, code, environStart, environEnd] = [fields[20], fields[23], fields[47], fields[48]];
  return memory !== "0" && (code === "0" || environStart !== environEnd);
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
}

/** Finds the marker in the text of `/proc/PID/environ`, whose entries end with NUL. */
export function parseCallMarker(environ: string): string | undefined {
  const prefix = `${CALL_MARKER}=`;
  const start = environ.startsWith(prefix) ? 0 : environ.indexOf(`\0${prefix}`) + 1;
  if (start === 0 && !environ.startsWith(prefix)) return undefined;
  const end = environ.indexOf("\0", start);
  return environ.slice(start + prefix.length, end === -1 ? undefined : end);
}
