import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { createInterface } from "node:readline";
import { describe, expect, it } from "vitest";
import { createProcessRunner } from "./create-process-runner.ts";
import {
  STARTERS,
  childrenOf,
  fixtureFile,
  isAlive,
  pidsIn,
  stdoutOf,
  toRequest,
  toShell,
  until,
} from "./run.fixture.ts";
import { killMarked } from "./tree/kill-tree.ts";

const linux = process.platform === "linux";

async function runnerOf(action: () => Promise<unknown>): Promise<number> {
  const before = new Set(childrenOf(process.pid));
  await action();
  return childrenOf(process.pid).find((pid) => !before.has(pid)) ?? 0;
}

interface Gateway {
  readonly process: ChildProcess;
  readonly runnerPid: number;
  /** What its programs printed: one process number each, or more. */
  readonly pids: readonly number[];
  readonly callIds: readonly string[];
}

async function startGateway(starter: string, ...scripts: readonly string[]): Promise<Gateway> {
  const child = spawn(process.execPath, [fixtureFile("gateway.ts"), starter, ...scripts.map(fixtureFile)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const pids: number[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === "running") break;
    pids.push(...pidsIn(line));
  }
  const pid = child.pid ?? 0;
  const [runnerPid = 0] = childrenOf(pid);
  return { process: child, runnerPid, pids, callIds: scripts.map((_, index) => `gateway-${pid}-${index}`) };
}

describe.each(STARTERS)("started by $name:", ({ name, options }) => {
  describe.skipIf(!linux)("the runner is killed in the middle of calls", () => {
    it("all of them end as lost with their trees, and the next call works", async () => {
      const runner = createProcessRunner({ killGraceMs: 300, ...options });
      const runnerPid = await runnerOf(() => runner.warm());
      let output = "";
      const events = { onChunk: (_: string, bytes: Uint8Array) => void (output += Buffer.from(bytes).toString()) };
      const scripts = ["echo $$; sleep 300", "echo $$; setsid env -i sleep 300 & echo $!; wait"];
      const calls = scripts.map((script) => runner.run(toRequest(toShell(script), { stream: true }), events));
      await until(() => pidsIn(output).length === 3);
      process.kill(runnerPid, "SIGKILL");
      const results = await Promise.all(calls);
      expect(results.map((result) => result.end)).toEqual([{ kind: "runner-lost" }, { kind: "runner-lost" }]);
      expect(results.map((result) => result.leftoverProcesses)).toEqual([2, 2]);
      expect(pidsIn(output).filter(isAlive)).toEqual([]);
      expect(results.map((result) => result.stdoutBytes)).toEqual(results.map((result) => result.stdout.length));
      expect((await runner.run(toRequest(["/bin/true"]))).end).toEqual({ kind: "exited", exitCode: 0 });
      await runner.close();
    });

    it("also when no call had been reported as started", async () => {
      const runner = createProcessRunner(options);
      const runnerPid = await runnerOf(() => runner.warm());
      const requests = Array.from({ length: 20 }, () => toRequest(["/bin/sleep", "300"]));
      const calls = requests.map((request) => runner.run(request));
      await until(() => childrenOf(runnerPid).length > 3);
      const pids = childrenOf(runnerPid);
      process.kill(runnerPid, "SIGKILL");
      const results = await Promise.all(calls);
      expect(new Set(results.map((result) => result.end.kind))).toEqual(new Set(["runner-lost"]));
      expect(pids.filter(isAlive)).toEqual([]);
      expect(await killMarked(requests.map((request) => request.callId))).toBe(0);
      await runner.close();
    });

    it("by its own child: the child does not live on", async () => {
      const runner = createProcessRunner(options);
      const result = await runner.run(toRequest(toShell("kill -KILL $PPID; sleep 300")));
      expect(result.end).toEqual({ kind: "runner-lost" });
      expect(stdoutOf(await runner.run(toRequest(["/bin/echo", "next"])))).toBe("next\n");
      await runner.close();
    });

    it("while polite signals do not end it", async () => {
      const runner = createProcessRunner(options);
      const result = await runner.run(
        toRequest(toShell("kill -TERM $PPID; kill -INT $PPID; kill -HUP $PPID; echo on")),
      );
      expect(result.end).toEqual({ kind: "exited", exitCode: 0 });
      await runner.close();
    });
  });

  describe.skipIf(!linux)("the gateway is killed in the middle of calls", () => {
    it.each(["SIGKILL", "SIGTERM"] as const)("by %s: the runner and every tree end", async (signal) => {
      const gateway = await startGateway(name, "ignore-term.sh", "double-fork.sh", "hold-stdout.sh");
      gateway.process.kill(signal);
      await until(() => !isAlive(gateway.runnerPid));
      expect(gateway.pids.filter(isAlive)).toEqual([]);
      expect(await killMarked(gateway.callIds)).toBe(0);
    });

    it("and its runner too: the trees are found by their marker", async () => {
      const gateway = await startGateway(name, "ignore-term.sh");
      process.kill(gateway.runnerPid, "SIGSTOP");
      gateway.process.kill("SIGKILL");
      process.kill(gateway.runnerPid, "SIGKILL");
      await until(() => !isAlive(gateway.runnerPid));
      expect(gateway.pids.some(isAlive)).toBe(true);
      expect(await killMarked(["some-other-call"])).toBe(0);
      expect(await killMarked(gateway.callIds)).toBeGreaterThanOrEqual(gateway.pids.length);
      expect(gateway.pids.filter(isAlive)).toEqual([]);
    });
  });

  describe.skipIf(!linux)("an idle runner", () => {
    it("does not keep its gateway alive, goes with it, and hands on no descriptor of whoever started the gateway", async () => {
      const inherited = openSync("/etc/hostname", "r");
      // A number far from the others: Node.js itself closes only the low ones.
      const gap = Array.from({ length: 37 }, () => "ignore" as const);
      const child = spawn(process.execPath, [fixtureFile("idle-gateway.ts"), name], {
        stdio: ["ignore", "pipe", "inherit", ...gap, inherited],
      });
      closeSync(inherited);
      let output = "";
      child.stdout?.on("data", (bytes: Buffer) => (output += bytes.toString()));
      expect(await new Promise((resolve) => child.once("close", resolve))).toBe(0);
      const [runnerPid = 0, ...descriptors] = pidsIn(output);
      // The last one is the listing itself.
      expect(descriptors).toEqual([0, 1, 2, 3]);
      expect(runnerPid).toBeGreaterThan(1);
      await until(() => !isAlive(runnerPid));
    });
  });

  describe("a runner that cannot start", () => {
    it("fails the call and not the gateway", async () => {
      const runner = createProcessRunner(options);
      const { execPath } = process;
      process.execPath = "/nowhere/node";
      const failed = runner.run(toRequest(["/bin/true"]));
      process.execPath = execPath;
      expect((await failed).end).toMatchObject({ kind: "spawn-failed", errno: "ENOENT" });
      expect((await runner.run(toRequest(["/bin/true"]))).end).toEqual({ kind: "exited", exitCode: 0 });
      await runner.close();
    });
  });
});
