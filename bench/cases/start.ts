import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Figure } from "../measure.ts";
import { absoluteFigure } from "../measure.ts";
import { createWorkspace, fourParameterTool } from "../workspace.ts";

const TOOLS = 1_000;
const ROUNDS = 9;
const LAUNCHER = path.resolve(import.meta.dirname, "../../bin/toolgate.js");

/** Whole processes, from the start to the answer. */
export async function run(): Promise<readonly Figure[]> {
  const tools = new Map(
    Array.from({ length: TOOLS }, (_, index) => [`tool-${index}`, fourParameterTool(`tool.n${index}`)]),
  );
  const workspace = createWorkspace(tools, "");
  const listed: number[] = [];
  const version: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const list = await timeToList(workspace.folder, workspace.env);
    const before = performance.now();
    const ended = spawnSync(process.execPath, [LAUNCHER, "--version"]);
    const versioned = performance.now() - before;
    if (ended.status !== 0) throw new Error(String(ended.stderr));
    if (round === 0) continue;
    listed.push(list);
    version.push(versioned);
  }
  workspace.remove();
  return [
    absoluteFigure("start to first tools/list over stdio, 1,000 manifests", "ms", listed, 500),
    absoluteFigure("toolgate --version", "ms", version, 80),
  ];
}

async function timeToList(cwd: string, env: NodeJS.ProcessEnv): Promise<number> {
  const before = performance.now();
  const child = spawn(process.execPath, [LAUNCHER, "serve", "--stdio"], {
    cwd,
    env,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const clientInfo = { name: "bench", version: "1" };
  const initialize = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
  const messages = [
    { id: 1, method: "initialize", params: initialize },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/list", params: {} },
  ];
  for (const message of messages) child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  for await (const line of createInterface({ input: child.stdout })) {
    const message = JSON.parse(line) as { id?: number; result?: { tools?: unknown[] } };
    if (message.id !== 2) continue;
    const took = performance.now() - before;
    if ((message.result?.tools?.length ?? 0) === 0) throw new Error(`no tools were listed: ${line.slice(0, 500)}`);
    child.stdin.end();
    await once(child, "exit");
    return took;
  }
  throw new Error("the server ended before it listed its tools");
}
