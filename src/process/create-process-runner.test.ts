import { mkdtempSync, writeFileSync, chmodSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
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

const linux = process.platform === "linux";

describe.each(STARTERS)("started by $name:", ({ name, options }) => {
  const runner = createProcessRunner({ killGraceMs: 300, ...options });
  afterAll(() => runner.close());

  describe("the end of a program", () => {
    it.each([
      ["exit 0", { kind: "exited", exitCode: 0 }],
      ["exit 42", { kind: "exited", exitCode: 42 }],
      ["kill -TERM $$", { kind: "signalled", signal: "SIGTERM" }],
      ["kill -KILL $$", { kind: "signalled", signal: "SIGKILL" }],
      ["kill -SEGV $$", { kind: "signalled", signal: "SIGSEGV" }],
    ])("of %j", async (script, end) => {
      const result = await runner.run(toRequest(toShell(script)));
      expect(result).toMatchObject({ end, leftoverProcesses: 0 });
      expect(result.pid).toBeGreaterThan(0);
    });

    it("is found for programs that are over at once, many at a time", async () => {
      for (let round = 0; round < 25; round += 1) {
        const ends = await Promise.all(Array.from({ length: 20 }, () => runner.run(toRequest(["/bin/false"]))));
        expect(new Set(ends.map((result) => JSON.stringify(result.end)))).toEqual(
          new Set([JSON.stringify({ kind: "exited", exitCode: 1 })]),
        );
      }
    });

    it("is reported for both streams, with counts and hashes", async () => {
      const result = await runner.run(toRequest(toShell("printf abc; printf de >&2")));
      expect([stdoutOf(result), Buffer.from(result.stderr).toString()]).toEqual(["abc", "de"]);
      expect(result).toMatchObject({
        stdoutBytes: 3,
        stderrBytes: 2,
        stdoutHash: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
      });
    });
  });

  describe("what confines a program", () => {
    const never = { kind: "spawn-failed", errno: "NEVER_BEGAN" };
    it.each([
      ["said that it had begun", "echo '{ \"exit-code\": 1 }' >&3; exit 1", { kind: "exited", exitCode: 1 }],
      ["said nothing", "exit 1", never],
      ["said that on standard output", "echo '{ \"exit-code\": 1 }'; exit 1", never],
      ["said nothing and was killed", "kill -KILL $$", { kind: "signalled", signal: "SIGKILL" }],
      ["said nothing, and ended well", "exit 0", { kind: "exited", exitCode: 0 }],
      ["wrote without end", "head -c 3000000 /dev/zero >&3; exit 1", never],
    ])("is believed where it %s", async (_name, script, end) => {
      const result = await runner.run(toRequest(toShell(script), { reportsExit: true }));
      expect(result.end).toMatchObject(end);
    });

    it("has descriptor 3 only where it was asked", async () => {
      const { stdout } = await runner.run(toRequest(toShell("(echo x >&3) 2>&1 || echo none")));
      expect(Buffer.from(stdout).toString()).toMatch(/none/);
    });
  });

  describe("a program that cannot start", () => {
    const folder = mkdtempSync(join(tmpdir(), "toolgate-process-"));
    const plain = join(folder, "plain");
    const noInterpreter = join(folder, "no-interpreter");
    writeFileSync(plain, "x");
    writeFileSync(noInterpreter, "#!/nowhere/sh\n");
    chmodSync(noInterpreter, 0o755);

    it.each([
      ["is missing", { argv: ["/nowhere/program"] }, "ENOENT", "/nowhere/program"],
      ["has no interpreter", { argv: [noInterpreter] }, "ENOENT", "interpreter"],
      ["has no working folder", { argv: ["/bin/true"], cwd: "/nowhere" }, "ENOENT", 'working folder "/nowhere"'],
      ["has a file as working folder", { argv: ["/bin/true"], cwd: plain }, "ENOTDIR", "is not a folder"],
      ["may not be executed", { argv: [plain] }, "EACCES", plain],
      ["is a folder", { argv: [folder] }, "EACCES", folder],
      ["has a NUL in an argument", { argv: ["/bin/echo", "a\0b"] }, "EINVAL", "argument 1 holds a NUL"],
      ["has a NUL in its environment", { argv: ["/bin/true"], env: { A: "\0" } }, "EINVAL", '"A"'],
      ["has an equals sign in a name", { argv: ["/bin/true"], env: { "A=B": "" } }, "EINVAL", '"A=B"'],
      ["is to be looked up", { argv: ["true"] }, "EINVAL", "absolute"],
      ["has no name", { argv: [] }, "EINVAL", "absolute"],
      ["has a relative working folder", { argv: ["/bin/true"], cwd: "." }, "EINVAL", "absolute"],
      ["has no time", { argv: ["/bin/true"], timeoutMs: Number.NaN }, "EINVAL", "timeout"],
      ["has an argument too long for the system", { argv: ["/bin/true", "x".repeat(1_000_000)] }, "E2BIG", "larger"],
      ["has an argument too long for the wire", { argv: ["/bin/true", "x".repeat(10_000_000)] }, "E2BIG", "8388608"],
    ])("because it %s", async (_name, { argv, ...changes }, errno, message) => {
      const result = await runner.run(toRequest(argv, changes));
      expect(result).toMatchObject({ end: { kind: "spawn-failed", errno }, pid: null, stdoutBytes: 0 });
      expect(result.end).toMatchObject({ message: expect.stringContaining(message) as string });
    });

    it("does not disturb the next one", async () => {
      expect((await runner.run(toRequest(["/bin/true"]))).end).toEqual({ kind: "exited", exitCode: 0 });
    });
  });

  describe("what a program receives", () => {
    it("is exactly the environment of the request, and the marker", async () => {
      const env = { A: "1", EMPTY: "", __proto__x: "y", LANG: "ü\n=" };
      const request = toRequest(["/usr/bin/env", "-0"], { env: { ...env, TOOLGATE_CALL: "forged" } });
      const entries = stdoutOf(await runner.run(request))
        .split("\0")
        .slice(0, -1);
      expect(entries.toSorted()).toEqual(
        [...Object.entries(env), ["TOOLGATE_CALL", request.callId]].map((pair) => pair.join("=")).toSorted(),
      );
    });

    it("is every argument as given, without a shell", async () => {
      const values = ["$HOME", "`id`", "a b", "", "-n", "*", "'\"\\", "x\ny", "; rm -rf /"];
      const result = await runner.run(toRequest(["/usr/bin/printf", "%s\\0", ...values]));
      expect(stdoutOf(result).split("\0").slice(0, -1)).toEqual(values);
    });

    it("is text that is no valid Unicode with its broken parts replaced", async () => {
      const result = await runner.run(toRequest(["/usr/bin/printf", "%s", "a\ud800b\udc00"]));
      expect(stdoutOf(result)).toBe("a\ufffdb\ufffd");
    });

    it("is a megabyte of arguments", async () => {
      const values = Array.from({ length: 10 }, (_, index) => String(index).repeat(100_000));
      const result = await runner.run(toRequest(["/usr/bin/printf", "%s", ...values], { maxStdoutBytes: 2_000_000 }));
      expect(stdoutOf(result) === values.join("")).toBe(true);
    });

    it.skipIf(!linux)("is every signal at its default and none blocked", async () => {
      const argv = ["/bin/grep", "-E", "^(Sig|Shd)(Pnd|Ign|Blk)", "/proc/self/status"];
      const lines = stdoutOf(await runner.run(toRequest(argv)))
        .trim()
        .split("\n");
      expect(lines).toHaveLength(4);
      for (const line of lines) expect(line).toMatch(/^\w+:\t0+$/);
    });

    it.skipIf(!linux)("is nothing open but the standard descriptors, also while other programs start", async () => {
      const script = "readlink /proc/self/fd/0; ls /proc/self/fd";
      const results = await Promise.all(Array.from({ length: 20 }, () => runner.run(toRequest(toShell(script)))));
      // The last one is the listing itself.
      for (const result of results) expect(stdoutOf(result)).toBe("/dev/null\n0\n1\n2\n3\n");
    });

    it("is the working folder, closed input and a session of its own", async () => {
      const result = await runner.run(
        toRequest(toShell("pwd; cat; cut -d' ' -f5,6 /proc/$$/stat; echo $$"), { cwd: "/usr" }),
      );
      const [folder, groupAndSession, pid] = stdoutOf(result).trim().split("\n");
      expect([folder, groupAndSession, pid]).toEqual(["/usr", `${result.pid} ${result.pid}`, String(result.pid)]);
    });
  });

  describe("many requests at once", () => {
    it("all get their own answer", async () => {
      const results = await Promise.all(
        Array.from({ length: 200 }, (_, index) => runner.run(toRequest(toShell(`echo ${index}; exit ${index % 100}`)))),
      );
      expect(results.map((result) => [stdoutOf(result), result.end])).toEqual(
        results.map((_, index) => [`${index}\n`, { kind: "exited", exitCode: index % 100 }]),
      );
    });
  });

  describe("cancelling", () => {
    it("before the start starts nothing", async () => {
      const result = await runner.run(toRequest(["/bin/true"]), {}, AbortSignal.abort());
      expect(result).toMatchObject({ end: { kind: "cancelled" }, pid: null });
    });

    it("ends the whole tree, also when it ignores TERM", async () => {
      const abort = new AbortController();
      let output = "";
      const onChunk = (_stream: string, bytes: Uint8Array): void => {
        output += Buffer.from(bytes).toString();
        if (pidsIn(output).length === 2) abort.abort();
      };
      const request = toRequest(["/bin/sh", fixtureFile("ignore-term.sh")], { stream: true });
      const result = await runner.run(request, { onChunk }, abort.signal);
      expect(result.end).toEqual({ kind: "cancelled" });
      expect(pidsIn(output).map(isAlive)).toEqual([false, false]);
    });

    it("after the end changes nothing", async () => {
      const abort = new AbortController();
      const result = await runner.run(toRequest(["/bin/true"]), {}, abort.signal);
      abort.abort();
      expect(result.end).toEqual({ kind: "exited", exitCode: 0 });
    });

    it("happens when a listener throws, and its error comes out", async () => {
      let pid = 0;
      const onStarted = (started: number): void => {
        pid = started;
        throw new Error("listener");
      };
      await expect(runner.run(toRequest(["/bin/sleep", "60"]), { onStarted })).rejects.toThrow("listener");
      expect(isAlive(pid)).toBe(false);
    });
  });

  describe("closing", () => {
    it("ends running programs and the runner, and lets nothing start afterwards", async () => {
      const own = createProcessRunner({ killGraceMs: 300, ...options });
      const before = new Set(childrenOf(process.pid));
      await own.warm();
      const runnerPids = childrenOf(process.pid).filter((pid) => !before.has(pid));
      let pid = 0;
      const running = own.run(toRequest(["/bin/sleep", "60"]), { onStarted: (started) => (pid = started) });
      await until(() => pid !== 0);
      await own.close();
      expect(await running).toMatchObject({ end: { kind: "cancelled" } });
      await until(() => runnerPids.every((runnerPid) => !isAlive(runnerPid)));
      expect(isAlive(pid)).toBe(false);
      expect(await own.run(toRequest(["/bin/true"]))).toMatchObject({ end: { kind: "cancelled" }, pid: null });
    });

    it("works when nothing was started, and twice", async () => {
      const own = createProcessRunner(options);
      await own.close();
      await own.close();
      await expect(own.warm()).resolves.toBeUndefined();
    });
  });

  describe("the way to start programs", () => {
    it.skipIf(!linux)("is the one that was asked for", async () => {
      const own = createProcessRunner(options);
      expect(own.starter()).toBeUndefined();
      await own.warm();
      expect(own.starter()).toBe(name);
      await own.close();
      expect(own.starter()).toBeUndefined();
    });
  });
});
