import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterEach, beforeEach, expect, it } from "vitest";
import { toRequest } from "../mcp/tasks/tasks-fixture.ts";
import { LAUNCHER, createToolWorkspace } from "./workspace.fixture.ts";
import type { Started, Workspace } from "./workspace.fixture.ts";

let workspace: Workspace;
let gateway: Started;
let transport: StdioClientTransport;
beforeEach(async () => {
  workspace = await createToolWorkspace();
  gateway = workspace.start(["serve", "--port", "0", "--json"]);
  await gateway.seen("stdout", /^\{[^]*\n\}\n/);
  transport = new StdioClientTransport({
    command: process.execPath,
    args: [LAUNCHER, "serve", "--stdio", "--agent", "editor"],
    cwd: workspace.folder,
    env: workspace.env as Record<string, string>,
    stderr: "pipe",
  });
});
afterEach(async () => {
  await transport.close();
  gateway.child.kill("SIGKILL");
  await gateway.ended;
});

it("has tasks of the gateway that serves a client of `serve --stdio`, and goes on once a person says yes", async () => {
  const answers: Record<string, unknown>[] = [];
  transport.onmessage = (message) => void answers.push(message);
  await transport.start();
  const ask = async (method: string, params: object): Promise<Record<string, unknown>> => {
    const count = answers.length;
    await transport.send(toRequest(method, params) as never);
    await expect.poll(() => answers.length, { timeout: 10_000 }).toBeGreaterThan(count);
    return (answers.at(-1)?.["result"] ?? {}) as Record<string, unknown>;
  };
  const task = await ask("tools/call", { name: "ask", arguments: { text: "approved" } });
  expect(task).toMatchObject({ resultType: "task", status: "working" });
  const id = /approve (\S+)$/.exec(String(task["statusMessage"]))?.[1] ?? "";
  expect((await workspace.run(["approvals", "approve", id])).code).toBe(0);
  const get = (): Promise<Record<string, unknown>> => ask("tasks/get", { taskId: task["taskId"] });
  await expect.poll(get, { timeout: 10_000 }).toMatchObject({ status: "completed" });
  expect(JSON.stringify(await get())).toContain("approved");
  gateway.child.kill("SIGKILL");
  await gateway.ended;
  // Whoever serves from now on knows nothing of it.
  await expect.poll(get, { timeout: 10_000 }).toEqual({});
});
