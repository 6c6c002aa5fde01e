import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { createWorkspace } from "../bench/workspace.ts";
import type { Runtime } from "../dist/call/runtime.js";
import { createRuntime } from "../dist/main.js";
import { createHttpServer } from "../dist/server/http/create-http-server.js";
import { HANDLERS, KINDS, PERMISSIONS, PIPED, TOOL_FILES, toRequests, writeBroken } from "./soak/kinds.ts";
import type { SoakKind } from "./soak/kinds.ts";
import { measureGrowth } from "./soak/growth.ts";
import { createMcpClient } from "./soak/mcp-client.ts";
import { countServers, findRemains } from "./soak/remains.ts";
import type { Remains } from "./soak/remains.ts";

/**
 * Makes many calls of every kind, and fails when they leave processes, descriptors, files or memory behind. `--only KIND`
 * makes those alone; `--only growth --calls 100000` only looks whether a gateway grows over so many.
 */
const { values } = parseArgs({
  options: { calls: { type: "string", default: "1000" }, only: { type: "string" } },
});
const calls = Number(values.calls);
if (values.only === undefined || values.only === "growth") {
  for (const grown of await measureGrowth(values.only === undefined ? calls * 10 : calls)) fail(grown);
  if (values.only === "growth") process.exit();
}
const AT_ONCE = 16;
/** Until everything that is loaded or kept once has been: not a leak. */
const WARM_UP_CALLS = 100;
/** What the collector, tables of numbers and the database's own cache vary by. */
const MAX_GROWN = { processes: 0, descriptors: 4, temporaryFiles: 0, used: 24e6, resident: 160e6 } as const;

const server = fork(new URL("./soak/http-server.ts", import.meta.url), {
  stdio: ["ignore", "inherit", "inherit", "ipc"],
});
const [port] = (await once(server, "message")) as [number];
const workspace = createWorkspace(new Map([...TOOL_FILES, ...toRequests(port)]), PERMISSIONS);
writeBroken(workspace.folder);
const temporary = mkdtempSync(path.join(tmpdir(), "soak-"));
// Everything that the gateway puts into the temporary folder is then its own.
process.env["TMPDIR"] = temporary;
const runtime = await createRuntime({ cwd: workspace.folder, env: workspace.env, tools: HANDLERS });
const made = new Set<string>();
const caller = await runtime.control.localAgent("soak");
await runtime.control.tools.save(
  { format: "custom", text: PIPED, audience: { kind: "everybody" }, expectedName: null, environment: null },
  { ...caller, agent: "human", roles: ["admin", "approver"] },
);
const { token } = await runtime.control.createToken(
  { principal: "soak", agent: "soak", roles: ["agent"], expiresAt: null },
  await runtime.control.owner(),
);
for (const name of ["soaknoisy", "soakdying"]) await runtime.upstream.connect(name, AbortSignal.timeout(30_000));
const http = await createHttpServer(runtime, { port: 0 });
const client = createMcpClient(http.url, token);
const confines = (await makeCall(runtime, { name: "probe", tool: "confined", args: {}, end: "success" })) === "success";
const kinds = KINDS.filter(({ name, confined }) =>
  values.only === undefined ? confined !== true || confines : name === values.only,
);

for (const kind of kinds) await makeCalls(runtime, kind, Math.min(calls, WARM_UP_CALLS));
const before = findRemains(temporary, made);
console.log(row("kind", "calls", "ms each", "processes", "descriptors", "temp files", "used MB", "resident MB"));
console.log(toRow("(after warm-up)", 0, 0, before));
for (const kind of kinds) {
  const began = performance.now();
  const unexpected = await makeCalls(runtime, kind, calls);
  console.log(toRow(kind.name, calls, (performance.now() - began) / calls, findRemains(temporary, made)));
  for (const [end, count] of unexpected)
    fail(`${kind.name}: ${count} calls ended ${end}, expected ${String(kind.end)}`);
}
if (!confines) console.log("nothing can confine programs here: those kinds were left out");
judge(before, findRemains(temporary, made));
client.close();
await http.close();
const running = await runtime.control.running.list();
if (running.length > 0) fail(`${running.length} calls are still listed as running`);
const verified = await runtime.control.audit.verify();
if (verified.ok) console.log(`audit: ${verified.records} records verify`);
else fail(`audit: ${verified.message}`);
await runtime.close();
const left = findRemains(temporary, made);
const servers = countServers(["soaknoisy", "soakdying"]);
if (servers > 0) fail(`${servers} programs of upstream servers are left after the end`);
if (left.temporaryFiles > 0) fail(`${left.temporaryFiles} temporary files are left after the end`);
server.disconnect();
workspace.remove();
rmSync(temporary, { recursive: true });

/** Gives how many calls ended otherwise than they have to, by how. */
async function makeCalls(gateway: Runtime, kind: SoakKind, count: number): Promise<ReadonlyMap<string, number>> {
  const unexpected = new Map<string, number>();
  let begun = 0;
  const worker = async (): Promise<void> => {
    while (begun++ < count) {
      const end = await makeCall(gateway, kind);
      if (![kind.end].flat().includes(end)) unexpected.set(end, (unexpected.get(end) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return unexpected;
}

async function makeCall(gateway: Runtime, { tool, args, timeoutMs, cancel, overMcp }: SoakKind): Promise<string> {
  if (overMcp === true) return client.call(tool, args, cancel === true);
  const abort = new AbortController();
  const outcome = await gateway.call({
    entry: "library",
    tool,
    args,
    caller,
    signal: abort.signal,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(cancel === true ? { onEvent: ({ kind }) => kind === "started" && abort.abort() } : {}),
  });
  made.add(outcome.callId);
  return outcome.error?.code ?? outcome.status;
}

function judge(first: Remains, last: Remains): void {
  for (const [name, most] of Object.entries(MAX_GROWN) as [keyof Remains, number][]) {
    const grown = last[name] - first[name];
    if (grown > most) fail(`${name} grew from ${first[name]} to ${last[name]}`);
  }
  if (last.processes > 0) fail(`${last.processes} processes of calls are left`);
}

function fail(message: string): void {
  console.log(`LEFT: ${message}`);
  process.exitCode = 1;
}

function toRow(name: string, count: number, eachMs: number, remains: Remains): string {
  const { processes, descriptors, temporaryFiles, used, resident } = remains;
  const megabytes = [used, resident].map((bytes) => (bytes / 1e6).toFixed(1));
  return row(name, count, eachMs.toFixed(2), processes, descriptors, temporaryFiles, ...megabytes);
}

function row(...[name, ...cells]: readonly (string | number)[]): string {
  return [String(name).padEnd(30), ...cells.map((cell) => String(cell).padStart(12))].join("");
}
