import { afterAll, describe, expect, it } from "vitest";
import { isAlive, pidsIn } from "../../process/run.fixture.ts";
import {
  createHeldClock,
  createUpstreamWorld,
  stdioServer,
  toServer,
  until,
  upstreamFixture,
} from "./upstream.fixture.ts";
import type { OpenUpstream } from "./upstream.fixture.ts";
import type { UpstreamParts } from "./upstream-parts.ts";
import { renderFailure } from "../render-failure.ts";
import { UpstreamError } from "../upstream.ts";

const world = createUpstreamWorld();
afterAll(() => world.close());

function open(mode: string, changes: Partial<UpstreamParts> = {}): OpenUpstream {
  return world.open(stdioServer("hostile-stdio.mjs", { args: [upstreamFixture("hostile-stdio.mjs"), mode] }), changes);
}

describe("a program that cannot be connected to", () => {
  it.each([
    ["endless", "more than 64 pages"],
    ["circle", "lead in a circle"],
    ["many", "more than 5000 tools"],
    ["no-list", "list of tools is none"],
    ["deep", "list of tools is nested too deeply to be read"],
  ])("%s", async (mode, reason) => {
    const up = open(mode, { clock: createHeldClock() });
    await expect(up.connect()).rejects.toThrow(reason);
    expect(up.connection.state).toMatchObject({ kind: "waiting", attempt: 1 });
    expect(up.listings).toEqual([]);
    expect((await up.call("t")).end.kind).toBe("unavailable");
  });

  it.each(["mute", "hangs"])("is given up when the gateway closes: %s", async (mode) => {
    const up = open(mode, { probeMs: 50 });
    const connecting = up.connect().catch(String);
    await until(() => up.states.length > 0);
    await up.connection.close();
    expect(await connecting).toContain("closed");
  });

  it("is ended after its time: hangs", async () => {
    const clock = createHeldClock();
    const up = open("hangs", { clock });
    const connecting = up.connect().catch(String);
    await until(() => clock.waiting().length > 0);
    clock.pass(120_000);
    expect(await connecting).toContain("did not greet");
  });

  it("writes without end", async () => {
    const script = "yes x | tr -d '\\n'";
    const up = world.open(toServer({ target: "/bin/sh", args: ["-c", script] }), { clock: createHeldClock() });
    await expect(up.connect()).rejects.toThrow("without the end of a message");
  });

  it("does not exist", async () => {
    const nowhere = world.open(toServer({ target: "/nowhere/program" }), { clock: createHeldClock() });
    await expect(nowhere.connect()).rejects.toThrow(/ENOENT/);
    const named = world.open(toServer({ target: "program" }), { clock: createHeldClock() });
    await expect(named.connect()).rejects.toThrow('its program "program" was not found');
  });

  it("says why it ended, without secrets and controls", async () => {
    const script = "process.stderr.write('no token=abc \\u001b[31mred'); process.exit(4)";
    const up = world.open(toServer({ args: ["-e", script] }), { clock: createHeldClock() });
    const error: unknown = await up.connect().catch((thrown: unknown) => thrown);
    if (!(error instanceof UpstreamError)) throw new Error("it was connected to");
    expect(error.message).toBe("its program ended with exit code 4");
    expect(renderFailure(error)).toContain("exit code 4; it said: no [REDACTED] \\u001b[31mred");
  });
});

