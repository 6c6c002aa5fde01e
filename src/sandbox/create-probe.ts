import { randomUUID } from "node:crypto";
import type { ProcessRunner } from "../process/process-runner.ts";
import type { SandboxProbe } from "./sandbox.ts";

const PROBE_MS = 10_000;
const PROBE_BYTES = 64 * 1024;

/** Asks engines through the one starter of programs, with an environment that nobody chose. */
export function createProbe(runner: Pick<ProcessRunner, "run">): SandboxProbe {
  return async (argv) => {
    const { end, stdout, stderr } = await runner.run({
      callId: `probe-${randomUUID()}`,
      argv,
      cwd: "/",
      env: { PATH: "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C" },
      timeoutMs: PROBE_MS,
      maxStdoutBytes: PROBE_BYTES,
      maxStderrBytes: PROBE_BYTES,
      stream: false,
    });
    const decoder = new TextDecoder();
    const said = decoder.decode(stderr);
    const failure = end.kind === "spawn-failed" ? end.message : end.kind;
    return {
      code: end.kind === "exited" ? end.exitCode : null,
      stdout: decoder.decode(stdout),
      stderr: said === "" && end.kind !== "exited" ? failure : said,
    };
  };
}
