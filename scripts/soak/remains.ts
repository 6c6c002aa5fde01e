import { readFileSync, readdirSync } from "node:fs";

/** Folders that all gateways of a person keep their files in; only what is in them may be left behind. */
const SHARED = /^toolgate-(?:egress|evidence)-\d+$/;
const MARKER = /(?:^|\0)TOOLGATE_CALL=([^\0]*)/;

/** What calls could leave behind, as it is at one moment. */
export interface Remains {
  /** Living processes of any call, wherever they went. */
  readonly processes: number;
  /** Open in the gateway, and in what starts its programs. */
  readonly descriptors: number;
  readonly temporaryFiles: number;
  /** Memory in use by JavaScript and by buffers, after a collection; in bytes. */
  readonly used: number;
  /** Memory that the gateway and what starts its programs hold, in bytes. */
  readonly resident: number;
}

/** @param calls ids of the calls that were made; others may run on the same machine */
export function findRemains(temporary: string, calls: ReadonlySet<string>): Remains {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  const own = [process.pid, ...runnersOf(process.pid)];
  return {
    processes: pids().filter((pid) => calls.has(callOf(pid))).length,
    descriptors: sum(own.map((pid) => list(`/proc/${pid}/fd`).length)),
    temporaryFiles: listTree(temporary).filter((name) => !SHARED.test(name)).length,
    used: heapUsed + external,
    resident: sum(own.map(residentOf)),
  };
}

/** Living programs of upstream servers that this process or another one started under these names. */
export function countServers(names: readonly string[]): number {
  return pids().filter((pid) => names.some((name) => callOf(pid).startsWith(`mcp-${name}-`))).length;
}

function pids(): readonly number[] {
  return list("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/** Children of the gateway that are not calls themselves. */
function runnersOf(parent: number): readonly number[] {
  return pids().filter((pid) => read(`/proc/${pid}/stat`).split(") ").at(-1)?.split(" ")[1] === String(parent));
}

function callOf(pid: number): string {
  return MARKER.exec(read(`/proc/${pid}/environ`))?.[1] ?? "";
}

function residentOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) * 1024;
}

function listTree(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" });
  } catch {
    return [];
  }
}

function list(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return "";
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
