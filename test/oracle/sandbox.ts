import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram } from "./sandbox/find-program.ts";
import { layOut } from "./sandbox/lay-out.ts";
import { runBatch } from "./sandbox/run-batch.ts";
import type { Ran } from "./sandbox/run-batch.ts";

/** Runs command lines with a real bash, where they can harm nothing. */
export interface Sandbox {
  /** Results in the order of the lines; a line holds no NUL. */
  readonly run: (lines: readonly string[]) => Promise<readonly Ran[]>;
  readonly close: () => void;
}

export type SandboxResult =
  { readonly ok: true; readonly sandbox: Sandbox } | { readonly ok: false; readonly reason: string };

/** Lines for one start of a sandbox. */
const BATCH = 200;
/** Uids that nobody has: the limit on processes counts them by uid. */
const FIRST_UID = 60_100;

/** Lays out a sandbox and tries it; the reason says what to install or to allow where it does not work. */
export async function createSandbox(): Promise<SandboxResult> {
  const missing = ["bwrap", "bash", "timeout", "rm"].filter((name) => findProgram(name) === null);
  if (missing.length > 0) {
    return { ok: false, reason: `not installed: ${missing.join(", ")} (Debian: apt-get install bubblewrap coreutils)` };
  }
  const folder = mkdtempSync(join(tmpdir(), "toolgate-oracle-"));
  const mounts = layOut(folder);
  const sandbox: Sandbox = {
    run: (lines) => runAll(lines, folder, mounts),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
  const failure = await findFailure(sandbox);
  if (failure === null) return { ok: true, sandbox };
  sandbox.close();
  return { ok: false, reason: `bubblewrap does not work here: ${failure}` };
}

async function findFailure(sandbox: Sandbox): Promise<string | null> {
  try {
    const [ran] = await sandbox.run(["rm probe; cat a.txt > made.txt"]);
    const seen = JSON.stringify([ran?.executed.map(({ program, args }) => [program, ...args]), ran?.changed]);
    const expected = '[[["rm","probe"],["cat","a.txt"]],["made.txt"]]';
    return seen === expected ? null : `a trial saw ${seen} and not ${expected}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

let started = 0;

async function runAll(lines: readonly string[], folder: string, mounts: readonly string[]): Promise<readonly Ran[]> {
  const results: (Ran | undefined)[] = Array.from(lines, () => undefined);
  let next = 0;
  const work = async (uid: number | null): Promise<void> => {
    while (next < lines.length) {
      const first = next;
      const end = (next = Math.min(first + BATCH, lines.length));
      for (let at = first; at < end;) {
        const batch = { lines: lines.slice(at, end), folder: join(folder, `batch-${started++}`), uid, mounts };
        const ran = await runBatch(batch);
        ran.forEach((result, index) => (results[at + index] = result));
        at += ran.length;
      }
    }
  };
  const isRoot = process.getuid?.() === 0;
  await Promise.all(
    Array.from({ length: availableParallelism() }, (_, worker) => work(isRoot ? FIRST_UID + worker : null)),
  );
  return results.filter((result) => result !== undefined);
}
