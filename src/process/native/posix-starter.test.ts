import { spawn } from "node:child_process";
import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { createProcessRunner } from "../create-process-runner.ts";
import { frameDecoder, toFrameBytes } from "../frame-codec.ts";
import type { Frame } from "../frame-codec.ts";
import { MESSAGE, parseReady } from "../messages.ts";
import { stdoutOf, toRequest, toShell } from "../run.fixture.ts";
import { loadLibc } from "./libc.ts";
import { posixSpawn } from "./posix-spawn.ts";
import { decodeStatus } from "./reaper.ts";

const linux = process.platform === "linux";
const folder = mkdtempSync(join(tmpdir(), "toolgate-starter-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe.skipIf(!linux)("what only the direct way can do", () => {
  const runner = createProcessRunner({ killGraceMs: 300 });
  afterAll(() => runner.close());

  it("is to refuse a script without a first line that names its interpreter: no shell is tried", async () => {
    const script = join(folder, "no-first-line");
    writeFileSync(script, "echo run by a shell\n");
    chmodSync(script, 0o755);
    const result = await runner.run(toRequest([script]));
    expect(result).toMatchObject({ end: { kind: "spawn-failed", errno: "ENOEXEC" }, pid: null, stdoutBytes: 0 });
  });

  it("is to tell a death by a signal without a name from success", async () => {
    const result = await runner.run(toRequest(toShell("kill -40 $$")));
    expect(result.end).toEqual({ kind: "signalled", signal: "signal 40" });
  });

  it("is to have no memory written to a file when a program crashes", async () => {
    const result = await runner.run(toRequest(toShell("ulimit -Hc; ulimit -c")));
    expect(stdoutOf(result)).toBe("0\n0\n");
  });

  it("is to let a program open its output by name", async () => {
    const result = await runner.run(toRequest(toShell("echo out > /dev/stdout; echo err > /dev/stderr")));
    expect([stdoutOf(result), Buffer.from(result.stderr).toString()]).toEqual(["out\n", "err\n"]);
  });
});

describe.skipIf(!linux)("a start", () => {
  const order = {
    argv: ["/bin/true"],
    envp: [],
    cwd: "/",
    stdin: null,
    stdout: 1,
    stderr: 2,
    reports: null,
    places: [],
  };

  it.each([
    ["an argument", { argv: ["/bin/true", "a\0b"] }],
    ["the program", { argv: ["/bin/true\0"] }],
    ["the environment", { envp: ["A=\0"] }],
    ["the working folder", { cwd: "/\0" }],
  ])("is refused for a NUL byte in %s, also when nobody looked before", async (_name, changes) => {
    const start = posixSpawn(await loadLibc());
    expect(() => start({ ...order, ...changes })).toThrow(expect.objectContaining({ code: "EINVAL" }));
  });

  it.each([
    ["without a program", { argv: [] }, {}],
    ["with an input that is not open", { stdin: 1_000_000 }, { code: "EBADF" }],
    ["with a pipe that is not open", { stdout: 1_000_000 }, { code: "EBADF" }],
    ["with reports to what is not open", { reports: 1_000_000 }, { code: "EBADF" }],
    ["in a folder that is none", { cwd: "/etc/passwd" }, { code: "ENOTDIR" }],
  ])("%s is refused", async (_name, changes, error) => {
    const start = posixSpawn(await loadLibc());
    expect(() => start({ ...order, ...changes })).toThrow(expect.objectContaining(error));
  });
});

describe("a status", () => {
  it.each([
    [0, [0, null]],
    [0xff00, [255, null]],
    [9, [null, "SIGKILL"]],
    [6, [null, "SIGABRT"]],
    [0x80 | 11, [null, "SIGSEGV"]],
    [29, [null, "SIGIO"]],
    [64, [null, "signal 64"]],
  ])("%i is read", (status, end) => {
    expect(decodeStatus(status)).toEqual(end);
  });
});

describe("a runner without the foreign-function library", () => {
  it("forks, and says so", async () => {
    cpSync(fileURLToPath(new URL("..", import.meta.url)), join(folder, "process"), { recursive: true });
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    const child = spawn(process.execPath, [join(folder, "process/runner/runner-main.ts"), "300"], {
      stdio: ["ignore", "ignore", "inherit", "pipe"],
    });
    const socket = child.stdio[3] as Socket;
    const frames: Frame[] = [];
    const ended = new Promise<void>((resolve) => {
      const decode = frameDecoder((frame) => {
        frames.push(frame);
        if (frame.type === MESSAGE.ended) resolve();
      });
      socket.on("data", decode);
    });
    socket.write(toFrameBytes(MESSAGE.run, { ...toRequest(["/bin/true"]), id: 1 }));
    await ended;
    expect(parseReady(frames[0]?.header)).toBe("fork");
    expect(frames.at(-1)?.header).toMatchObject({ end: { kind: "exited", exitCode: 0 } });
    const gone = new Promise((resolve) => child.once("exit", resolve));
    socket.end();
    expect(await gone).toBe(0);
  });
});
