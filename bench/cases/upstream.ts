import { fork, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { request } from "undici";
import { createRuntime } from "../../dist/main.js";
import type { Figure } from "../measure.ts";
import { absoluteFigure, interleave, median } from "../measure.ts";
import { emptyProcess, readResident } from "../memory.ts";
import { createWorkspace } from "../workspace.ts";
import type { BenchWorkspace } from "../workspace.ts";

const SERVER = path.resolve(import.meta.dirname, "../servers/upstream.ts");
const LAUNCHER = path.resolve(import.meta.dirname, "../../bin/toolgate.js");
const ROUNDS = 9;
const CALLS = 400;
const SERVERS = 10;
const TOOLS = 100;
const STARTS = 5;

/** Servers behind the gateway: what a call costs more than without it, and how soon many of them are there. */
export async function run(): Promise<readonly Figure[]> {
  return [...(await measureCalls()), ...(await measureStarts())];
}

/** The same server, asked by the library of the protocol, and through the whole path of a call. */
async function measureCalls(): Promise<readonly Figure[]> {
  const program = { command: process.execPath, args: [SERVER, "stdio", "1"] };
  const client = new Client({ name: "bench", version: "1" });
  await client.connect(new StdioClientTransport(program));
  const workspace = createWorkspace(new Map(), 'mode = "autonomous"');
  const table = `[mcp.servers.up]\ntransport = "stdio"\ncommand = ${JSON.stringify(program.command)}\nargs = ${JSON.stringify(program.args)}\n`;
  // As direct as the other: confinement is a figure of its own.
  appendConfig(workspace, `${table}sandbox = { profile = "none" }\n`);
  const runtime = await createRuntime({ cwd: workspace.folder, env: workspace.env });
  await runtime.upstream.connect("up", AbortSignal.timeout(30_000));
  const caller = await runtime.control.localAgent("bench");
  const direct = async (): Promise<unknown> => client.callTool({ name: "t0", arguments: { id: "7" } });
  const governed = async (): Promise<unknown> =>
    runtime.call({ entry: "library", tool: "mcp_up__t0", args: { id: "7" }, caller });
  const [bare = [], through = []] = await interleave(
    ROUNDS,
    [direct, governed].map((call) => () => timeCalls(call)),
  );
  const turns = await timeInTurns(direct, governed);
  await client.close();
  await runtime.close();
  workspace.remove();
  const added = through.map((value, index) => value - (bare[index] ?? Number.NaN));
  return [
    absoluteFigure("stdio upstream: a governed call adds to a direct one, p50", "ms", added, 0.25),
    absoluteFigure("stdio upstream: direct call, p50 (for information)", "ms", bare, null),
    absoluteFigure("stdio upstream: a governed call adds, call by call in turns (for information)", "ms", turns, null),
  ];
}

/** A server that just answered answers faster: here both of them waited for the other one's call. */
async function timeInTurns(
  direct: () => Promise<unknown>,
  governed: () => Promise<unknown>,
): Promise<readonly number[]> {
  const added: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [bare, through]: [number[], number[]] = [[], []];
    for (let index = 0; index < CALLS; index++) {
      bare.push(await timeCall(direct));
      through.push(await timeCall(governed));
    }
    added.push(median(through) - median(bare));
  }
  return added;
}

async function timeCalls(call: () => Promise<unknown>): Promise<number> {
  const samples: number[] = [];
  for (let index = 0; index < CALLS; index++) samples.push(await timeCall(call));
  return median(samples);
}

async function timeCall(call: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  const answer = await call();
  const took = performance.now() - before;
  if (!JSON.stringify(answer).includes("noop-done")) throw new Error(JSON.stringify(answer).slice(0, 500));
  return took;
}

/**
 * The whole program, from its start until a client is listed the tools of servers that run already. Each time in a home of its
 * own, where one command ran before, the one that makes the token: so a gateway is first started. And once more there.
 */
