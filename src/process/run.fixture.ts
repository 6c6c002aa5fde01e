import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { ProcessRunnerOptions } from "./create-process-runner.ts";
import type { ProcessRequest, ProcessResult, StarterName } from "./process-runner.ts";
import { readProcessEntry, readProcessTable } from "./tree/process-table.ts";

/** Every way to start programs; whatever a program and its caller can see must be the same in all. */
export const STARTERS: readonly { readonly name: StarterName; readonly options: ProcessRunnerOptions }[] = [
  { name: "posix_spawn", options: {} },
  { name: "fork", options: { starter: "fork" } },
];

let lastCall = 0;

/** A request with a call id of its own and generous limits. */
export function toRequest(argv: readonly string[], changes: Partial<ProcessRequest> = {}): ProcessRequest {
  lastCall += 1;
  return {
    callId: `call-${process.pid}-${lastCall}`,
    argv,
    cwd: "/",
    env: { PATH: "/usr/bin:/bin" },
    timeoutMs: 20_000,
    maxStdoutBytes: 1_000_000,
    maxStderrBytes: 1_000_000,
    stream: false,
    ...changes,
  };
}

export function toShell(script: string): readonly string[] {
  return ["/bin/sh", "-c", script];
}

export function fixtureFile(name: string): string {
  return fileURLToPath(new URL(`../../test/fixtures/process/${name}`, import.meta.url));
}

export function stdoutOf(result: Pick<ProcessResult, "stdout">): string {
  return Buffer.from(result.stdout).toString();
}

/** The process numbers that a fixture printed, one a line. */
export function pidsIn(text: string): readonly number[] {
  return text.split("\n").flatMap((line) => (/^\d+$/.test(line) ? [Number(line)] : []));
}

export function isAlive(pid: number): boolean {
  return readProcessEntry(pid) !== undefined;
}

export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(5);
}

export function childrenOf(pid: number): readonly number[] {
  return readProcessTable().flatMap((entry) => (entry.ppid === pid ? [entry.pid] : []));
}
