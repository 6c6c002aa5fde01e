import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Check } from "./check.ts";
import type { InstalledClient } from "./install-client.ts";
import { runProgram } from "./run-program.ts";
import type { ProgramEnd } from "./run-program.ts";
import { TOOL } from "./start-gateway.ts";
import type { StartedGateway } from "./start-gateway.ts";

const CALL_MS = 60_000;
const SAID = "said by the inspector";

/** Lists and calls a tool with the official inspector, from the entries that `toolgate serve` prints for a file. */
export async function* checkInspector(
  { name, version, bin }: InstalledClient,
  gateway: StartedGateway,
  folder: string,
  env: NodeJS.ProcessEnv,
): AsyncGenerator<Check> {
  const client = `${name} ${version}`;
  mkdirSync(folder, { recursive: true });
  const run = (...args: readonly string[]): Promise<ProgramEnd> =>
    runProgram([path.join(bin, "mcp-inspector"), "--cli", ...args], { env, cwd: folder, timeoutMs: CALL_MS });
  for (const way of ["stdio", "http"] as const) {
    const file = path.join(folder, `${way}.json`);
    writeFileSync(file, gateway.clients[way].find((entry) => entry.file?.includes(".mcp.json"))?.text ?? "{}");
    const at = ["--config", file, "--server", "toolgate"];
    const listed = await run(...at, "--method", "tools/list", "--strict");
    yield { client, way, what: "lists tools, their schemas without fault", ...judge(listed, `"${TOOL}"`) };
    const called = await run(...at, "--method", "tools/call", "--tool-name", TOOL, "--tool-arg", `text=${SAID}`);
    yield { client, way, what: "calls a tool", ...judge(called, SAID) };
  }
  const refused = await run("--server-url", gateway.url, "--method", "tools/list", "--stored-auth-only");
  const isKeptOut = refused.code !== 0 && !refused.stdout.includes(TOOL);
  yield {
    client,
    way: "http",
    what: "is kept out without a token",
    ok: isKeptOut,
    note: isKeptOut ? "" : refused.stdout,
  };
}

function judge({ code, stdout, stderr }: ProgramEnd, wanted: string): Pick<Check, "ok" | "note"> {
  const ok = code === 0 && stdout.includes(wanted);
  return { ok, note: ok ? "" : `exit code ${code ?? "none"}: ${stderr === "" ? stdout : stderr}` };
}
