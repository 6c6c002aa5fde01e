import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PassThrough } from "node:stream";
import { createInterface } from "node:readline";
import { serveMcpLines } from "../../../src/server/mcp/stdio.ts";
import { INITIALIZE, send, serve, toCallBody } from "./http-fixture.ts";
import type { Answer, Served } from "./http-fixture.ts";

let served: Served;
const streams: PassThrough[] = [];
beforeAll(async () => {
  served = await serve();
});
afterAll(async () => {
  for (const stream of streams) stream.end();
  await served.server.close();
});
beforeEach(() => void (served.runtime.calls.length = 0));

const BATCH = `[${toCallBody("noop")}, ${toCallBody("echo", { text: "hi" }).replace('"id":1', '"id":2')}]`;
const NOTIFICATIONS = '[{"jsonrpc":"2.0","method":"notifications/initialized"}]';

async function open(revision: string): Promise<Record<string, string>> {
  const answer = await send(served.url, { body: INITIALIZE.replace("2025-11-25", revision) });
  expect(answer.text).toContain(revision);
  return { "mcp-session-id": String(answer.headers["mcp-session-id"]) };
}

function expectRefused({ status, text }: Answer): void {
  expect(status).toBe(400);
  expect(JSON.parse(text)).toMatchObject({ error: { code: -32600 } });
  expect(served.runtime.calls).toEqual([]);
}

describe("several messages in one body", () => {
  it("are served in a session of 2025-03-26, each as a call of its own", async () => {
    const headers = await open("2025-03-26");
    const answer = await send(served.url, { body: BATCH, headers });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('"id":1');
    expect(answer.text).toContain('"id":2');
    expect(served.runtime.calls.map(({ tool }) => tool)).toEqual(["noop", "echo"]);
    expect((await send(served.url, { body: NOTIFICATIONS, headers })).status).toBe(202);
  });

  it("are served where nothing says the revision", async () => {
    const answer = await send(served.url, { body: BATCH });
    expect(JSON.parse(answer.text)).toMatchObject([{ id: 1 }, { id: 2 }]);
  });

  it.each(["2024-11-05", "2025-06-18", "2025-11-25"])("are refused in a session of %s", async (revision) => {
    const headers = await open(revision);
    expectRefused(await send(served.url, { body: BATCH, headers }));
    expectRefused(await send(served.url, { body: NOTIFICATIONS, headers }));
  });

  it.each(["2024-11-05", "2025-06-18", "2025-11-25", "2026-07-28"])(
    "are refused to a request of %s",
    async (revision) => {
      expectRefused(await send(served.url, { body: BATCH, headers: { "mcp-protocol-version": revision } }));
    },
  );

  it.each([
    ["a greeting", `[${INITIALIZE},${toCallBody("noop")}]`],
    ["too many", `[${Array.from({ length: 101 }, () => toCallBody("noop")).join(",")}]`],
    ["one that is none", `[${toCallBody("noop")},7]`],
    ["a batch", `[[${toCallBody("noop")}]]`],
    ["nothing", "[]"],
  ])("are refused with %s among them", async (_what, body) => {
    for (const headers of [{}, await open("2025-03-26")]) {
      const answer = await send(served.url, { body, headers });
      expect(answer.status).toBe(400);
      expect(served.runtime.calls).toEqual([]);
    }
  });
});

describe("several messages in one line", () => {
  const openLines = async (revision: string): Promise<(line: string, answers: number) => Promise<unknown[]>> => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    streams.push(input);
    await serveMcpLines(served.runtime, { agent: "lines", input, output });
    const lines = createInterface({ input: output })[Symbol.asyncIterator]();
    const ask = async (line: string, answers: number): Promise<unknown[]> => {
      input.write(`${line}\n`);
      const all: unknown[] = [];
      while (all.length < answers) all.push(JSON.parse((await lines.next()).value as string));
      return all;
    };
    expect(await ask(INITIALIZE.replace("2025-11-25", revision), 1)).toMatchObject([
      { result: { protocolVersion: revision } },
    ]);
    return ask;
  };

  it("are served in 2025-03-26, each as a call of its own, and answered each by itself", async () => {
    const ask = await openLines("2025-03-26");
    const answers = (await ask(BATCH, 2)) as { readonly id: number }[];
    expect(answers.map(({ id }) => id).sort()).toEqual([1, 2]);
    expect(served.runtime.calls.map(({ tool }) => tool)).toEqual(["noop", "echo"]);
  });

  it.each(["2024-11-05", "2025-06-18", "2025-11-25"])("are refused in %s", async (revision) => {
    const ask = await openLines(revision);
    expect(await ask(BATCH, 1)).toMatchObject([{ error: { code: -32600 } }]);
    expect(served.runtime.calls).toEqual([]);
  });

  it.each([
    ["nothing", "[]"],
    ["too many", `[${Array.from({ length: 101 }, () => toCallBody("noop")).join(",")}]`],
    ["one that is none", `[${toCallBody("noop")},7]`],
    ["a batch", `[[${toCallBody("noop")}]]`],
  ])("are refused with %s among them", async (_what, line) => {
    const ask = await openLines("2025-03-26");
    expect(await ask(line, 1)).toMatchObject([{ error: { code: -32600 } }]);
    expect(served.runtime.calls).toEqual([]);
  });
});
