import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { LoadResult, Target } from "../load.ts";
import { load } from "../load.ts";
import type { Figure } from "../measure.ts";
import { interleave, ratioFigure } from "../measure.ts";

const ROUNDS = 7;
const CONNECTIONS = 64;
const REQUESTS = 4_000;
const LONE_REQUESTS = 800;

const CALL = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "noop", arguments: {} } };

/** One `tools/call` of a tool that does nothing, as the 2025-11-25 clients of today send it without a session. */
export async function run(): Promise<readonly Figure[]> {
  const servers = await Promise.all([start("mcp-toolgate"), start("mcp-sdk1"), start("mcp-sdk2")]);
  const many = await measure(servers, CONNECTIONS, REQUESTS);
  const lone = await measure(servers, 1, LONE_REQUESTS);
  for (const { child } of servers) child.disconnect();
  await Promise.all(servers.map(({ child }) => once(child, "exit")));
  const p50 = (result: LoadResult): number => result.p50Ms;
  const perRequest = (result: LoadResult): number => result.perRequestMs;
  return [
    ...compare(`MCP HTTP call, ${CONNECTIONS} connections: p50`, many, p50),
    ...compare(`MCP HTTP call, ${CONNECTIONS} connections: time per request`, many, perRequest),
    ...compare("MCP HTTP call, 1 connection: p50", lone, p50),
  ];
}

interface Running {
  readonly child: ChildProcess;
  readonly target: Target;
}

async function start(name: string): Promise<Running> {
  const child = fork(new URL(`../servers/${name}.ts`, import.meta.url), {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const [{ url, token }] = (await once(child, "message")) as [{ url: string; token: string }];
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2025-11-25",
    ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
  };
  return { child, target: { url, headers, body: JSON.stringify(CALL), proof: "noop-done" } };
}

async function measure(servers: readonly Running[], connections: number, requests: number): Promise<LoadResult[][]> {
  const results = servers.map((): LoadResult[] => []);
  const subjects = servers.map(({ target }, index) => async (): Promise<number> => {
    const result = await load(target, connections, requests);
    results[index]?.push(result);
    return 0;
  });
  await interleave(ROUNDS, subjects);
  // The first of each was warm-up.
  return results.map((all) => all.slice(1));
}

function compare(name: string, results: LoadResult[][], pick: (result: LoadResult) => number): Figure[] {
  const [ours = [], sdk1 = [], sdk2 = []] = results.map((all) => all.map(pick));
  return [
    ratioFigure(`${name} vs SDK 1.32`, "ms", ours, sdk1, 1),
    ratioFigure(`${name} vs SDK 2.4 (for information)`, "ms", ours, sdk2, null),
  ];
}
