import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import type { Server, Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createProcessRunner } from "../create-process-runner.ts";
import type { ProcessResult } from "../process-runner.ts";
import { stdoutOf, toRequest } from "../run.fixture.ts";
import { toBridgeArguments } from "./to-bridge-arguments.ts";

const runner = createProcessRunner({ killGraceMs: 300 });
const folder = mkdtempSync(path.join(tmpdir(), "toolgate-bridge-"));
const socketFile = path.join(folder, "proxy");
let server: Server;
const open = new Set<Socket>();

beforeAll(async () => {
  // Answers with everything it got, once the other side has said all; hangs up on "break" at once.
  server = createServer({ allowHalfOpen: true }, (socket) => {
    const parts: Buffer[] = [];
    open.add(socket);
    socket.on("data", (bytes: Buffer) => {
      if (bytes.toString().startsWith("break")) socket.destroy();
      parts.push(bytes);
    });
    socket.on("end", () => socket.end(Buffer.concat(parts)));
    socket.on("error", () => undefined);
    socket.on("close", () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(socketFile, resolve));
});
afterAll(async () => {
  await runner.close();
  server.close();
  rmSync(folder, { recursive: true });
});

const run = (argv: readonly string[], changes = {}): Promise<ProcessResult> =>
  runner.run(toRequest(toBridgeArguments(argv, socketFile), changes));

/** A program that connects to the proxy it was told of and prints what comes back. */
const talk = (script: string): readonly string[] => [
  process.execPath,
  "-e",
  `const net = require("node:net"); const port = Number(new URL(process.env.HTTP_PROXY).port);
   const say = (text) => new Promise((resolve) => { let got = ""; const socket = net.connect({ port, host: "127.0.0.1", allowHalfOpen: true });
     socket.setEncoding("utf8").on("data", (part) => got += part).on("close", () => resolve(got)).on("error", () => {}); socket.end(text); });
   (async () => { ${script} })();`,
];

describe("a program behind the bridge", () => {
  it.each([
    ["exit 0", { kind: "exited", exitCode: 0 }],
    ["exit 42", { kind: "exited", exitCode: 42 }],
    ["kill -KILL $$", { kind: "exited", exitCode: 137 }],
    ["kill -TERM $$", { kind: "exited", exitCode: 143 }],
  ])("ends as it does alone: %s", async (script, end) => {
    expect((await run(["/bin/sh", "-c", script])).end).toEqual(end);
  });

  it.each([
    ["/nowhere/program", 127],
    ["/etc/passwd", 126],
  ])("that cannot be started ends as in a shell: %s", async (file, exitCode) => {
    const result = await run([file]);
    expect(result.end).toEqual({ kind: "exited", exitCode });
    expect(Buffer.from(result.stderr).toString()).toContain(`${file}: `);
  });

  it("has its input, its output and its arguments to itself", async () => {
    const values = ["$HOME", "a b", "", "--inspect", "-e", "'\"\n"];
    const result = await run(["/usr/bin/printf", "%s\\0", ...values]);
    expect(stdoutOf(result).split("\0").slice(0, -1)).toEqual(values);
    const read = await run(["/bin/sh", "-c", "cat; echo error >&2"], { stdin: "x".repeat(300_000) });
    expect([read.stdoutBytes, Buffer.from(read.stderr).toString()]).toEqual([300_000, "error\n"]);
  });

  it("finds the proxy in every usual variable, whatever was there before, and no way around it", async () => {
    const env = { PATH: "/usr/bin:/bin", NO_PROXY: "*", no_proxy: "*", https_proxy: "http://elsewhere:1", OWN: "kept" };
    const lines = stdoutOf(await run(["/usr/bin/env"], { env })).split("\n");
    const values = new Map(lines.map((line) => line.split(/=(.*)/s, 2) as [string, string]));
    const proxies = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"].flatMap((name) => [name, name.toLowerCase()]);
    const [proxy = "", ...others] = new Set(proxies.map((name) => values.get(name)));
    expect([proxy, others]).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/), []]);
    expect([values.get("NO_PROXY"), values.get("no_proxy"), values.get("OWN")]).toEqual(["", "", "kept"]);
  });

  it("reaches the proxy, also after it has said all it has to say", async () => {
    expect(stdoutOf(await run(talk('process.stdout.write(await say("hello"));')))).toBe("hello");
    const long = await run(talk('process.stdout.write(String((await say("x".repeat(5e6))).length));'));
    expect(stdoutOf(long)).toBe("5000000");
  });

  it("may have hundreds of connections at once", async () => {
    const script = `const got = await Promise.all(Array.from({ length: 400 }, (_, index) => say("n" + index)));
      process.stdout.write(String(got.every((text, index) => text === "n" + index)));`;
    expect(stdoutOf(await run(talk(script)))).toBe("true");
  });

  it("is told when the proxy hangs up or is gone, and goes on", async () => {
    expect(stdoutOf(await run(talk('process.stdout.write("[" + await say("break") + "]" + await say("on"));')))).toBe(
      "[]on",
    );
    const gone = toBridgeArguments(talk('process.stdout.write("[" + await say("x") + "]");'), path.join(folder, "no"));
    expect(stdoutOf(await runner.run(toRequest(gone)))).toBe("[]");
  });

  it("ends with everything it started, and leaves no connection, when its time is over", async () => {
    const script = 'net.connect(port, "127.0.0.1").on("connect", () => console.log("there"));';
    const result = await run(talk(script), { timeoutMs: 3000 });
    expect([result.end, stdoutOf(result)]).toEqual([{ kind: "timeout" }, "there\n"]);
    await expect.poll(() => open.size).toBe(0);
  });

  it("may put its things in order when it is asked to end", async () => {
    const script = 'trap "echo tidy; exit 0" TERM; echo ready; while :; do sleep 0.05; done';
    const result = await run(["/bin/sh", "-c", script], { timeoutMs: 800 });
    expect([result.end, stdoutOf(result)]).toEqual([{ kind: "timeout" }, "ready\ntidy\n"]);
  });
});
