import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("appender.fixture.ts", import.meta.url));

export interface Appender {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly ended: Promise<number | null>;
  readonly until: (text: string) => Promise<void>;
}

/** Starts a process that uses the store of a folder: see `appender.fixture.ts`. */
export function startAppender(folder: string, ...args: string[]): Appender {
  const child = spawn(process.execPath, [PROGRAM, folder, ...args], { stdio: ["pipe", "pipe", "pipe"] });
  let output = "";
  let errors = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const ended = once(child, "close").then(([code]) => {
    if (code !== 0 && code !== null) throw new Error(errors);
    return code as number | null;
  });
  const until = async (text: string): Promise<void> => {
    while (!output.includes(text)) await Promise.race([once(child.stdout, "data"), ended]);
  };
  return { child, output: () => output, ended, until };
}
