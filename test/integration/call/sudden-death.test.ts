import type { ChildProcess } from "node:child_process";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TestWorkspace } from "../../support/workspace.ts";
import { createTestWorkspace, until } from "../../support/workspace.ts";

/** Leaves its group and session, in the background, and keeps its output open. */
const STRAY = `
name = "stray"
description = "Starts children that try to get away"
kind = "command"
effect = "read"
binary = "sh"
args = ["-c", "setsid sh -c 'sleep 300 & sleep 300' & sleep 300"]
`;

let workspace: TestWorkspace;
const started: ChildProcess[] = [];

beforeEach(() => {
  workspace = createTestWorkspace({ tools: { stray: STRAY } });
});

afterEach(async () => {
  for (const child of started) child.kill("SIGKILL");
  await workspace.remove();
});

interface Held {
  readonly gateway: ChildProcess;
  readonly callId: string;
  readonly runnerPid: number;
  readonly lines: AsyncIterator<string>;
}

async function holdCall(): Promise<Held> {
  const script = path.resolve("test/fixtures/gateway/hold-call.ts");
  const gateway = spawn(process.execPath, [script, workspace.folder, "stray"], {
    env: workspace.env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  started.push(gateway);
  const lines = createInterface({ input: gateway.stdout })[Symbol.asyncIterator]();
  const { value } = (await lines.next()) as { value: string };
  const { started: callId } = JSON.parse(value) as { started: string };
  await until(() => marked(callId).length >= 4, "all children to be there");
  return { gateway, callId, runnerPid: runnerOf(gateway.pid!), lines };
}

/** Every process that carries the marker of the call, wherever it has gone. */
function marked(callId: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => readOrEmpty(`/proc/${pid}/environ`).includes(`TOOLGATE_CALL=${callId}`) && !isZombie(pid));
}

function isZombie(pid: number): boolean {
  return / Z /.test(readOrEmpty(`/proc/${pid}/stat`).replace(/^.*\)/s, ""));
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function runnerOf(pid: number): number {
  const children = execFileSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" });
  return Number(children.trim().split("\n")[0]);
}

async function kill(pid: number, gateway: ChildProcess): Promise<void> {
  const gone = pid === gateway.pid && gateway.exitCode === null ? once(gateway, "exit") : Promise.resolve();
  process.kill(pid, "SIGKILL");
  await gone;
}

async function storyAfterRestart(callId: string): Promise<unknown[]> {
  const gateway = await workspace.open({ parts: "control" });
  const { runtime } = gateway;
  const records = await runtime.control.audit.query({ callId });
  expect(await runtime.control.audit.verify()).toMatchObject({ ok: true });
  expect(await runtime.control.running.list()).toEqual([]);
  await gateway.close();
  return records.map(({ kind, status }) => [kind, status]);
}

describe("SIGKILL in the middle of a call", () => {
  it("of the gateway: its children die with it, and the record says interrupted", async () => {
    const { gateway, callId } = await holdCall();
    await kill(gateway.pid!, gateway);
    await until(() => marked(callId).length === 0, "every child to be gone");
    expect(await storyAfterRestart(callId)).toEqual([
      ["intent", "admitted"],
      ["outcome", "interrupted"],
    ]);
  });

  it("of the runner: the call fails, its children are gone, and the gateway lives on", async () => {
    const { gateway, callId, runnerPid, lines } = await holdCall();
    await kill(runnerPid, gateway);
    const { value } = (await lines.next()) as { value: string };
    expect(JSON.parse(value)).toEqual({ status: "failed", code: "RUNNER_LOST" });
    expect(marked(callId)).toEqual([]);
    if (gateway.exitCode === null) await once(gateway, "exit");
    expect(gateway.exitCode).toBe(0);
    expect(await storyAfterRestart(callId)).toEqual([
      ["intent", "admitted"],
      ["outcome", "failed"],
    ]);
  });

  it("of both: whoever opens the data folder next ends what is left, then closes the record", async () => {
    const { gateway, callId, runnerPid } = await holdCall();
    process.kill(gateway.pid!, "SIGSTOP");
    process.kill(runnerPid, "SIGKILL");
    await kill(gateway.pid!, gateway);
    expect(marked(callId).length).toBeGreaterThan(0);
    expect(await storyAfterRestart(callId)).toEqual([
      ["intent", "admitted"],
      ["outcome", "interrupted"],
    ]);
    expect(marked(callId)).toEqual([]);
  });
});
