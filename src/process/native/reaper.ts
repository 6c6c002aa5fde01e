import { constants } from "node:os";
import type { ExitListener } from "../runner/started-child.ts";
import type { Libc } from "./libc.ts";

const WNOHANG = 1;
const EINTR = 4;

const SIGNAL_NAMES = new Map<number, string>();
// Some numbers have two names; the first is the usual one.
for (const [name, number] of Object.entries(constants.signals)) {
  if (!SIGNAL_NAMES.has(number)) SIGNAL_NAMES.set(number, name);
}

/**
 * Returns what tells the end of a child. Only children handed to it are collected, each by its number, which the system
 * gives to no other process before that. To be made before the first child is started: a child's end is then never missed,
 * because the signal is handled in a later turn of the event loop, and one signal is enough for all that ended.
 */
export function createReaper(libc: Libc): (pid: number, onExit: ExitListener) => void {
  const children = new Map<number, ExitListener>();
  const status = new Int32Array(1);
  process.on("SIGCHLD", () => {
    for (const [pid, onExit] of children) {
      const result = collect(libc, pid, status);
      if (result === 0) continue;
      children.delete(pid);
      if (result === pid) onExit(...decodeStatus(status[0] ?? 0));
      // Someone else collected it: how it ended is not known, that it ended is.
      else onExit(null, null);
    }
  });
  return (pid, onExit) => void children.set(pid, onExit);
}

function collect(libc: Libc, pid: number, status: Int32Array): number {
  for (;;) {
    const result = libc.waitpid(pid, status, WNOHANG);
    if (result !== -1 || libc.errno() !== EINTR) return result;
  }
}

/** Exit code or signal name of a status of `waitpid`, as Node.js gives them; a signal without a name shows its number. */
export function decodeStatus(status: number): readonly [code: number | null, signal: string | null] {
  const signal = status & 0x7f;
  if (signal === 0) return [(status >> 8) & 0xff, null];
  return [null, SIGNAL_NAMES.get(signal) ?? `signal ${signal}`];
}
