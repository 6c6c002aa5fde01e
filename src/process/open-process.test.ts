import { afterAll, describe, expect, it } from "vitest";
import { createProcessRunner } from "./create-process-runner.ts";
import type { OpenProcess } from "./process-runner.ts";
import { isAlive, pidsIn, STARTERS, toRequest, toShell, until } from "./run.fixture.ts";

describe.each(STARTERS)("a program that stays, by $name", ({ options }) => {
  const runner = createProcessRunner({ killGraceMs: 100, ...options });
  afterAll(() => runner.close());

  function open(script: string): { readonly program: OpenProcess; readonly text: () => string } {
    const chunks: Uint8Array[] = [];
    const { callId, argv, cwd, env } = toRequest(toShell(script));
    const onChunk = (_: string, bytes: Uint8Array): void => void chunks.push(bytes);
    const program = runner.open({ callId, argv, cwd, env }, { onChunk });
    return { program, text: () => Buffer.concat(chunks).toString() };
  }

  it("takes input while it runs, and answers", async () => {
    const { program, text } = open("while read -r line; do echo got $line; done");
    await program.write(Buffer.from("one\n"));
    await until(() => text() === "got one\n");
    await program.write(Buffer.from("two\n"));
    await until(() => text() === "got one\ngot two\n");
    program.stop();
    expect(await program.ended).toMatchObject({ end: { kind: "cancelled" }, leftoverProcesses: 0 });
    await expect(program.write(Buffer.from("x"))).rejects.toThrow("has ended");
  });

  it("takes more than a frame holds", async () => {
    const { program, text } = open("head -c 9000000 | wc -c");
    await program.write(Buffer.alloc(9_000_000, "a"));
    await program.ended;
    expect(text().trim()).toBe("9000000");
  });

  it("that reads nothing is not written to without end", async () => {
    const { program } = open("sleep 300");
    const first = program.write(Buffer.alloc(20_000_000)).catch(() => undefined);
    await expect(program.write(Buffer.alloc(20_000_000))).rejects.toThrow("does not read");
    program.stop();
    expect(await program.ended).toMatchObject({ end: { kind: "cancelled" } });
    await first;
  });

  it("is dead with what it put into the background when it is stopped, whatever it ignores", async () => {
    const { program, text } = open(
      "trap '' TERM; (setsid sh -c 'trap \"\" TERM; echo $$; sleep 300' &) ; echo $$; sleep 300; sleep 300",
    );
    await until(() => pidsIn(text()).length === 2);
    program.stop();
    await program.ended;
    expect(pidsIn(text()).filter(isAlive)).toEqual([]);
  });

  it("leaves nothing behind when it ends by itself", async () => {
    const { program, text } = open("(setsid sh -c 'echo $$; sleep 300' &); sleep 0.1; exit 3");
    expect(await program.ended).toMatchObject({ end: { kind: "exited", exitCode: 3 } });
    expect(pidsIn(text()).filter(isAlive)).toEqual([]);
  });

  it("is written to and read from without the runner in between where it has pipes", async () => {
    const { program, text } = open("while read -r line; do echo got $line; done");
    await program.write(Buffer.from("one\n"));
    await until(() => text() === "got one\n");
    program.stop();
    // What the runner did not read, it did not count.
    expect((await program.ended).stdoutBytes).toBe(runner.starter() === "posix_spawn" ? 0 : "got one\n".length);
  });

  it("has its last words heard", async () => {
    const { program, text } = open("read -r line; head -c 3000000 /dev/zero | tr '\\0' a; echo; echo last");
    await program.write(Buffer.from("\n"));
    expect(await program.ended).toMatchObject({ end: { kind: "exited", exitCode: 0 } });
    expect([text().length, text().slice(-6)]).toEqual([3_000_006, "\nlast\n"]);
  });

  it("is dead when its listener throws", async () => {
    const { callId, argv, cwd, env } = toRequest(toShell("echo $$; sleep 300"));
    const pids: number[] = [];
    const program = runner.open(
      { callId, argv, cwd, env },
      {
        onChunk: (_, bytes) => {
          pids.push(...pidsIn(Buffer.from(bytes).toString()));
          throw new Error("the listener's own mistake");
        },
      },
    );
    await expect(program.ended).rejects.toThrow("the listener's own mistake");
    expect(pids).toHaveLength(1);
    expect(pids.filter(isAlive)).toEqual([]);
  });

  it("says why it could not be started", async () => {
    const request = toRequest(["/nowhere/program"]);
    const program = runner.open(request, {});
    expect(await program.ended).toMatchObject({ end: { kind: "spawn-failed", errno: "ENOENT" } });
  });
});
