import { statSync } from "node:fs";
import type { ProcessEnd, ProcessRequest } from "../process-runner.ts";

export type SpawnFailure = Extract<ProcessEnd, { kind: "spawn-failed" }>;

/** The system gives the same error for a missing program and a missing folder; this tells them apart. */
export function toSpawnFailure(error: unknown, request: Pick<ProcessRequest, "argv" | "cwd">): SpawnFailure {
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "EINVAL";
  const errno = code.startsWith("ERR_") ? "EINVAL" : code;
  const program = JSON.stringify(request.argv[0]);
  const folder = folderProblem(request.cwd);
  const message = folder ?? `program ${program} could not be started: ${reasonFor(errno)}`;
  return { kind: "spawn-failed", errno, message };
}

function folderProblem(cwd: string): string | undefined {
  const shown = JSON.stringify(cwd);
  try {
    return statSync(cwd).isDirectory() ? undefined : `working folder ${shown} is not a folder`;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
    return `working folder ${shown} cannot be entered (${code})`;
  }
}

function reasonFor(errno: string): string {
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: "the file, or the interpreter that its first line names, does not exist (ENOENT)",
    EACCES: "no permission to execute it, or to enter its folder or the working folder (EACCES)",
    ESTALE: "a place that it may use leads somewhere else than when the call was planned (ESTALE)",
    E2BIG: "its arguments and environment are larger than the system accepts (E2BIG)",
    ENOEXEC: "it is not a program of this machine, or a script without a #! line (ENOEXEC)",
    EINVAL: "an argument or the environment holds a NUL byte or a name that no program can receive (EINVAL)",
  };
  return reasons[errno] ?? errno;
}
