import { getSystemErrorName } from "node:util";

/** An error in the form that Node.js gives those of the system: `code` is its name, such as `ENOENT`. */
export function toSystemError(errno: number, call: string): Error {
  // A call that failed without saying why must not count as one that worked.
  const code = errno > 0 ? getSystemErrorName(-errno) : "EIO";
  return Object.assign(new Error(`${call}: ${code}`), { code });
}

/** Throws unless `errno` is 0. */
export function expectSuccess(errno: number, call: string): void {
  if (errno !== 0) throw toSystemError(errno, call);
}
