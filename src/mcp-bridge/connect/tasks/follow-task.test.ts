import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CallEvent } from "../../../model/call.ts";
import { toAbilities } from "../../../model/client-capabilities.ts";
import type { AskClient, Question } from "../../../model/question.ts";
import { createUpstreamWorld, stdioServer } from "../upstream.fixture.ts";
import type { OpenUpstream } from "../upstream.fixture.ts";

const world = createUpstreamWorld();
let up: OpenUpstream;
beforeAll(async () => {
  up = world.open(stdioServer("tasks-stdio.mjs"));
  await up.connect();
});
afterAll(() => world.close());

/** What the server was told to cancel. */
const cancelled = async (): Promise<string> => JSON.stringify((await up.call("plain")).end);

describe("a server that answers a call with a task", () => {
  it("is asked for the result until there is one, and heard of meanwhile", async () => {
    const events: CallEvent[] = [];
    const { end } = await up.call("works", {}, { onEvent: (event) => void events.push(event) });
    expect(end).toEqual({
      kind: "answered",
      isError: false,
      content: [{ type: "text", text: "worked" }],
      structured: { looks: 3 },
    });
    expect(events).toEqual([
      { kind: "progress", progress: 1, message: "warming up" },
      { kind: "progress", progress: 2, message: "half done" },
    ]);
  });

  it("has its questions put to the client, each once", async () => {
    const asked: Question[] = [];
    const ask: AskClient = (question) => {
      asked.push(question);
      return Promise.resolve({ action: "accept", content: { name: "Ada" } });
    };
    const { end } = await up.call("asks", {}, { ask, client: toAbilities({ elicitation: {} }) });
    const text = '{"who":{"action":"accept","content":{"name":"Ada"}}}';
    expect(end).toMatchObject({ kind: "answered", content: [{ type: "text", text }] });
    expect(asked).toMatchObject([{ kind: "form", message: "Who?" }]);
  });

  it.each([
    ["fails", "out of paper [REDACTED]"],
    ["gives-up", "the server cancelled its task"],
    ["nameless", "what the server sent as a task is none"],
    ["strange", "what the server sent as a task is none"],
    ["lost", "Task not found"],
    ["floods", "more than 64 questions"],
  ])("that comes to nothing: %s", async (tool, reason) => {
    const { end } = await up.call(tool);
    expect(end).toMatchObject({ kind: "failed", reason: expect.stringContaining(reason) as string });
  });

  it.each([
    ["timeout", (): object => ({ timeoutMs: 50 })],
    ["cancelled", (): object => ({ signal: AbortSignal.timeout(50) })],
  ])("without an end is told that nobody waits any more: %s", async (kind, toChanges) => {
    const before = (await cancelled()).split("task-endless").length;
    expect((await up.call("endless", {}, toChanges())).end).toEqual({ kind });
    await expect.poll(async () => (await cancelled()).split("task-endless").length).toBe(before + 1);
  });

  it("may do so for tools alone", async () => {
    const { end } = await up.call("", { uri: "a://b" }, { request: "resources/read" });
    expect(end.kind).toBe("failed");
  });
});
