import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { Server, Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { forwardHook } from "./forward-hook.ts";
import type { Forwarded } from "./forward-hook.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

function folder(): string {
  const made = realpathSync(mkdtempSync(path.join(tmpdir(), "toolgate-forward-")));
  ends.push(() => rmSync(made, { recursive: true }));
  chmodSync(made, 0o700);
  return made;
}

async function listen(file: string, onConnection: (socket: Socket) => void): Promise<Server> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    ends.push(() => socket.destroy());
    socket.on("error", () => undefined);
    onConnection(socket);
  }).listen(file);
  await new Promise((resolve) => server.once("listening", resolve));
  chmodSync(file, 0o600);
  ends.push(() => new Promise((resolve) => server.close(resolve)));
  return server;
}

const HEAD = { agent: "claude-code", approvals: false, folder: "/", timeLimitMs: 200 };
const ask = (file: string): Promise<Forwarded> => forwardHook(file, HEAD, new TextEncoder().encode("{}"));
function answer(text: string): (socket: Socket) => void {
  return (socket) => socket.once("data", () => socket.end(text));
}

const YES = '{"stdout":"yes","stderr":"","exitCode":0}\n';

describe("forwardHook", () => {
  it("sends the length and then the event, and gives the answer", async () => {
    const file = path.join(folder(), "gateway.sock");
    let sent = "";
    await listen(file, (socket) => {
      socket.setEncoding("utf8").on("data", (chunk: string) => {
        sent += chunk;
        if (sent.endsWith("{}")) socket.end(YES);
      });
    });
    expect(await ask(file)).toEqual({ kind: "reply", reply: { stdout: "yes", stderr: "", exitCode: 0 } });
    expect(sent).toBe(`${JSON.stringify({ ...HEAD, bytes: 2 })}\n{}`);
  });

  it("says that no gateway runs: nothing there, or a socket that nobody listens on", async () => {
    const file = path.join(folder(), "gateway.sock");
    expect(await ask(file)).toEqual({ kind: "absent" });
    expect(await ask(path.join(file, "nowhere/x.sock"))).toEqual({ kind: "absent" });
    const draft = `${file}.draft`;
    const server = await listen(draft, () => undefined);
    const { renameSync } = await import("node:fs");
    renameSync(draft, file);
    await new Promise((resolve) => server.close(resolve));
    expect(await ask(file)).toEqual({ kind: "absent" });
  });

  it.each<readonly [string, (at: string, file: string) => void]>([
    ["a link, even to a good socket", (at, file) => symlinkSync(path.join(at, "real.sock"), file)],
    ["a plain file", (_at, file) => writeFileSync(file, YES)],
    ["a folder", (_at, file) => mkdirSync(file)],
  ])("does not believe %s", async (_what, plant) => {
    const at = folder();
    const file = path.join(at, "gateway.sock");
    await listen(path.join(at, "real.sock"), answer(YES));
    plant(at, file);
    expect(await ask(file)).toMatchObject({
      kind: "failed",
      message: expect.stringContaining("is no socket") as string,
    });
  });

  it("does not believe a socket that others can use, or that others could have put there", async () => {
    const at = folder();
    const file = path.join(at, "gateway.sock");
    await listen(file, answer(YES));
    chmodSync(file, 0o666);
    expect(await ask(file)).toMatchObject({ kind: "failed" });
    chmodSync(file, 0o600);
    chmodSync(at, 0o777);
    expect(await ask(file)).toMatchObject({ kind: "failed" });
    chmodSync(at, 0o700);
    expect(await ask(file)).toMatchObject({ kind: "reply" });
  });

  it.runIf(process.getuid?.() === 0)("does not believe a socket of another user", async () => {
    const { lchownSync } = await import("node:fs");
    const file = path.join(folder(), "gateway.sock");
    await listen(file, answer(YES));
    lchownSync(file, 65_534, 65_534);
    expect(await ask(file)).toMatchObject({ kind: "failed" });
  });

  it.each([
    ["nothing", ""],
    ["no JSON", "yes\n"],
    ["half an answer", '{"stdout":"yes"'],
    ["another exit status", '{"stdout":"","stderr":"","exitCode":1}'],
    ["no text", '{"stdout":1,"stderr":"","exitCode":0}'],
    ["null", "null"],
  ])("takes %s for a failure", async (_what, text) => {
    const file = path.join(folder(), "gateway.sock");
    await listen(file, answer(text));
    expect(await ask(file)).toMatchObject({ kind: "failed" });
  });

  it("gives up on a gateway that hangs up or never answers", async () => {
    const at = folder();
    await listen(path.join(at, "a.sock"), (socket) => socket.destroy());
    expect(await ask(path.join(at, "a.sock"))).toMatchObject({ kind: "failed" });
    await listen(path.join(at, "b.sock"), () => undefined);
    expect(await ask(path.join(at, "b.sock"))).toMatchObject({ kind: "failed" });
  });
});
