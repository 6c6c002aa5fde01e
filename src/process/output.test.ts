import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { createProcessRunner } from "./create-process-runner.ts";
import { STARTERS, childrenOf, fixtureFile, stdoutOf, toRequest, toShell } from "./run.fixture.ts";

const block = Buffer.from(Array.from({ length: 65521 }, (_, index) => (index * 31 + 7) % 256));

function floodHash(bytes: number): string {
  const hash = createHash("sha256");
  for (let left = bytes; left > 0; left -= block.length) hash.update(block.subarray(0, Math.min(left, block.length)));
  return hash.digest("hex");
}

function toFlood(bytes: number): readonly string[] {
  return [process.execPath, fixtureFile("flood.js"), String(bytes)];
}

describe.each(STARTERS)("started by $name:", ({ options }) => {
  const runner = createProcessRunner({ killGraceMs: 300, ...options });
  afterAll(() => runner.close());

  describe("a flood", () => {
    it("is read and hashed to its last byte while only the cap is kept", async () => {
      const bytes = 50_000_000;
      const before = new Set(childrenOf(process.pid));
      const own = createProcessRunner(options);
      await own.warm();
      const [runnerPid = 0] = childrenOf(process.pid).filter((pid) => !before.has(pid));
      const result = await own.run(toRequest(toFlood(bytes), { maxStdoutBytes: 1000 }));
      expect(result).toMatchObject({ stdoutBytes: bytes, stdoutHash: floodHash(bytes), end: { exitCode: 0 } });
      expect(result.stdout).toEqual(block.subarray(0, 1000));
      if (process.platform === "linux") {
        const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${runnerPid}/status`, "utf8"))?.[1];
        expect(Number(peak)).toBeLessThan(200_000);
      }
      await own.close();
    });

    it("arrives whole when the cap allows, without and with streaming", async () => {
      for (const stream of [false, true]) {
        let streamed = 0;
        const onChunk = (_stream: string, bytes: Uint8Array): void => void (streamed += bytes.length);
        const request = toRequest(toFlood(9_000_000), { maxStdoutBytes: 10_000_000, stream });
        const result = await runner.run(request, { onChunk });
        expect(createHash("sha256").update(result.stdout).digest("hex")).toBe(floodHash(9_000_000));
        expect(streamed).toBe(stream ? 9_000_000 : 0);
      }
    });

    it("does not hold up the end of a call that is cancelled in the middle", async () => {
      const abort = new AbortController();
      const request = toRequest(["/usr/bin/yes"], { stream: true });
      const result = await runner.run(request, { onChunk: () => abort.abort() }, abort.signal);
      expect(result.end).toEqual({ kind: "cancelled" });
    });

    it("of both streams at once does not block", async () => {
      const result = await runner.run(
        toRequest(toShell("head -c 3000000 /dev/zero >&2 & head -c 3000000 /dev/zero; wait")),
      );
      expect(result).toMatchObject({ stdoutBytes: 3_000_000, stderrBytes: 3_000_000, leftoverProcesses: 0 });
      expect([result.stdout.length, result.stderr.length]).toEqual([1_000_000, 1_000_000]);
    });
  });

  describe("the cap", () => {
    it.each([
      [0, ""],
      [-5, ""],
      [3, "abc"],
      [6, "abcdef"],
      [7, "abcdef"],
      [Number.POSITIVE_INFINITY, "abcdef"],
    ])("of %d bytes", async (cap, kept) => {
      const result = await runner.run(toRequest(toShell("printf abcdef; printf xy >&2"), { maxStdoutBytes: cap }));
      expect(stdoutOf(result)).toBe(kept);
      expect(result).toMatchObject({
        stdoutBytes: 6,
        stderrBytes: 2,
        stdoutHash: createHash("sha256").update("abcdef").digest("hex"),
      });
      expect(Buffer.from(result.stderr).toString()).toBe("xy");
    });
  });

  describe("streaming", () => {
    it("hands on chunks while the program runs, start first, and only below the cap", async () => {
      const seen: string[] = [];
      const request = toRequest(toShell("echo one; sleep 0.2; echo two >&2; sleep 0.2; echo three"), {
        stream: true,
        maxStdoutBytes: 6,
      });
      const result = await runner.run(request, {
        onStarted: (pid) => seen.push(`pid ${pid}`),
        onChunk: (stream, bytes) => seen.push(`${stream} ${Buffer.from(bytes).toString()}`),
      });
      expect(seen).toEqual([`pid ${result.pid}`, "stdout one\n", "stderr two\n", "stdout th"]);
      expect(stdoutOf(result)).toBe("one\nth");
    });

    it("says the start also of a program that was over at once", async () => {
      const seen: number[] = [];
      const result = await runner.run(toRequest(["/bin/true"]), { onStarted: (pid) => seen.push(pid) });
      expect(seen).toEqual([result.pid]);
    });
  });
});
