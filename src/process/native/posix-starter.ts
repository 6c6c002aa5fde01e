import { closeSync } from "node:fs";
import { Socket } from "node:net";
import { holdPlaces } from "../runner/hold-places.ts";
import { toSpawnFailure } from "../runner/spawn-failure.ts";
import type { ChildStarter, ExitListener, StartOrder, StartedChild } from "../runner/started-child.ts";
import { CALL_MARKER } from "../tree/marker.ts";
import { loadLibc } from "./libc.ts";
import type { Libc } from "./libc.ts";
import { posixSpawn } from "./posix-spawn.ts";
import type { SpawnOrder } from "./posix-spawn.ts";
import { createReaper } from "./reaper.ts";
import { toSystemError } from "./system-error.ts";

const O_CLOEXEC = 0o2000000;
const RLIMIT_CORE = 4;

interface Natives {
  readonly libc: Libc;
  readonly spawn: (order: SpawnOrder) => number;
  readonly watch: (pid: number, onExit: ExitListener) => void;
}

/** Starts programs with `posix_spawn`. Rejects where that cannot be relied on; nothing is changed then. */
export async function createPosixStarter(): Promise<ChildStarter> {
  const libc = await loadLibc();
  const spawn = posixSpawn(libc);
  proveItself(libc, spawn);
  // A program that crashes would leave its memory, secrets included, as a file in its folder. All inherit this.
  libc.setrlimit(RLIMIT_CORE, new BigUint64Array(2));
  const natives = { libc, spawn, watch: createReaper(libc) };
  return (order, onFailure) => {
    try {
      return startChild(natives, order);
    } catch (error) {
      onFailure(toSpawnFailure(error, order));
      return undefined;
    }
  };
}

/** Everything up to the last step must work, and that one must fail: a folder is no program, on any machine. */
function proveItself(libc: Libc, spawn: Natives["spawn"]): void {
  const [readEnd, writeEnd] = openPipe(libc);
  try {
    spawn({
      argv: ["/"],
      envp: [],
      cwd: "/",
      stdin: null,
      stdout: writeEnd,
      stderr: writeEnd,
      reports: null,
      places: [],
    });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EACCES") return;
    throw error;
  } finally {
    closeSync(readEnd);
    closeSync(writeEnd);
  }
  throw new Error("posix_spawn claims to have started a folder");
}

function startChild({ libc, spawn, watch }: Natives, order: StartOrder): StartedChild {
  const open: number[] = [];
  const opened = (): readonly [number, number] => {
    const ends = openPipe(libc);
    open.push(...ends);
    return ends;
  };
  try {
    const [stdinEnd, stdin] = order.stdin === undefined ? [null, null] : opened();
    const [stdout, stdoutEnd] = opened();
    const [stderr, stderrEnd] = opened();
    const [reports, reportsEnd] = order.reportsExit === true ? opened() : [null, null];
    const places = holdPlaces(order.places ?? []);
    open.push(...places);
    const { argv, cwd } = order;
    const ends = { stdin: stdinEnd, stdout: stdoutEnd, stderr: stderrEnd, reports: reportsEnd };
    const pid = spawn({ argv, envp: toEntries(order), cwd, ...ends, places });
    open.splice(0, open.length, ...Object.values(ends).filter((end) => end !== null), ...places);
    return {
      pid,
      streams: () => ({
        stdin: stdin === null ? null : new Socket({ fd: stdin, readable: false, writable: true }),
        stdout: toReadable(stdout),
      }),
      pipes: stdin === null ? null : { stdin, stdout },
      stderr: toReadable(stderr),
      reports: reports === null ? null : toReadable(reports),
      onExit: (listener) => watch(pid, listener),
    };
  } finally {
    for (const fd of open) closeSync(fd);
  }
}

function toEntries({ env, callId }: StartOrder): readonly string[] {
  return Object.entries({ ...env, [CALL_MARKER]: callId }).map(([name, value]) => `${name}=${value}`);
}

function openPipe(libc: Libc): readonly [readEnd: number, writeEnd: number] {
  const descriptors = new Int32Array(2);
  if (libc.pipe2(descriptors, O_CLOEXEC) !== 0) throw toSystemError(libc.errno(), "pipe2");
  const [readEnd = -1, writeEnd = -1] = descriptors;
  return [readEnd, writeEnd];
}

function toReadable(fd: number): Socket {
  return new Socket({ fd, readable: true, writable: false });
}
