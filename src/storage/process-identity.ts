import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { canonicalJson } from "../model/canonical-json.ts";

/** Names one process for good: a pid alone is used again, and means nothing on another host or after a restart. */
export interface ProcessIdentity {
  readonly host: string;
  /** `null` where the system does not tell. */
  readonly bootId: string | null;
  readonly pid: number;
  /** Clock ticks since boot; `null` where the system does not tell. */
  readonly startTime: string | null;
}

/** The identity of this process. */
export function ownIdentity(): ProcessIdentity {
  const stat = readStat(process.pid);
  return { host: hostname(), bootId: readBootId(), pid: process.pid, startTime: stat?.startTime ?? null };
}

/** The text under which an identity is stored and compared. */
export function renderIdentity(identity: ProcessIdentity): string {
  return canonicalJson({ ...identity });
}

/**
 * Whether the process behind a stored identity is certainly gone. Everything uncertain counts as alive: another host,
 * an identity that cannot be read, a system that does not tell when a process started.
 */
export function isDead(stored: string, own: ProcessIdentity): boolean {
  const other = parseIdentity(stored);
  if (other?.host !== own.host) return false;
  if (other.bootId !== null && own.bootId !== null && other.bootId !== own.bootId) return true;
  if (!isPidInUse(other.pid)) return true;
  const stat = readStat(other.pid);
  if (stat === null) return false;
  return stat.isZombie || (other.startTime !== null && stat.startTime !== other.startTime);
}

function parseIdentity(text: string): ProcessIdentity | null {
  try {
    const value = JSON.parse(text) as Partial<ProcessIdentity>;
    if (typeof value.host !== "string" || !Number.isInteger(value.pid) || Number(value.pid) <= 0) return null;
    return {
      host: value.host,
      bootId: value.bootId ?? null,
      pid: Number(value.pid),
      startTime: value.startTime ?? null,
    };
  } catch {
    return null;
  }
}

function isPidInUse(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is there, and belongs to someone else.
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

function readStat(pid: number): { startTime: string; isZombie: boolean } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The program's name, in brackets, may hold spaces and brackets; the fields after it cannot.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const startTime = fields[19];
    return startTime === undefined ? null : { startTime, isZombie: fields[0] === "Z" || fields[0] === "X" };
  } catch {
    return null;
  }
}

function readBootId(): string | null {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return null;
  }
}
