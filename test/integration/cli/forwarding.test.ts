import { writeFileSync } from "node:fs";
import path from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { LAUNCHER, createToolWorkspace } from "./workspace.fixture.ts";
import type { Started, Workspace } from "./workspace.fixture.ts";

let workspace: Workspace;
let gateway: Started;
let client: Client;
beforeEach(async () => {
  workspace = await createToolWorkspace();
  gateway = workspace.start(["serve", "--port", "0", "--json"]);
  await gateway.seen("stdout", /^\{[^]*\n\}\n/);
});
afterEach(async () => {
  await client.close();
  gateway.child.kill("SIGKILL");
  await gateway.ended;
});

/** A client of `serve --stdio`, and what that said on standard error so far. */
async function connect(mode: "auto" | "legacy", ...more: readonly string[]): Promise<() => string> {
  let said = "";
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [LAUNCHER, "serve", "--stdio", "--agent", "editor", ...more],
    cwd: workspace.folder,
    env: workspace.env as Record<string, string>,
    stderr: "pipe",
  });
  transport.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString("utf8")));
  client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  await client.connect(transport);
  return () => said;
}

const say = async (text: string): Promise<string> =>
  JSON.stringify((await client.callTool({ name: "say", arguments: { text } })).content);

/** Names of the agents whose calls the audit has, in order. */
const writers = async (): Promise<readonly string[]> => {
  const records = (await workspace.json(["audit", "list", "--tool", "say"])) as {
    kind: string;
    caller: { agent: string };
  }[];
  return records.filter(({ kind }) => kind === "intent").map(({ caller }) => caller.agent);
};

describe.each(["auto", "legacy"] as const)("a client of `serve --stdio` (%s) where a gateway runs", (mode) => {
  it("is served by the gateway, as its own agent, and goes on without it", async () => {
    const said = await connect(mode);
    expect(await say("by the gateway")).toContain("by the gateway");
    expect(said()).toBe("");
    const slow = client.callTool({ name: "slow", arguments: {} });
    const failed = expect(slow).rejects.toThrow(/the gateway that served this connection went away/);
    await new Promise((resolve) => setTimeout(resolve, 500));
    gateway.child.kill("SIGKILL");
    await failed;
    expect(await say("alone")).toContain("alone");
    await expect.poll(said).toContain("The gateway went away; serving here from now on.");
    expect(await writers()).toEqual(["editor", "editor"]);
  });

  it("is served by itself with --standalone", async () => {
    await connect(mode, "--standalone");
    gateway.child.kill("SIGKILL");
    await gateway.ended;
    expect(await say("alone")).toContain("alone");
  });
});

describe("a gateway that is told to stop", () => {
  it("answers the calls that it makes for other processes first", async () => {
    await connect("legacy");
    const calls = [client.callTool({ name: "ask", arguments: { text: "one" } }).catch(String)];
    calls.push(workspace.run(["call", "ask", "--arg", "text=two"]).then(({ stdout, stderr }) => stdout + stderr));
    const pending = async (): Promise<{ readonly id: string }[]> =>
      (await workspace.json(["approvals", "list"])) as { id: string }[];
    await expect.poll(pending, { timeout: 20_000 }).toHaveLength(2);
    const waiting = await pending();
    gateway.child.kill("SIGTERM");
    await Promise.all(waiting.map(({ id }) => workspace.run(["approvals", "approve", id])));
    const [one, two] = await Promise.all(calls);
    expect(JSON.stringify(one)).toContain('"text":"one');
    expect(two).toMatch(/^two\n/m);
    expect((await gateway.ended).code).toBe(0);
    expect(await say("alone")).toContain("alone");
  });
});

describe("a client that names a configuration of its own", () => {
  it("is not judged by the one of the gateway", async () => {
    const strict = path.join(workspace.folder, "strict.toml");
    writeFileSync(strict, '[permissions]\ndeny = ["*"]\n');
    const said = await connect("legacy", "--config", strict);
    await expect.poll(said).toContain("another configuration");
    expect(await say("never").catch(String)).not.toContain('"text":"never"');
  });

  it("is served by the gateway of the folder that it names", async () => {
    const said = await connect("legacy", "--config", workspace.folder);
    expect(await say("by the gateway")).toContain("by the gateway");
    expect(said()).toBe("");
  });
});

describe("a process that serves one client of its own", () => {
  it("takes no other client over", async () => {
    gateway.child.kill("SIGTERM");
    await gateway.ended;
    await connect("legacy");
    const first = client;
    const said = await connect("legacy");
    expect(await say("alone")).toContain("alone");
    await expect.poll(said).toContain("serves one client of its own");
    await first.close();
  });
});
