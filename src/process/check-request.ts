import { isAbsolute } from "node:path";
import type { ProcessRequest } from "./process-runner.ts";
import type { SpawnFailure } from "./runner/spawn-failure.ts";

/** Timers hold no more; about 24 days. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** The request in numbers that survive the wire, or why it can never start. */
export function normalizeRequest(request: ProcessRequest): ProcessRequest | SpawnFailure {
  const problem = findProblem(request);
  if (problem !== undefined) return { kind: "spawn-failed", errno: "EINVAL", message: problem };
  return {
    ...request,
    timeoutMs: Math.min(request.timeoutMs, MAX_TIMEOUT_MS),
    maxStdoutBytes: toCap(request.maxStdoutBytes),
    maxStderrBytes: toCap(request.maxStderrBytes),
    maxTotalBytes: request.maxTotalBytes === undefined ? undefined : toCap(request.maxTotalBytes),
  };
}

function findProblem(request: ProcessRequest): string | undefined {
  const { argv, cwd, env, timeoutMs, callId } = request;
  if (!isAbsolute(argv[0] ?? "")) return `program ${JSON.stringify(argv[0])}: expected an absolute path`;
  if (!isAbsolute(cwd)) return `working folder ${JSON.stringify(cwd)}: expected an absolute path`;
  if (!(timeoutMs > 0)) return `timeout ${timeoutMs} ms: expected more than 0`;
  const nul = argv.findIndex((argument) => argument.includes("\0"));
  if (nul !== -1) return `argument ${nul} holds a NUL byte, which no program can receive`;
  if (cwd.includes("\0")) return "the working folder holds a NUL byte";
  if (callId === "" || callId.includes("\0")) return "the call id is empty or holds a NUL byte";
  for (const [name, value] of Object.entries(env)) {
    if (name === "" || /[=\0]/.test(name))
      return `environment name ${JSON.stringify(name)}: expected no "=" and no NUL`;
    if (value.includes("\0")) return `environment variable ${JSON.stringify(name)} holds a NUL byte`;
  }
  return undefined;
}

function toCap(bytes: number): number {
  return bytes > 0 ? Math.min(bytes, Number.MAX_SAFE_INTEGER) : 0;
}
