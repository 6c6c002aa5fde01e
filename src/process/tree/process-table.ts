import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** One process as the system reports it. `startTicks` and `pid` together name it for ever; 0 where the system has none. */
export interface ProcessEntry {
  readonly pid: number;
  readonly ppid: number;
  readonly pgid: number;
  readonly sid: number;
  readonly startTicks: number;
}

/**
 * Every live process that this process may see; zombies are left out, for nothing of them runs any more. Empty, without
 * even this process, when the system does not tell.
 */
export function readProcessTable(): readonly ProcessEntry[] {
  return process.platform === "linux" ? readProc() : readPs();
}

/** The entry of one process, or undefined when it is gone. Always undefined where there is no `/proc`. */
export function readProcessEntry(pid: number): ProcessEntry | undefined {
  try {
    return parseProcStat(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return undefined;
  }
}

/** Parses `/proc/PID/stat`. The program name may hold spaces and parentheses, so fields count from the last `)`. */
export function parseProcStat(text: string): ProcessEntry | undefined {
  const open = text.indexOf(" (");
  const close = text.lastIndexOf(") ");
  if (open < 1 || close < open) return undefined;
  const fields = text.slice(close + 2).split(" ");
  const [state, ppid, pgid, sid] = fields;
  // A main thread that ended while other threads run also shows as zombie; only its thread count gives it away.
  if ((state === "Z" && Number(fields[17]) <= 1) || state === "X") return undefined;
  return toEntry([text.slice(0, open), ppid, pgid, sid, fields[19]]);
}

/** Parses one line of `ps -axo pid=,ppid=,pgid=,sess=,stat=`. */
export function parsePsLine(line: string): ProcessEntry | undefined {
  const [pid, ppid, pgid, sess, state] = line.trim().split(/\s+/);
  if (state === undefined || state.startsWith("Z")) return undefined;
  // Some systems print an address for the session; it then matches no process id, which is what we want.
  const sid = sess !== undefined && /^\d+$/.test(sess) ? sess : "0";
  return toEntry([pid, ppid, pgid, sid, "0"]);
}

function toEntry(fields: readonly (string | undefined)[]): ProcessEntry | undefined {
  const [pid, ppid, pgid, sid, startTicks] = fields.map(Number);
  if (pid === undefined || ppid === undefined || pgid === undefined || sid === undefined) return undefined;
  if (startTicks === undefined || ![pid, ppid, pgid, sid, startTicks].every(Number.isSafeInteger)) return undefined;
  return { pid, ppid, pgid, sid, startTicks };
}

function readProc(): readonly ProcessEntry[] {
  try {
    return readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? (readProcessEntry(Number(name)) ?? []) : []));
  } catch {
    return [];
  }
}

function readPs(): readonly ProcessEntry[] {
  const { stdout } = spawnSync("/bin/ps", ["-axo", "pid=,ppid=,pgid=,sess=,stat="]);
  return String(stdout)
    .split("\n")
    .flatMap((line) => parsePsLine(line) ?? []);
}
