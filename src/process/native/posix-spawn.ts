import { constants } from "node:fs";
import { CallMemory } from "./call-memory.ts";
import type { Libc } from "./libc.ts";
import { expectSuccess } from "./system-error.ts";

/** From `spawn.h`: default dispositions, signal mask, new session. */
const FLAGS = 0x04 | 0x08 | 0x80;
/** More than the library's structures need on any machine: 80 and 336 bytes where measured. */
const ACTIONS_BYTES = 512;
const ATTRIBUTES_BYTES = 1024;
const SIGNAL_SET_BYTES = 128;
const REPORTS_FD = 3;

export interface SpawnOrder {
  readonly argv: readonly string[];
  /** Entries `NAME=value`. */
  readonly envp: readonly string[];
  readonly cwd: string;
  /** Becomes the program's standard input; above 2. `null`: it is empty. */
  readonly stdin: number | null;
  /** Descriptors that become the program's standard output and error; both above 2. */
  readonly stdout: number;
  readonly stderr: number;
  /** Becomes descriptor 3; above 2. `null`: there is none. */
  readonly reports: number | null;
  /** Become descriptors 4, 5, and so on. */
  readonly places: readonly number[];
}

/**
 * Returns what starts a program and gives its process number: in a session of its own, nothing open but
 * the three standard descriptors and those that are handed on, every signal at its default and none blocked. It throws the system's error.
 */
export function posixSpawn(libc: Libc): (order: SpawnOrder) => number {
  const memory = new CallMemory(libc);
  const attributes = toAttributes(libc);
  const actions = Buffer.alloc(ACTIONS_BYTES);
  const pid = new Int32Array(1);
  return ({ argv, envp, cwd, stdin, stdout, stderr, reports, places }) => {
    const [argvList, envpList, paths] = memory.write([argv, envp, [cwd, "/dev/null"]]);
    const [program] = argvList ?? [];
    const [folder, nothing] = paths ?? [];
    if (!argvList || !envpList || !program || !folder || !nothing) throw new TypeError("a program to start: got none");
    expectSuccess(libc.actionsInit(actions), "file actions");
    try {
      if (stdin === null) expectSuccess(libc.actionsAddOpen(actions, 0, nothing, constants.O_RDONLY, 0), "open");
      else expectSuccess(libc.actionsAddDup2(actions, stdin, 0), "dup2");
      expectSuccess(libc.actionsAddDup2(actions, stdout, 1), "dup2");
      expectSuccess(libc.actionsAddDup2(actions, stderr, 2), "dup2");
      const last = handOn(libc, actions, [reports, ...places]);
      expectSuccess(libc.actionsAddCloseFrom(actions, last + 1), "closefrom");
      expectSuccess(libc.actionsAddChdir(actions, folder), "chdir");
      expectSuccess(libc.posixSpawn(pid, program, actions, attributes, argvList, envpList), "posix_spawn");
    } finally {
      libc.actionsDestroy(actions);
    }
    return pid[0] ?? 0;
  };
}

/** Gives them the numbers from 3 on, and returns the last one. First all are moved out of the way of each other. */
function handOn(libc: Libc, actions: Buffer, descriptors: readonly (number | null)[]): number {
  const above = Math.max(REPORTS_FD + descriptors.length, ...descriptors.map((fd) => fd ?? 0)) + 1;
  const add = (from: number, to: number): void => expectSuccess(libc.actionsAddDup2(actions, from, to), "dup2");
  for (const [index, fd] of descriptors.entries()) if (fd !== null) add(fd, above + index);
  for (const [index, fd] of descriptors.entries()) if (fd !== null) add(above + index, REPORTS_FD + index);
  return REPORTS_FD + descriptors.findLastIndex((fd) => fd !== null);
}

/** Node.js ignores SIGPIPE, and a program would inherit that. Sets are filled by hand: the library's own leave two out. */
function toAttributes(libc: Libc): Buffer {
  const attributes = Buffer.alloc(ATTRIBUTES_BYTES);
  expectSuccess(libc.attributesInit(attributes), "spawn attributes");
  expectSuccess(libc.attributesSetFlags(attributes, FLAGS), "spawn flags");
  expectSuccess(libc.attributesSetSigDefault(attributes, Buffer.alloc(SIGNAL_SET_BYTES, 0xff)), "default signals");
  expectSuccess(libc.attributesSetSigMask(attributes, Buffer.alloc(SIGNAL_SET_BYTES)), "signal mask");
  return attributes;
}
