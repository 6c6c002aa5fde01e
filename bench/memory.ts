import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import type { Figure } from "./measure.ts";
import { absoluteFigure } from "./measure.ts";
import type { BenchWorkspace } from "./workspace.ts";

const LAUNCHER = path.resolve(import.meta.dirname, "../bin/toolgate.js");

/** What a gateway that has listed its tools takes, less what a process takes that does nothing. */
export async function measureMemory({ folder, env }: BenchWorkspace): Promise<Figure> {
  const empty = await emptyProcess();
  const stdio = ["pipe", "pipe", "inherit"] as const;
  const gateway = spawn(process.execPath, [LAUNCHER, "serve", "--stdio"], { cwd: folder, env, stdio: [...stdio] });
  const clientInfo = { name: "bench", version: "1" };
  const initialize = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
  for (const message of [
    { id: 1, method: "initialize", params: initialize },
    { method: "notifications/initialized" },
    { id: 2, method: "ping" },
  ]) {
    gateway.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }
  if (gateway.stdout === null) throw new Error("the gateway has no output");
  for await (const line of createInterface({ input: gateway.stdout })) if (line.includes('"id":2')) break;
  const used = readResident(gateway);
  gateway.kill();
  await once(gateway, "exit");
  return absoluteFigure("10,000 manifests: memory over an empty process", "MB", [used - empty], 150);
}

/** What a process takes that does nothing, in MB. */
export async function emptyProcess(): Promise<number> {
  const idle = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  await sleep(500);
  const resident = readResident(idle);
  idle.kill();
  return resident;
}

/** In MB. */
export function readResident({ pid }: ChildProcess): number {
  const { stdout } = spawnSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" });
  return Number(stdout) / 1000;
}
