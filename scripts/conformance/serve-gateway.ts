import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { DefinedTool } from "../../src/library/define-tool.ts";
import { createRuntime } from "../../src/main.ts";
import { createHttpServer } from "../../src/server/http/create-http-server.ts";
import { createTokenProxy } from "./token-proxy.ts";

const EVERYTHING = path.resolve(import.meta.dirname, "../../test/fixtures/conformance/everything-stdio.mjs");

const CONFIG = '[permissions]\nmode = "autonomous"\n[server]\ntask_after_seconds = 0.5\n';
const BEHIND = `
[mcp.servers.everything]
transport = "stdio"
command = ${JSON.stringify(process.execPath)}
args = [${JSON.stringify(EVERYTHING)}]
prefix = ""
task_tools = ["failing_job", "test_tool_with_task"]
sampling = true
roots = true
`;

export interface ServedGateway {
  readonly url: string;
  close(): Promise<void>;
}

/** A gateway that lets everything run, with either the given tools, or the fixture server behind it, names unchanged. */
export async function serveGateway(
  kind: "direct" | "aggregated",
  tools: readonly DefinedTool[] = [],
): Promise<ServedGateway> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "toolgate-gateway-")));
  writeFileSync(path.join(folder, "toolgate.toml"), kind === "direct" ? CONFIG : `${CONFIG}${BEHIND}`);
  const env = { ...process.env, TOOLGATE_HOME: path.join(folder, "home"), TOOLGATE_TRUST: "1" };
  const runtime = await createRuntime({ cwd: folder, env, tools });
  const server = await createHttpServer(runtime, { port: 0 });
  const owner = await runtime.control.owner();
  const { token } = await runtime.control.createToken(
    { principal: "suite", agent: "suite", roles: ["agent"], expiresAt: null },
    owner,
  );
  if (kind === "aggregated") await runtime.upstream.connect("everything", AbortSignal.timeout(30_000));
  const proxy = await createTokenProxy(new URL(server.url), token);
  return {
    url: proxy.url,
    async close() {
      await proxy.close();
      await server.close();
      await runtime.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
