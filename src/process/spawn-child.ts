import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { statSync } from "node:fs";
import { CALL_MARKER } from "./tree/marker.ts";
import type { ProcessEnd, ProcessRequest } from "./process-runner.ts";

export type SpawnFailure = Extract<ProcessEnd, { kind: "spawn-failed" }>;

/**
 * Starts the program as leader of its own session, with closed standard input, piped output and no other descriptor.
 * Calls back exactly once, later or at once, when it could not be started.
 */
export function spawnChild(
  request: ProcessRequest,
  onFailure: (failure: SpawnFailure) => void,
): ChildProcess | undefined {
  const [file = "", ...args] = request.argv;
  try {
    const child = spawn(file, args, {
      argv0: file,
      cwd: request.cwd,
      env: { ...request.env, [CALL_MARKER]: request.callId },
      detached: true,
      shell: false,
      stdio: ["ignore", "pipe", "pipe"],
    });
    if (child.pid !== undefined) {
      // Only signals can fail later, and those are not sent through this object.
      child.on("error", () => undefined);
      return child;
    }
    child.once("error", (error) => onFailure(toSpawnFailure(error, request)));
  } catch (error) {
    onFailure(toSpawnFailure(error, request));
  }
  return undefined;
}

/** The system gives the same error for a missing program and a missing folder; this tells them apart. */
function toSpawnFailure(error: unknown, request: ProcessRequest): SpawnFailure {
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
    E2BIG: "its arguments and environment are larger than the system accepts (E2BIG)",
    ENOEXEC: "it is not a program of this machine, or a script without a #! line (ENOEXEC)",
    EINVAL: "an argument or the environment holds a NUL byte or a name that no program can receive (EINVAL)",
  };
  return reasons[errno] ?? errno;
}
