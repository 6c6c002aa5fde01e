import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OTHER_TOKEN, TOKEN, until } from "../http-fixture.ts";
import { toCaller } from "../../../fixtures/runtime/memory-runtime.ts";
import { rpc, serveSlow, toHeaders, toRequest } from "./tasks-fixture.ts";
import type { Caller, SlowTool } from "./tasks-fixture.ts";

let gate: SlowTool;
beforeAll(async () => {
  gate = await serveSlow();
});
afterAll(() => gate.server.close());

interface Message {
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: object;
}

interface Stream {
  readonly messages: Message[];
  isOver: boolean;
  stop(): void;
}

/** A client that listens. */
function listen(notifications: object, caller: Caller = {}): Stream {
  const method = "subscriptions/listen";
  const usual = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const headers = { ...usual, ...toHeaders(method, {}, caller) };
  const stream: Stream = { messages: [], isOver: false, stop: () => outgoing.destroy() };
  let rest = "";
  const outgoing = request(gate.url, { method: "POST", headers }, (response) => {
    response.setEncoding("utf8").on("data", (chunk: string) => {
      const frames = (rest + chunk).split("\n\n");
      rest = frames.pop() ?? "";
      for (const frame of frames) {
        const line = frame.split("\n").find((one) => one.startsWith("data: "));
        if (line !== undefined) stream.messages.push(JSON.parse(line.slice(6)) as Message);
      }
    });
    response.on("close", () => (stream.isOver = true)).on("error", () => undefined);
  });
  outgoing.on("error", () => undefined).end(JSON.stringify(toRequest(method, { notifications }, caller)));
  return stream;
}

const begin = async (): Promise<string> => String((await gate.call("slow")).result?.["taskId"]);
const statuses = ({ messages }: Stream): readonly unknown[] =>
  messages.filter(({ method }) => method === "notifications/tasks").map(({ params }) => params?.["status"]);

describe("a client that listens to tasks", () => {
  it.each([
    ["and to nothing else", {}],
    ["and to the list of tools", { toolsListChanged: true }],
  ])("%s", async (_, others) => {
    const id = await begin();
    const foreign = (await gate.call("slow", { token: OTHER_TOKEN })).result?.["taskId"];
    const stream = listen({ ...others, taskIds: [id, foreign, "none"] });
    await until(() => statuses(stream).length === 1);
    gate.release("done");
    await until(() => statuses(stream).length === 2);
    expect(stream.messages[0]).toMatchObject({
      method: "notifications/subscriptions/acknowledged",
      params: { notifications: { ...others, taskIds: [id] }, _meta: { "io.modelcontextprotocol/subscriptionId": 1 } },
    });
    expect(stream.messages.at(-1)?.params).toMatchObject({
      taskId: id,
      status: "completed",
      result: { content: [{ type: "text", text: "done" }] },
      _meta: { "io.modelcontextprotocol/subscriptionId": 1 },
    });
    expect(statuses(stream)).toEqual(["working", "completed"]);
    stream.stop();
    // Nothing is left of it: a credential may have few of them.
    for (let turn = 0; turn < 30; turn += 1) {
      const other = listen({ taskIds: [id] });
      await until(() => statuses(other).length === 1);
      other.stop();
    }
  });

  it("hears no more once its credential does not count", async () => {
    gate.runtime.tokens.set("tg_short", toCaller("cred-alice"));
    const id = await begin();
    const stream = listen({ taskIds: [id] }, { token: "tg_short" });
    await until(() => statuses(stream).length === 1);
    gate.runtime.tokens.delete("tg_short");
    gate.release("secret");
    await until(() => stream.isOver);
    expect(statuses(stream)).toEqual(["working"]);
    expect((await gate.get(id, { token: TOKEN })).result).toMatchObject({ status: "completed" });
  });

  it.each([
    [{ declares: false }, ["a"], -32021],
    [{}, "all", -32602],
    [{}, [1], -32602],
    [{}, Array.from({ length: 101 }, String), -32602],
  ])("is refused with %j and %j", async (caller, taskIds, code) => {
    const { error } = await rpc(gate.url, "subscriptions/listen", { notifications: { taskIds } }, caller);
    expect(error).toMatchObject({ code });
  });
});
