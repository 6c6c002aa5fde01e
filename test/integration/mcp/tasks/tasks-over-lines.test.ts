import { PassThrough } from "node:stream";
import { afterAll, beforeAll, expect, it } from "vitest";
import { serveMcpLines } from "../../../../src/server/mcp/stdio.ts";
import type { McpStdio } from "../../../../src/server/mcp/stdio.ts";
import { createMemoryRuntime } from "../../../fixtures/runtime/memory-runtime.ts";
import type { MemoryRuntime } from "../../../fixtures/runtime/memory-runtime.ts";
import { toTool } from "../../../fixtures/runtime/sample-tools.ts";
import { until } from "../http-fixture.ts";
import { toRequest } from "./tasks-fixture.ts";

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: object;
}

const input = new PassThrough();
const output = new PassThrough();
const messages: Message[] = [];
let runtime: MemoryRuntime;
let connection: McpStdio;
let release = (): void => undefined;
beforeAll(async () => {
  runtime = createMemoryRuntime();
  runtime.addTool(toTool("slow"), async (raw, outcome) => {
    await new Promise<void>((resolve) => {
      release = resolve;
      raw.signal?.addEventListener("abort", () => resolve(), { once: true });
    });
    return raw.signal?.aborted === true ? outcome.failed("CANCELLED", "cancelled") : outcome.success("done");
  });
  let rest = "";
  output.setEncoding("utf8").on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) messages.push(JSON.parse(line) as Message);
  });
  connection = await serveMcpLines(runtime, { agent: "editor", input, output });
});
afterAll(() => connection.close());

let last = 0;
async function ask(method: string, params: object): Promise<Message> {
  last += 1;
  const id = last;
  input.write(`${JSON.stringify({ ...toRequest(method, params), id })}\n`);
  await until(() => messages.some((message) => message.id === id));
  return messages.find((message) => message.id === id) ?? {};
}
const notes = (id: unknown): readonly unknown[] =>
  messages
    .filter(({ method, params }) => method === "notifications/tasks" && toSubscription(params) === id)
    .map(({ params }) => params?.["status"]);
const toSubscription = (params: Message["params"]): unknown =>
  (params?.["_meta"] as Record<string, unknown> | undefined)?.["io.modelcontextprotocol/subscriptionId"];

it("serves tasks over lines, and tells of them where a client listens", async () => {
  const { result } = await ask("server/discover", {});
  expect(result?.["capabilities"]).toMatchObject({ extensions: { "io.modelcontextprotocol/tasks": {} } });
  const made = (await ask("tools/call", { name: "slow", arguments: {} })).result ?? {};
  expect(made).toMatchObject({ resultType: "task", status: "working" });
  const taskIds = [made["taskId"], "none"];
  const others = { toolsListChanged: true };
  input.write(
    `${JSON.stringify({ ...toRequest("subscriptions/listen", { notifications: { taskIds, ...others } }), id: "l" })}\n`,
  );
  await until(() => notes("l").length === 1);
  const agreed = messages.find(({ method }) => method === "notifications/subscriptions/acknowledged");
  expect(agreed?.params?.["notifications"]).toEqual({ ...others, taskIds: [made["taskId"]] });
  release();
  await until(() => notes("l").length === 2);
  expect(notes("l")).toEqual(["working", "completed"]);
  const got = await ask("tasks/get", { taskId: made["taskId"] });
  expect(got.result).toMatchObject({ status: "completed", result: { content: [{ text: "done" }] } });
  const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "l" } };
  input.write(`${JSON.stringify(cancelled)}\n`);
  const second = (await ask("tools/call", { name: "slow", arguments: {} })).result ?? {};
  expect((await ask("tasks/cancel", { taskId: second["taskId"] })).result).toMatchObject({ resultType: "complete" });
  expect(runtime.aborted).toEqual(["slow"]);
  expect(notes("l")).toHaveLength(2);
});

it("refuses to tell a client that does not know tasks, and ends them with the connection", async () => {
  const listen = toRequest("subscriptions/listen", { notifications: { taskIds: [] } }, { declares: false });
  input.write(`${JSON.stringify({ ...listen, id: "m" })}\n`);
  await until(() => messages.some(({ id }) => id === "m"));
  expect(messages.find(({ id }) => id === "m")?.error).toMatchObject({ code: -32021 });
  await ask("tools/call", { name: "slow", arguments: {} });
  input.end();
  await connection.closed;
  expect(runtime.aborted).toEqual(["slow", "slow"]);
});
