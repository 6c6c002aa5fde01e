import { readdirSync } from "node:fs";
import { defineTool } from "../../dist/library/define-tool.js";
import { createRuntime } from "../../dist/main.js";
import { createHttpServer } from "../../dist/server/http/create-http-server.js";
import { createWorkspace } from "../workspace.ts";

/** The gateway with one in-process tool that does nothing: checked, decided, recorded twice. Says what it holds when asked. */
const workspace = createWorkspace(new Map(), 'allow = ["noop"]');
const noop = defineTool({ name: "noop", description: "Does nothing", effect: "read", handler: () => "noop-done" });
const runtime = await createRuntime({ cwd: workspace.folder, env: workspace.env, tools: [noop] });
const owner = await runtime.control.owner();
const identity = { principal: "bench", agent: "bench", roles: ["agent"], expiresAt: null } as const;
const { token } = await runtime.control.createToken(identity, owner);
const server = await createHttpServer(runtime, { host: "127.0.0.1", port: 0 });
process.send?.({ url: `${server.url.replace(/\/$/, "").replace(/\/mcp$/, "")}/mcp`, token });
process.on("message", () => {
  // Twice: what the first one frees may hold others.
  for (let round = 0; round < 2; round++) globalThis.gc?.();
  const { heapUsed: heap, external, rss: resident } = process.memoryUsage();
  process.send?.({ heap, external, resident, descriptors: readdirSync("/proc/self/fd").length });
});
process.once("disconnect", () => {
  void server
    .close()
    .then(() => runtime.close())
    .then(() => workspace.remove());
});
