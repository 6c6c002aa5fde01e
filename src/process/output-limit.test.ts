import { afterAll, describe, expect, it } from "vitest";
import { createProcessRunner } from "./create-process-runner.ts";
import { STARTERS, isAlive, pidsIn, stdoutOf, toRequest, toShell } from "./run.fixture.ts";

describe.each(STARTERS)("the limit of all output, started by $name:", ({ options }) => {
  const runner = createProcessRunner({ killGraceMs: 300, ...options });
  afterAll(() => runner.close());
  const overLimit = { kind: "output-limit" };

  it.each([
    ["standard output", "echo $$; yes"],
    ["standard error, while the other is silent", "echo $$; yes >&2"],
    ["both together", "echo $$; yes >&2 & yes"],
  ])("ends what writes without end: %s", async (_name, script) => {
    const limits = { maxTotalBytes: 500_000, maxStdoutBytes: 1000, maxStderrBytes: 1000 };
    const result = await runner.run(toRequest(toShell(script), limits));
    expect(result.end).toEqual(overLimit);
    expect(result.stdoutBytes + result.stderrBytes).toBeGreaterThan(500_000);
    expect(Math.max(result.stdout.length, result.stderr.length)).toBe(1000);
    expect(pidsIn(stdoutOf(result)).map(isAlive)).toEqual([false]);
  });

  it("ends what ignores TERM and writes on", async () => {
    const script = "trap '' TERM; echo $$; while :; do head -c 100000 /dev/zero; done";
    const result = await runner.run(toRequest(toShell(script), { maxTotalBytes: 1_000_000, maxStdoutBytes: 20 }));
    expect(result.end).toEqual(overLimit);
    expect(pidsIn(stdoutOf(result)).map(isAlive)).toEqual([false]);
  });

  it.each([
    [5, overLimit],
    [6, { kind: "exited", exitCode: 0 }],
    [Number.POSITIVE_INFINITY, { kind: "exited", exitCode: 0 }],
    [undefined, { kind: "exited", exitCode: 0 }],
  ])("of %s bytes is found also when the program has ended: it wrote 6", async (maxTotalBytes, end) => {
    const result = await runner.run(toRequest(toShell("printf abc; printf def >&2"), { maxTotalBytes }));
    expect([result.end, stdoutOf(result), Buffer.from(result.stderr).toString()]).toEqual([end, "abc", "def"]);
  });

  it.each([0, -1, Number.NaN])("of %d bytes lets nothing be written", async (maxTotalBytes) => {
    expect((await runner.run(toRequest(["/bin/echo", "a"], { maxTotalBytes }))).end).toEqual(overLimit);
    const silent = await runner.run(toRequest(["/bin/true"], { maxTotalBytes }));
    expect(silent.end).toEqual({ kind: "exited", exitCode: 0 });
  });

  it("holds also for streamed output, which is handed on up to the caps", async () => {
    let streamed = 0;
    const onChunk = (_stream: string, bytes: Uint8Array): void => void (streamed += bytes.length);
    const request = toRequest(["/usr/bin/yes"], { stream: true, maxTotalBytes: 300_000, maxStdoutBytes: 100_000 });
    expect((await runner.run(request, { onChunk })).end).toEqual(overLimit);
    expect(streamed).toBe(100_000);
  });
});
