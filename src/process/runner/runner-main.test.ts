import { spawn } from "node:child_process";
import type { Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { toFrameBytes } from "../frame-codec.ts";
import { MESSAGE } from "../messages.ts";
import { STARTERS, isAlive, toRequest, until } from "../run.fixture.ts";
import { killMarked } from "../tree/kill-tree.ts";

const RUNNER_FILE = fileURLToPath(new URL("./runner-main.ts", import.meta.url));

describe.each(STARTERS)("bytes that no gateway sends to a runner with $name", ({ name }) => {
  const order = { ...toRequest(["/bin/sleep", "300"]), id: 1 };

  it.each([
    ["no frame", Buffer.from("GET / HTTP/1.1\r\nHost: x\r\n\r\n")],
    ["an unknown type", toFrameBytes(99, {})],
    ["a cancel without a number", toFrameBytes(MESSAGE.cancel, { id: "1" })],
    ["a header that is no object", toFrameBytes(MESSAGE.cancel, [])],
    ["a program that is no list", toFrameBytes(MESSAGE.run, { ...order, argv: "/bin/sleep" })],
    ["an argument that is no text", toFrameBytes(MESSAGE.run, { ...order, argv: ["/bin/sleep", 5] })],
    ["an environment of numbers", toFrameBytes(MESSAGE.run, { ...order, env: { A: 1 } })],
    ["no time limit", toFrameBytes(MESSAGE.run, { ...order, timeoutMs: null })],
    ["a limit of all output that is no number", toFrameBytes(MESSAGE.run, { ...order, maxTotalBytes: "1" })],
    ["input in the header", toFrameBytes(MESSAGE.run, { ...order, stdin: "text" })],
    ["streaming that is neither true nor false", toFrameBytes(MESSAGE.run, { ...order, stream: 1 })],
  ])("end the runner and what it runs: %s", async (_name, bytes) => {
    const running = { ...toRequest(["/bin/sleep", "300"]), id: 7 };
    const child = spawn(process.execPath, [RUNNER_FILE, "300", name], {
      stdio: ["ignore", "ignore", "inherit", "pipe"],
    });
    const gone = new Promise((resolve) => child.once("exit", resolve));
    const socket = child.stdio[3] as Socket;
    socket.on("error", () => undefined).resume();
    socket.write(toFrameBytes(MESSAGE.run, running));
    await new Promise((resolve) => socket.once("data", resolve));
    socket.write(bytes);
    expect(await gone).toBe(0);
    await until(() => !isAlive(child.pid ?? 0));
    expect(await killMarked([running.callId, order.callId])).toBe(0);
  });
});