async function measureStarts(): Promise<readonly Figure[]> {
  const servers = await Promise.all(Array.from({ length: SERVERS }, startServer));
  const [first, later]: [Started[], Started[]] = [[], []];
  for (let round = 0; round <= STARTS; round++) {
    const workspace = createWorkspace(new Map(), 'mode = "autonomous"');
    const tables = servers.map(({ url }, index) => `[mcp.servers.s${index}]\ntransport = "http"\nurl = "${url}"\n`);
    const port = await findPort();
    appendConfig(
      workspace,
      `${tables.join("")}[network]\nprivate = ["127.0.0.1"]\n[server]\nport = ${port}\n[server.mcp]\ndisclosure = "all"\n`,
    );
    const token = makeToken(workspace);
    const url = `http://127.0.0.1:${port}/mcp`;
    const starts = [await startGateway(workspace, url, token), await startGateway(workspace, url, token)] as const;
    workspace.remove();
    if (round === 0) continue;
    first.push(starts[0]);
    later.push(starts[1]);
  }
  for (const { stop } of servers) await stop();
  const empty = await emptyProcess();
  const toReady = (starts: readonly Started[]): number[] => starts.map(({ readyMs }) => readyMs);
  const toMemory = (starts: readonly Started[]): number[] => starts.map(({ residentMb }) => residentMb - empty);
  const all = `${SERVERS} × ${TOOLS} upstream tools`;
  return [
    absoluteFigure(`first start until ${all} are listed`, "ms", toReady(first), 1000),
    absoluteFigure(`later start until ${all} are listed`, "ms", toReady(later), 1000),
    absoluteFigure(`${all}: memory over an empty process`, "MB", toMemory(first), 120),
    absoluteFigure(`${all}: the same after a later start`, "MB", toMemory(later), 120),
  ];
}

async function startServer(): Promise<{ readonly url: string; readonly stop: () => Promise<unknown> }> {
  const child = fork(SERVER, ["http", String(TOOLS)], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const [{ url }] = (await once(child, "message")) as [{ url: string }];
  return {
    url,
    stop: () => {
      child.disconnect();
      return once(child, "exit");
    },
  };
}

interface Started {
  readonly readyMs: number;
  readonly residentMb: number;
}

const IDLE_MS = 3_000;
const LONGEST_START_MS = 60_000;

async function startGateway({ folder, env }: BenchWorkspace, url: string, token: string): Promise<Started> {
  const before = performance.now();
  const gateway = spawn(process.execPath, [LAUNCHER, "serve"], {
    cwd: folder,
    env: { ...env, TOOLGATE_TOKEN: token },
    stdio: ["ignore", "ignore", "inherit"],
  });
  try {
    while ((await countTools(url, token)) < SERVERS * TOOLS) {
      if (performance.now() - before > LONGEST_START_MS) throw new Error("the tools did not come");
      await sleep(5);
    }
    const readyMs = performance.now() - before;
    await sleep(IDLE_MS);
    return { readyMs, residentMb: readResident(gateway) };
  } finally {
    gateway.kill();
    await once(gateway, "exit");
  }
}

/** 0: it does not answer yet. */
async function countTools(url: string, token: string): Promise<number> {
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2025-11-25",
    authorization: `Bearer ${token}`,
  };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });
  const answer = await request(url, { method: "POST", headers, body }).catch(() => null);
  if (answer?.statusCode !== 200) return 0;
  const { result } = (await answer.body.json()) as { result: { tools: { name: string }[] } };
  return result.tools.filter(({ name }) => name.startsWith("mcp_")).length;
}

function makeToken({ folder, env }: BenchWorkspace): string {
  const args = [LAUNCHER, "tokens", "create", "--agent", "bench", "--json"];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: "utf8" });
  if (stdout === "") throw new Error(stderr);
  return (JSON.parse(stdout) as { token: string }).token;
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

function appendConfig({ folder }: BenchWorkspace, text: string): void {
  appendFileSync(path.join(folder, "toolgate.toml"), text);
}
