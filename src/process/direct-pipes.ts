import { closeSync, constants, fstatSync, openSync } from "node:fs";
import { Socket } from "node:net";
import type { DirectPipes } from "./runner/started-child.ts";

/** A program's input and output, without another process in between. */
export interface OpenedPipes {
  readonly stdin: Socket;
  readonly stdout: Socket;
}

/** Opens pipes that another process holds. `null`: the system does not let us, and all goes through that process. */
export function openPipes(pid: number, { stdin, stdout }: DirectPipes): OpenedPipes | null {
  const opened: number[] = [];
  try {
    opened.push(openPipe(pid, stdin, constants.O_WRONLY), openPipe(pid, stdout, constants.O_RDONLY));
    const [input = -1, output = -1] = opened.splice(0);
    return {
      stdin: new Socket({ fd: input, readable: false, writable: true }),
      stdout: new Socket({ fd: output, readable: true, writable: false }),
    };
  } catch {
    return null;
  } finally {
    for (const fd of opened) closeSync(fd);
  }
}

function openPipe(pid: number, fd: number, access: number): number {
  const own = openSync(`/proc/${pid}/fd/${fd}`, access | constants.O_NONBLOCK);
  if (fstatSync(own).isFIFO()) return own;
  closeSync(own);
  throw new Error("it is no pipe");
}
