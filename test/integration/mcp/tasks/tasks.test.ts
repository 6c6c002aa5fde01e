import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OTHER_TOKEN, connect } from "../http-fixture.ts";
import { rpc, serveSlow } from "./tasks-fixture.ts";
import type { Rpc, SlowTool } from "./tasks-fixture.ts";

let gate: SlowTool;
beforeAll(async () => {
  gate = await serveSlow();
});
afterAll(() => gate.server.close());

const idOf = ({ result, error }: Rpc): string => {
  if (typeof result?.["taskId"] !== "string") throw new Error(`no task: ${JSON.stringify(result ?? error)}`);
  return result["taskId"];
};

describe("a call of a client that knows tasks", () => {
  it("becomes one when it takes long, and is there with its result afterwards", async () => {
    const made = await gate.call("slow");
    expect(made.result).toMatchObject({
      resultType: "task",
      status: "working",
      ttlMs: 3_600_000,
      pollIntervalMs: 1000,
    });
    expect(made.result).not.toHaveProperty("content");
    const id = idOf(made);
    expect(Buffer.from(id, "base64url")).toHaveLength(32);
    expect((await gate.get(id)).result).toMatchObject({ resultType: "complete", taskId: id, status: "working" });
    gate.release("done");
    const { result } = await gate.until(id, "completed");
    expect(result).toMatchObject({ resultType: "complete", content: [{ type: "text", text: "done" }] });
    // The end of the request is not the end of the call.
    expect(gate.runtime.aborted).toEqual([]);
    expect((await gate.cancel(id)).result).toMatchObject({ resultType: "complete" });
    expect((await gate.get(id)).result).toMatchObject({ status: "completed" });
  });

  it("is answered at once when it is quick", async () => {
    expect((await gate.call("noop")).result).toMatchObject({ resultType: "complete", content: [{ text: "ok" }] });
  });

  it.each([
    ["that is always a task", "always", {}, "task"],
    ["that never is", "never", {}, "complete"],
    ["that never is, by way of `call_tool`", "call_tool", { arguments: { name: "never", arguments: {} } }, "complete"],
  ])("of a tool %s", async (_, name, more, resultType) => {
    const answered = gate.call(name, {}, more);
    const timer = setTimeout(() => gate.release("late"), 400);
    expect((await answered).result).toMatchObject({ resultType });
    clearTimeout(timer);
  });

  it("is one as soon as it waits for a person, and says so", async () => {
    const { result } = await gate.call("held");
    const message = expect.stringMatching(/approve `held`: toolgate approvals approve ap-1$/) as unknown;
    expect(result).toMatchObject({ resultType: "task", status: "working", statusMessage: message });
    await gate.cancel(idOf({ status: 200, ...(result === undefined ? {} : { result }) }));
  });

  it("ends with the task", async () => {
    const id = idOf(await gate.call("slow"));
    const before = gate.runtime.aborted.length;
    expect((await gate.cancel(id)).result).toMatchObject({ resultType: "complete" });
    const ended = await gate.until(id, "cancelled");
    expect(ended).not.toHaveProperty("result");
    expect(gate.runtime.aborted).toHaveLength(before + 1);
  });

  it("says how far it is in words that do nothing", async () => {
    const { result } = await gate.call("tells");
    expect(result).toMatchObject({ statusMessage: "half\\u001b[31m" });
    gate.release("");
  });

  it("fails where nothing of it is the tool's answer", async () => {
    const id = idOf(await gate.call("breaks"));
    gate.release("");
    const { error, ...rest } = await gate.until(id, "failed");
    expect(error).toMatchObject({ code: -32603, message: "the call broke" });
    expect(rest).not.toHaveProperty("result");
  });

  it("asks as a task, each question under a name of its own", async () => {
    const id = idOf(await gate.call("asks"));
    gate.release("");
    const first = await gate.until(id, "input_required");
    expect(first["inputRequests"]).toMatchObject({
      who: { method: "elicitation/create", params: { message: "up asks: first" } },
    });
    const ack = await gate.update(id, { who: { action: "nonsense" }, other: { action: "accept", content: {} } });
    expect(ack.result).toMatchObject({ resultType: "complete" });
    expect((await gate.get(id)).result).toMatchObject({ status: "input_required" });
    await gate.update(id, { who: { action: "accept", content: { name: "Ada" } } });
    const second = await gate.until(id, "input_required");
    expect(Object.keys(second["inputRequests"] as object)).toEqual(["who-2"]);
    // An answer that comes twice answers nothing else.
    await gate.update(id, { who: { action: "accept", content: { name: "Eve" } } });
    await gate.update(id, { "who-2": { action: "decline" } });
    const { result } = await gate.until(id, "completed");
    const said = [null, { action: "accept", content: { name: "Ada" } }, { action: "decline" }];
    expect(result).toMatchObject({ content: [{ text: JSON.stringify(said) }] });
  });

  it("asks first what it asks at once, and becomes one then", async () => {
    const asked = await gate.call("asks", {}, { arguments: { text: "at once" } });
    expect(asked.result).toMatchObject({ resultType: "input_required" });
    const { requestState } = asked.result as { readonly requestState: string };
    const more = { arguments: { text: "at once" }, requestState, inputResponses: { who: { action: "decline" } } };
    const made = await gate.call("asks", {}, more);
    expect(made.result).toMatchObject({ resultType: "task" });
    expect(made.result).not.toHaveProperty("requestState");
    await gate.cancel(idOf(made));
  });
});

describe("a client that does not know tasks", () => {
  const declares = false;

  it("waits", async () => {
    const answered = gate.call("slow", { declares });
    setTimeout(() => gate.release("at last"), 400);
    expect((await answered).result).toMatchObject({ resultType: "complete", content: [{ text: "at last" }] });
  });

  it.each(["tasks/get", "tasks/update", "tasks/cancel"])("is refused %s", async (method) => {
    const { status, error } = await rpc(gate.url, method, { taskId: "x", inputResponses: {} }, { declares });
    expect({ status, error }).toMatchObject({
      status: 400,
      error: { code: -32021, data: { requiredCapabilities: { extensions: { "io.modelcontextprotocol/tasks": {} } } } },
    });
  });

  it("of an earlier revision is told of nothing", async () => {
    const client = await connect(gate.url, "legacy");
    expect(client.getServerCapabilities()).not.toHaveProperty("extensions");
    await client.close();
  });
});

describe("somebody else's task", () => {
  it.each(["get", "cancel", "update"])("is none: tasks/%s", async (method) => {
    const id = idOf(await gate.call("slow"));
    const ask = (taskId: string): Promise<Rpc> =>
      rpc(gate.url, `tasks/${method}`, { taskId, inputResponses: {} }, { token: OTHER_TOKEN });
    const [foreign, unknown] = [await ask(id), await ask("there-never-was-one")];
    expect(foreign.error).toMatchObject({ code: -32602 });
    expect(foreign).toEqual(unknown);
    expect((await gate.get(id)).result).toMatchObject({ status: "working" });
    await gate.cancel(id);
  });

  it("is not found by what another header names", async () => {
    const id = idOf(await gate.call("slow"));
    const { error } = await gate.get(id, { headers: { "mcp-name": "other" } });
    expect(error).toMatchObject({ code: -32020 });
    await gate.cancel(id);
  });
});