describe("a program that misbehaves and can be used all the same", () => {
  it.each(["noisy", "exits-at-news", "odd-at-news", "twice", "batch", "no-ping", "samples", "notifications", "fine"])(
    "%s",
    async (mode) => {
      const clock = createHeldClock();
      const up = open(mode, { clock });
      await up.connect();
      expect(up.names()).toEqual(['"t"']);
      for (let round = 0; round < 2; round += 1) {
        expect((await up.call("t")).end).toMatchObject({ kind: "answered", content: [{ text: "ok" }] });
      }
      expect(up.listings).toHaveLength(1);
    },
  );

  it("lists bad tools beside good ones: each is looked at later", async () => {
    const up = open("bad-tools");
    await up.connect();
    expect(up.listings[0]?.tools).toHaveLength(5);
    expect(up.listings[0]?.tools[3]).toEqual({ name: 3, inputSchema: "no" });
  });

  it("lists all pages", async () => {
    const up = open("pages");
    await up.connect();
    expect(up.names()).toEqual(['"t"', '"t"']);
  });

  it("writes bytes that are no text", async () => {
    const up = open("bad-bytes");
    await up.connect();
    expect((await up.call("t")).end).toMatchObject({ kind: "answered", content: [{ text: "a\ufffd\ufffdb" }] });
  });
});

describe("a call that fails, for the program", () => {
  it.each([
    ["dies", "exit code 3; it said: [REDACTED] \\u001b[31mboom"],
    ["huge", "more than 1000000 bytes"],
    ["no-newline", "more than 1000000 bytes"],
    ["deep-result", "is nested more than 200 deep"],
    ["null-result", "is not an object"],
    ["no-result", "is none"],
    ["bad-error", "the answer is no message of the protocol"],
    ["no-answer", "the answer is no message of the protocol"],
    ["two-answers", "the answer is no message of the protocol"],
    ["old-answer", "the answer is no message of the protocol"],
  ])("%s", async (mode, reason) => {
    const up = open(mode);
    await up.connect();
    const { end } = await up.call("t");
    expect(end.kind === "failed" ? end.reason : end).toContain(reason);
  });

  it.each(["garbage", "wrong-id"])("runs out of time: %s", async (mode) => {
    const up = open(mode);
    await up.connect();
    expect((await up.call("t", {}, { timeoutMs: 300 })).end).toEqual({ kind: "timeout" });
    expect(up.connection.state.kind).toBe("ready");
  });

  it("and it is connected to anew", async () => {
    const clock = createHeldClock();
    const up = open("dies", { clock });
    await up.connect();
    await up.call("t");
    expect(up.connection.state).toMatchObject({ kind: "waiting", attempt: 1, retryAt: clock.now() + 2_000 });
    clock.pass(2_000);
    await until(() => up.connection.state.kind === "ready");
    expect(up.listings).toHaveLength(2);
  });
});

it("a program that asks without reading the answers has few of them waiting", async () => {
  let waiting = 0;
  let most = 0;
  const up = open("asks-unheard", {
    runner: {
      open: (request, events) => {
        const program = world.runner.open(request, events);
        const write = (bytes: Uint8Array): Promise<void> => {
          waiting += 1;
          most = Math.max(most, waiting);
          return program.write(bytes).finally(() => (waiting -= 1));
        };
        return { ...program, write };
      },
    },
    maxResultBytes: 50_000_000,
  });
  await up.connect();
  expect((await up.call("t")).end).toMatchObject({ kind: "answered" });
  expect(most).toBeLessThan(40);
});

it("nobody is asked outside of a call", async () => {
  const up = open("asks-unasked");
  await up.connect();
  const program = up.connection;
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(program.state.kind).toBe("ready");
});

it("a program that ignores its end, and what it put into the background, are dead after close", async () => {
  const said: string[] = [];
  const up = open("undead", {
    runner: {
      open: (request, events) =>
        world.runner.open(request, {
          onStarted: (pid) => void said.push(`${pid}\n`),
          onChunk: (stream, bytes) => {
            if (stream === "stderr") said.push(Buffer.from(bytes).toString());
            events.onChunk?.(stream, bytes);
          },
        }),
    },
  });
  await up.connect();
  await until(() => pidsIn(said.join("")).length === 2);
  expect(pidsIn(said.join("")).every(isAlive)).toBe(true);
  await up.connection.close();
  expect(pidsIn(said.join("")).filter(isAlive)).toEqual([]);
});
