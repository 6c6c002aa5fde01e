import { createHash } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { createProcessRunner } from "./create-process-runner.ts";
import { STARTERS, isAlive, pidsIn, stdoutOf, toRequest, toShell } from "./run.fixture.ts";

const MEGABYTE = 1024 * 1024;

describe.each(STARTERS)("input, started by $name:", ({ options }) => {
  const runner = createProcessRunner({ killGraceMs: 300, ...options });
  afterAll(() => runner.close());

  it.each([
    ["nothing", undefined, ""],
    ["an empty text", "", ""],
    ["a line", "one\n", "one\n"],
    ["text with quotes, NUL and other alphabets", 'a"\\\0b\u001bé☃𝄞', 'a"\\\0b\u001bé☃𝄞'],
    ["text that is no valid Unicode, with its broken parts replaced", "a\ud800b", "a\ufffdb"],
  ])("is %s", async (_name, stdin, seen) => {
    const result = await runner.run(toRequest(["/bin/cat"], { stdin }));
    expect([stdoutOf(result), result.end]).toEqual([seen, { kind: "exited", exitCode: 0 }]);
  });

  it("is many megabytes, each call its own", async () => {
    const texts = ["a", "é", "\n", '"'].map((letter) => letter.repeat((7 * MEGABYTE) / Buffer.byteLength(letter)));
    const results = await Promise.all(texts.map((stdin) => runner.run(toRequest(["/bin/cat"], { stdin }))));
    expect(results.map((result) => result.stdoutHash)).toEqual(
      texts.map((text) => createHash("sha256").update(text).digest("hex")),
    );
  });

  it("beyond what a request may hold starts nothing", async () => {
    const result = await runner.run(toRequest(["/bin/cat"], { stdin: "x".repeat(8 * MEGABYTE) }));
    expect(result).toMatchObject({ end: { kind: "spawn-failed", errno: "E2BIG" }, pid: null });
    expect(result.end).toMatchObject({ message: expect.stringContaining("input") as string });
  });

  it("of a program that could not be started is dropped", async () => {
    const result = await runner.run(toRequest(["/nowhere/cat"], { stdin: "x".repeat(MEGABYTE) }));
    expect(result.end).toMatchObject({ kind: "spawn-failed", errno: "ENOENT" });
  });

  it.each([
    ["never reads", "exit 3", 3],
    ["closes its input at once and goes on", "exec 0<&-; sleep 0.2; exit 4", 4],
    ["reads a little and ends", "head -c 5 >/dev/null; exit 5", 5],
    ["hands its input to a child that does not read, and ends", "sleep 300 <&0 & exit 6", 6],
  ])("a program that %s is no trouble", async (_name, script, exitCode) => {
    const result = await runner.run(toRequest(toShell(script), { stdin: "x".repeat(5 * MEGABYTE) }));
    expect(result.end).toEqual({ kind: "exited", exitCode });
    expect((await runner.run(toRequest(["/bin/cat"], { stdin: "next" }))).stdoutBytes).toBe(4);
  });

  it("that nobody reads does not outlast the time limit", async () => {
    const stdin = "x".repeat(5 * MEGABYTE);
    const result = await runner.run(toRequest(toShell("echo $$; sleep 300"), { stdin, timeoutMs: 300 }));
    expect(result.end).toEqual({ kind: "timeout" });
    expect(pidsIn(stdoutOf(result)).map(isAlive)).toEqual([false]);
  });

  it("that a program reads while it writes does not lock it up", async () => {
    const stdin = "012345678\n".repeat(200_000);
    const result = await runner.run(toRequest(["/usr/bin/awk", '{ print; print > "/dev/stderr" }'], { stdin }));
    expect(result).toMatchObject({ stdoutBytes: 2_000_000, stderrBytes: 2_000_000, end: { exitCode: 0 } });
  });
});
