import { spawn } from "node:child_process";
import path from "node:path";

export const LAUNCHER: string = path.resolve(import.meta.dirname, "../../bin/toolgate.js");

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built command line as a person would, and waits for it. */
export function runToolgate(args: readonly string[], options: { cwd: string; env: NodeJS.ProcessEnv }): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [LAUNCHER, ...args], { ...options, stdio: ["ignore", "pipe", "pipe"] });
    const text = { stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (text.stdout += chunk));
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (text.stderr += chunk));
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, ...text }));
  });
}
