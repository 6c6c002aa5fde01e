import { spawn } from "node:child_process";

export interface RunOptions {
  /** @default this process's own */
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly timeoutMs: number;
}

export interface ProgramEnd {
  /** `null`: it could not be started, or was ended for taking too long. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end, with nothing to read. */
export function runProgram([program = "", ...args]: readonly string[], options: RunOptions): Promise<ProgramEnd> {
  const { timeoutMs, env = process.env, cwd = process.cwd() } = options;
  return new Promise((resolve) => {
    const child = spawn(program, args, { env, cwd, stdio: ["ignore", "pipe", "pipe"], timeout: timeoutMs });
    let [stdout, stderr] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (stdout += chunk));
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
    child.once("error", (error) => resolve({ code: null, stdout, stderr: error.message }));
    child.once("close", (code) => resolve({ code, stdout, stderr }));
  });
}
