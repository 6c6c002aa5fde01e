import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../src/model/json.ts";
import { createHttpServer } from "../../../../src/server/http/create-http-server.ts";
import type { HttpServer } from "../../../../src/server/http/create-http-server.ts";
import { createTestWorkspace, until } from "../../../support/workspace.ts";
import type { TestGateway } from "../../../support/workspace.ts";
import { rpc } from "./tasks-fixture.ts";
import type { Caller, Rpc } from "./tasks-fixture.ts";

const toTool = (name: string): string => `
name = "${name}"
description = "Sleeps for a while"
kind = "command"
binary = "sleep"
args = ["{{seconds}}"]
[params.seconds]
type = "float"
`;

const CONFIG = `
[permissions]
allow = ["nap"]
ask = ["asked_nap"]
[limits]
drain_seconds = 0
[server]
task_after_seconds = 0.2
`;

const workspace = createTestWorkspace({ tools: { nap: toTool("nap"), asked: toTool("asked_nap") }, config: CONFIG });
let gateway: TestGateway;
let server: HttpServer;
let token: string;
beforeAll(async () => {
  gateway = await workspace.open();
  server = await createHttpServer(gateway.runtime, { port: 0 });
  const { control } = gateway.runtime;
  const wish = { principal: "ada", agent: "tester", roles: ["agent"], expiresAt: null } as const;
  ({ token } = await control.createToken(wish, await control.owner()));
});
afterAll(() => workspace.remove());

const ask = (method: string, params: object, more: Caller = {}): Promise<Rpc> =>
  rpc(new URL(server.url), method, params, { token, ...more });
const begin = async (name: string, seconds: number): Promise<JsonObject> =>
  (await ask("tools/call", { name, arguments: { seconds } })).result as JsonObject;
const end = (task: JsonObject): Promise<JsonObject> =>
  until(async () => {
    const { result } = await ask("tasks/get", { taskId: task["taskId"] });
    return result?.["status"] === "working" ? null : (result as JsonObject);
  }, "the end of a task");
/** Kinds of the records of one call. */
const recordsOf = async (callId: string): Promise<readonly string[]> => {
  const records = await gateway.runtime.control.audit.query({ callId });
  return records.map(({ kind }) => kind).toSorted();
};
const sleepers = (): readonly string[] =>
  readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && commandOf(pid).endsWith("sleep\u000050.125\u0000"));
const commandOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
};

describe("a task of a real gateway", () => {
  it("ends with the result of its program, and has one story", async () => {
    const task = await begin("nap", 0.4);
    expect(task).toMatchObject({ resultType: "task", status: "working" });
    const { status, result } = await end(task);
    expect([status, (result as JsonObject)["isError"]]).toEqual(["completed", undefined]);
    const { callId } = ((result as JsonObject)["_meta"] as JsonObject)["toolgate/outcome"] as {
      readonly callId: string;
    };
    expect(await recordsOf(callId)).toEqual(["intent", "outcome"]);
  });

  it("waits for a person, says how one answers, and goes on then", async () => {
    const task = await begin("asked_nap", 0.1);
    const { control } = gateway.runtime;
    const [asked] = await control.approvals.listPending();
    const id = asked?.id ?? "";
    expect(task).toMatchObject({
      status: "working",
      statusMessage: expect.stringContaining(`approve ${id}`) as string,
    });
    expect((await control.answer(id, "approve", await control.owner(), null)).ok).toBe(true);
    expect(await end(task)).toMatchObject({ status: "completed", result: { structuredContent: { exitCode: 0 } } });
  });

  it("asks at the client, too, where that can show a page, until the person has answered", async () => {
    const params = { name: "asked_nap", arguments: { seconds: 0.1 } };
    const task = (await ask("tools/call", params, { elicitation: { url: {} } })).result as JsonObject;
    const { control } = gateway.runtime;
    const [asked] = await control.approvals.listPending();
    const whole = await ask("tasks/get", { taskId: task["taskId"] });
    const [request] = Object.values((whole.result?.["inputRequests"] ?? {}) as JsonObject);
    expect(whole.result).toMatchObject({ status: "input_required" });
    expect(request).toMatchObject({ method: "elicitation/create", params: { mode: "url" } });
    await control.answer(asked?.id ?? "", "approve", await control.owner(), null);
    const over = await until(async () => {
      const { result } = await ask("tasks/get", { taskId: task["taskId"] });
      return result?.["status"] === "completed" ? result : null;
    }, "the end of the task");
    expect(over).not.toHaveProperty("inputRequests");
  });

  it("ends the wait for a person, and the program, when it is cancelled", async () => {
    const waiting = await begin("asked_nap", 0.1);
    await ask("tasks/cancel", { taskId: waiting["taskId"] });
    expect(await end(waiting)).toMatchObject({ status: "cancelled" });
    expect(await gateway.runtime.control.approvals.listPending()).toEqual([]);
    const running = await begin("nap", 50.125);
    await until(() => sleepers().length === 1, "the program");
    await ask("tasks/cancel", { taskId: running["taskId"] });
    expect(await end(running)).toMatchObject({ status: "cancelled" });
    expect(sleepers()).toEqual([]);
  });

  it("leaves no program behind when the gateway stops", async () => {
    await begin("nap", 50.125);
    await until(() => sleepers().length === 1, "the program");
    await server.close();
    expect(sleepers()).toEqual([]);
  });
});
