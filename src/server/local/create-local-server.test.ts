import { lstatSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { block } from "../../hooks/block.ts";
import type { HookReply } from "../../hooks/hook-agent.ts";
import { MAX_EVENT_BYTES } from "../../hooks/parse-event.ts";
import { createTestWorkspace, until } from "../../../test/support/workspace.ts";
import type { TestWorkspace } from "../../../test/support/workspace.ts";
import { createLocalServer } from "./create-local-server.ts";
import { toSocketPath } from "./socket-path.ts";

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

function workspace(config = ""): TestWorkspace {
  const made = createTestWorkspace({ config });
  ends.push(() => made.remove());
  return made;
}

async function serve(place: TestWorkspace, retryMs?: number): Promise<Awaited<ReturnType<typeof createLocalServer>>> {
  const { runtime } = await place.open();
  const server = await createLocalServer(runtime, retryMs === undefined ? {} : { retryMs });
  ends.push(() => server.close());
  return server;
}

/** Sends bytes and gives what came back; `""` when the gateway hung up. `ends`: says that no more will come. */
function send(socketPath: string, bytes: string, ends = false): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    const socket = connect({ path: socketPath, allowHalfOpen: true }, () => {
      socket.write(bytes);
      if (ends) socket.end();
    });
    socket.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    socket.on("error", () => resolve(text)).on("end", () => socket.destroy());
    socket.on("close", () => resolve(text));
  });
}

function question(event: string, extra: object = {}): string {
  const head = {
    agent: "claude-code",
    approvals: false,
    folder: "/",
    timeLimitMs: 5000,
    bytes: Buffer.byteLength(event),
  };
  return `${JSON.stringify({ ...head, ...extra })}\n${event}`;
}

const bash = (command: string, cwd: string): string =>
  JSON.stringify({ hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command }, cwd });

describe("the socket", () => {
  it("is this user's alone, and goes with the gateway", async () => {
    const place = workspace();
    const server = await serve(place);
    expect(server.path).toBe(toSocketPath(place.dataFolder, place.folder));
    expect(lstatSync(server.path!).mode & 0o777).toBe(0o600);
    const path = server.path!;
    await server.close();
    expect(lstatSync(path, { throwIfNoEntry: false })).toBeUndefined();
  });

  it("is one for each workspace, and none where its path would be too long", () => {
    expect(toSocketPath("/data", "/one")).not.toBe(toSocketPath("/data", "/two"));
    expect(toSocketPath(`/${"d".repeat(100)}`, "/one")).toBeNull();
  });

  it("takes the place of what answers nobody: a left-over socket, a plain file", async () => {
    const place = workspace();
    const path = toSocketPath(place.dataFolder, place.folder)!;
    await (await place.open()).close();
    writeFileSync(path, "");
    const first = await serve(place);
    expect(first.path).toBe(path);
    await first.close();
    const dead = createServer().listen(path);
    await new Promise((resolve) => dead.once("listening", resolve));
    dead.close();
    expect((await serve(place)).path).toBe(path);
  });

  it("stays with the gateway that has it, and goes to another when that is gone", async () => {
    const place = workspace();
    const first = await serve(place, 20);
    const second = await serve(place, 20);
    expect([first.path === null, second.path === null]).toEqual([false, true]);
    await first.close();
    expect(await until(() => second.path, "the second gateway to listen")).toBe(second.path);
  });

  it("is left alone by a gateway that lost it to a later one", async () => {
    const place = workspace();
    const first = await serve(place);
    const path = first.path!;
    rmSync(path);
    const later = await serve(place);
    await first.close();
    expect(lstatSync(path).isSocket()).toBe(true);
    expect(later.path).toBe(path);
  });
});

describe("questions", () => {
  it.each([
    ["no head at all", "\n", "cannot be read"],
    ["a head that is no JSON", "{\n", "cannot be read"],
    ["a head that is null", "null\n", "cannot be read"],
    ["a head without an end", "x".repeat(9000), "cannot be read"],
    ["another request", "GET / HTTP/1.1\r\n\r\n", "cannot be read"],
    ["a relative folder", question("{}", { folder: "x" }), "cannot be read"],
    ["a length that is no number", question("{}", { bytes: "2" }), "cannot be read"],
    ["a length beyond the limit", question("{}", { bytes: MAX_EVENT_BYTES + 1 }), "cannot be read"],
    ["a time limit of a year", question("{}", { timeLimitMs: 3e10 }), "cannot be read"],
    ["less than it says", question("{}", { bytes: 3 }), "shorter than it says"],
    ["more than it says", question("{}", { bytes: 1 }), "longer than it says"],
    ["an unknown agent", question("{}", { agent: "nobody" }), "no agent named"],
    ["a member of every object for an agent", question("{}", { agent: "constructor" }), "no agent named"],
    ["an event that is no JSON", question("{"), "not one JSON document"],
    ["an event of another kind", question("{}"), "expected the event PreToolUse"],
  ])("%s: stops the agent's call", async (_what, bytes, why) => {
    const { path } = await serve(workspace());
    const reply = JSON.parse(await send(path!, bytes, why.startsWith("shorter"))) as HookReply;
    expect(reply).toEqual({ ...block(""), stderr: expect.stringContaining(why) as string });
  });

  it("goes on answering while others send nothing, and turns away more than it can hold", async () => {
    const place = workspace();
    const { path } = await serve(place);
    const idle = Array.from({ length: 40 }, () => connect(path!));
    await Promise.all(idle.map((socket) => new Promise((resolve) => socket.once("connect", resolve))));
    expect(await send(path!, question(bash("ls", place.folder)))).toContain("permissionDecision");
    const flood = Array.from({ length: 260 }, () => connect(path!).on("error", () => undefined));
    const dropped = flood.map((socket) => new Promise((resolve) => socket.once("close", resolve)));
    await Promise.race(dropped);
    for (const socket of [...idle, ...flood]) socket.destroy();
    const answered = await until(
      async () => (await send(path!, question(bash("ls", place.folder)))) || null,
      "an answer",
    );
    expect(answered).toContain("permissionDecision");
  });

  it("ends the call of an agent that went away", async () => {
    const place = workspace();
    const { path } = await serve(place);
    const { runtime } = await place.open();
    const socket = connect(path!);
    socket.write(question(bash("git push", place.folder), { approvals: true, timeLimitMs: 60_000 }));
    await until(async () => (await runtime.control.approvals.listPending()).length === 1, "the question");
    socket.destroy();
    await until(async () => (await runtime.control.approvals.listPending()).length === 0, "its end");
  });
});
