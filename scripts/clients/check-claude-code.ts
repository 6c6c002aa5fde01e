import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Check } from "./check.ts";
import type { InstalledClient } from "./install-client.ts";
import { runProgram } from "./run-program.ts";
import type { StartedGateway } from "./start-gateway.ts";

const STEP_MS = 120_000;
/** It is neither to renew itself nor to tell anybody that it ran. */
const QUIET = { DISABLE_AUTOUPDATER: "1", CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1" };

/** Adds Toolgate to Claude Code with the command that `toolgate serve` prints, and asks it whether it is connected. */
export async function* checkClaudeCode(
  { name, version, bin }: InstalledClient,
  gateway: StartedGateway,
  folder: string,
  env: NodeJS.ProcessEnv,
): AsyncGenerator<Check> {
  const client = `${name} ${version}`;
  for (const way of ["stdio", "http"] as const) {
    // A home for each way: both entries have the same name.
    const home = path.join(folder, way);
    mkdirSync(home, { recursive: true });
    const own = { ...env, ...QUIET, HOME: home, PATH: `${bin}${path.delimiter}${env["PATH"] ?? ""}` };
    const options = { env: own, cwd: home, timeoutMs: STEP_MS };
    const command = gateway.clients[way].find((entry) => entry.file === null)?.text ?? "false";
    const added = await runProgram(["/bin/sh", "-c", command], options);
    yield {
      client,
      way,
      what: "takes the printed command",
      ok: added.code === 0,
      note: added.code === 0 ? "" : added.stderr,
    };
    const listed = await runProgram([path.join(bin, "claude"), "mcp", "list"], options);
    const ok = listed.code === 0 && /^toolgate: .*Connected$/m.test(listed.stdout);
    yield {
      client,
      way,
      what: "`claude mcp list` says it is connected",
      ok,
      note: ok ? "" : listed.stdout + listed.stderr,
    };
  }
}
