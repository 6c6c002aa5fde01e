import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export const STDIO_SERVER: string = fileURLToPath(new URL("../../fixtures/runtime/stdio-server.ts", import.meta.url));

export interface RawStdio {
  readonly child: ChildProcessWithoutNullStreams;
  /** Writes one line as it is. */
  write(line: string | Buffer): Promise<void>;
  /** The next line of standard output, parsed. */
  next(): Promise<Record<string, unknown>>;
  /** How the process says it ended, and its exit code. */
  readonly end: Promise<{ readonly code: number | null; readonly aborted: string[]; readonly openSessions: number }>;
}

/** The server process with nothing between the test and its pipes. */
export function startRaw(): RawStdio {
  const child = spawn(process.execPath, [STDIO_SERVER], { stdio: "pipe" });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let told = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (told += chunk));
  // Written to after it has gone away, in some tests.
  child.stdin.on("error", () => undefined);
  return {
    child,
    write: (line) =>
      new Promise((resolve) => {
        child.stdin.write(line);
        child.stdin.write("\n", () => resolve());
      }),
    async next() {
      const { value, done } = await lines.next();
      if (done === true) throw new Error(`the server ended: ${told}`);
      return JSON.parse(value) as Record<string, unknown>;
    },
    end: new Promise((resolve, reject) => {
      child.on("close", (code) => {
        try {
          resolve({
            code,
            ...(JSON.parse(told.trim().split("\n").at(-1) ?? "") as { aborted: string[]; openSessions: number }),
          });
        } catch {
          reject(new Error(`the server did not end well (${String(code)}): ${told}`));
        }
      });
    }),
  };
}
