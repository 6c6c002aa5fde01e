import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { findChanges, makeCaseFolder } from "./case-folder.ts";
import { STUB_FOLDER } from "./programs.ts";
import { readLog } from "./read-log.ts";
import type { Executed } from "./read-log.ts";

/** What really happened when bash ran a line. */
export interface Ran {
  readonly line: string;
  readonly executed: readonly Executed[];
  /** Created, changed or removed: relative to the working folder, absolute where it is outside the folder of the case. */
  readonly changed: readonly string[];
  /** Exit status of bash (137 when its time was up); `null` when the line ended the whole sandbox. */
  readonly status: number | null;
}

export interface Batch {
  readonly lines: readonly string[];
  /** Empty, and removed afterwards. */
  readonly folder: string;
  /** Of the sandbox; limits on processes do not hold for root. */
  readonly uid: number | null;
  /** What is mounted, as arguments of bwrap. */
  readonly mounts: readonly string[];
}

/** Runs lines one after the other in one sandbox. Fewer results than lines mean that the last of them ended the sandbox. */
export async function runBatch(batch: Batch): Promise<readonly Ran[]> {
  const { lines, folder } = batch;
  const log = join(folder, "record", "log");
  makeBatchFolder(folder, lines.length);
  try {
    const failure = await startSandbox(batch);
    const cases = readLog(readFileSync(log, "utf8"), STUB_FOLDER);
    if (cases.length === 0) throw new Error(`no line was run: ${failure}`);
    return cases.map(({ number, executed, files, status }) => ({
      line: lines[number] ?? "",
      executed,
      changed: [...findChanges(join(folder, "cases", String(number))), ...files],
      status,
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function makeBatchFolder(folder: string, count: number): void {
  for (const name of ["", "cases", "record", "tmp"]) mkdirSync(join(folder, name));
  for (const name of ["", "cases"]) chmodSync(join(folder, name), 0o755);
  for (const name of ["record", "tmp"]) chmodSync(join(folder, name), 0o777);
  writeFileSync(join(folder, "record", "log"), "");
  chmodSync(join(folder, "record", "log"), 0o666);
  for (let number = 0; number < count; number++) makeCaseFolder(join(folder, "cases", String(number)));
}

async function startSandbox({ lines, folder, uid, mounts }: Batch): Promise<string> {
  const args = [
    ...["--unshare-all", "--new-session", "--die-with-parent", "--cap-drop", "ALL", "--uid", "1000", "--gid", "1000"],
    ...["--clearenv", "--setenv", "LC_ALL", "C", ...mounts, "--proc", "/proc", "--dev", "/dev"],
    ...["cases", "record", "tmp"].flatMap((name) => ["--bind", join(folder, name), `/${name}`]),
    ...["--remount-ro", "/", "--chdir", "/", "/driver/bash", "--noprofile", "--norc", "/driver/driver.sh"],
  ];
  const child = spawn("bwrap", args, {
    stdio: ["pipe", "ignore", "pipe"],
    // Every line ends after four seconds; this is for a sandbox that does not.
    timeout: 10_000 + lines.length * 4000,
    killSignal: "SIGKILL",
    ...(uid === null ? {} : { uid, gid: uid }),
  });
  const ended = new Promise<string>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve(signal ?? `exit ${code ?? "?"}`));
  });
  // A sandbox that ended has no use for the rest of its lines.
  child.stdin.on("error", () => undefined);
  child.stdin.end(lines.map((line, number) => `${number}\0${line}\0`).join(""));
  const [failure, said] = await Promise.all([ended, buffer(child.stderr)]);
  return `${failure} ${said.toString("utf8").trim()}`;
}
