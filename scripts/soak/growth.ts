import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { load } from "../../bench/load.ts";
import type { Target } from "../../bench/load.ts";

/** What a gateway holds, in bytes after a collection; descriptors as a number. */
export interface Held {
  readonly heap: number;
  readonly external: number;
  readonly resident: number;
  readonly descriptors: number;
}

const CONNECTIONS = 16;
/** Calls after which the heap has its size. */
const WARM_UP = 4_000;
/** Between a tenth of the calls and all of them; what the collector and the cache of the database vary by. */
const MOST_GROWN: Held = { heap: 3e6, external: 6e6, resident: 60e6, descriptors: 4 };
const CALL = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "noop", arguments: {} } };

/**
 * Makes governed, recorded calls over MCP to a gateway in a process of its own, and compares what it holds after a tenth
 * of them with what it holds after all. Gives what grew too much, one line each.
 */
export async function measureGrowth(calls: number): Promise<readonly string[]> {
  const gateway = fork(new URL("../../bench/servers/mcp-toolgate.ts", import.meta.url), {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    execArgv: ["--expose-gc"],
  });
  const [{ url, token }] = (await once(gateway, "message")) as [{ url: string; token: string }];
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2025-11-25",
    authorization: `Bearer ${token}`,
  };
  const target: Target = { url, headers, body: JSON.stringify(CALL), proof: "noop-done" };
  const began = performance.now();
  const early = Math.max(Math.round(calls / 10), Math.min(WARM_UP, calls));
  await load(target, CONNECTIONS, early);
  const first = await ask(gateway);
  tell(early, first, began);
  await load(target, CONNECTIONS, calls - early);
  const last = await ask(gateway);
  tell(calls, last, began);
  gateway.disconnect();
  await once(gateway, "exit");
  return (Object.entries(MOST_GROWN) as [keyof Held, number][]).flatMap(([name, most]) =>
    last[name] - first[name] > most ? [`${name} grew from ${first[name]} to ${last[name]} over ${calls} calls`] : [],
  );
}

async function ask(gateway: ChildProcess): Promise<Held> {
  gateway.send("held");
  const [held] = (await once(gateway, "message")) as [Held];
  return held;
}

function tell(calls: number, { heap, external, resident, descriptors }: Held, began: number): void {
  const megabytes = [heap, external, resident].map((bytes) => `${(bytes / 1e6).toFixed(1)} MB`);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(
    `${calls} calls over MCP, ${seconds} s: heap ${megabytes[0]}, external ${megabytes[1]}, resident ${megabytes[2]}, ${descriptors} descriptors`,
  );
}
