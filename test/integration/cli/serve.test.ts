import { once } from "node:events";
import { statSync } from "node:fs";
import path from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { beforeAll, describe, expect, it } from "vitest";
import { createBrowser } from "../../support/browser.ts";
import { createToolWorkspace, createWorkspace } from "./workspace.fixture.ts";
import type { Workspace } from "./workspace.fixture.ts";

interface Served {
  readonly url: string;
  readonly token: string;
  readonly tools: readonly string[];
  readonly clients: { readonly stdio: readonly { readonly file: string | null; readonly text: string }[] };
}

let workspace: Workspace;
beforeAll(async () => {
  workspace = await createToolWorkspace();
});

describe("toolgate serve", () => {
  it("serves a real client with the printed address and token, and stops in order", async () => {
    const server = workspace.start(["serve", "--port", "0", "--json"]);
    const served = JSON.parse((await server.seen("stdout", /^\{[^]*\n\}\n/))[0]) as Served;
    expect(served.tools).toEqual(["ask", "paint", "say", "session.status", "slow", "toolgate_extensions"]);

    const client = new Client({ name: "test", version: "1" });
    const requestInit = { headers: { Authorization: `Bearer ${served.token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(served.url), { requestInit }));
    const result = await client.callTool({ name: "say", arguments: { text: "over http" } });
    expect(JSON.stringify(result.content)).toContain("over http");
    await client.close();

    server.child.kill("SIGTERM");
    expect((await server.ended).code).toBe(0);
    expect((await workspace.json(["audit", "verify"])) as object).toMatchObject({ ok: true });
  });

  it("ends because nothing is left to do, and is not made to", async () => {
    const watch = "const { exit } = process; process.exit = (code) => { console.error('made to exit'); exit(code); };";
    workspace.write("exits.cjs", `if (process.argv[1]?.endsWith("toolgate.js")) { ${watch} }`);
    workspace.env["NODE_OPTIONS"] = `--require ${path.join(workspace.folder, "exits.cjs")}`;
    const server = workspace.start(["serve", "--port", "0"]);
    delete workspace.env["NODE_OPTIONS"];
    await server.seen("stdout", /127\.0\.0\.1/);
    server.child.kill("SIGTERM");
    const { code, stderr } = await server.ended;
    expect([code, stderr]).toEqual([0, expect.not.stringContaining("made to exit")]);
  });

  it.concurrent.each(["SIGTERM", "end of input"])("ends at %s although its client reads no more", async (how) => {
    const server = workspace.start(["serve", "--stdio"]);
    const { child, ended } = server;
    const send = (message: object): void =>
      void child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    const clientInfo = { name: "test", version: "1" };
    send({ id: 0, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo } });
    send({ method: "notifications/initialized" });
    await server.seen("stdout", /"id":0/);
    child.stdout?.pause();
    // Far more than a pipe holds.
    for (let id = 1; id <= 300; id++) send({ id, method: "tools/list", params: {} });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    if (how === "SIGTERM") child.kill("SIGTERM");
    else child.stdin?.end();
    await once(child, "exit");
    child.stdout?.resume();
    expect(await ended).toMatchObject({ code: 0 });
  });

  it("prints the same token after a restart, from a file that only its owner can read, until it is revoked", async () => {
    const first = await tokenOf(workspace);
    expect(await tokenOf(workspace)).toBe(first);
    const file = path.join(workspace.env["TOOLGATE_HOME"] ?? "", "data/local-agent-token");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const tokens = (await workspace.json(["tokens", "list"])) as { id: string; agent: string }[];
    const id = tokens.find(({ agent }) => agent === "local-http")?.id ?? "";
    await workspace.run(["tokens", "revoke", id]);
    expect(await tokenOf(workspace)).not.toBe(first);
  });

  it("serves a client that starts it with the printed entry, from any folder", async () => {
    const server = workspace.start(["serve", "--port", "0", "--json"]);
    const served = JSON.parse((await server.seen("stdout", /^\{[^]*\n\}\n/))[0]) as Served;
    server.child.kill("SIGTERM");
    await server.ended;
    const entry = served.clients.stdio.find(({ file }) => file?.includes(".mcp.json") === true);
    const { mcpServers } = JSON.parse(entry?.text ?? "") as {
      mcpServers: { toolgate: { command: string; args: string[]; env: Record<string, string> } };
    };
    const { PATH = "" } = process.env;
    const { command, args, env } = mcpServers.toolgate;
    const client = new Client({ name: "test", version: "1" });
    await client.connect(
      new StdioClientTransport({ command, args, env: { PATH, ...env }, cwd: "/", stderr: "ignore" }),
    );
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "ask",
      "paint",
      "say",
      "session.status",
      "slow",
      "toolgate_extensions",
    ]);
    const result = await client.callTool({ name: "say", arguments: { text: "over stdio" } });
    expect(JSON.stringify(result.content)).toContain("over stdio");
    await client.close();
  });

  it("opens the page for answers with a link that only a terminal is shown, and leaves no address behind", async () => {
    const server = workspace.start(["serve", "--port", "0"]);
    await server.seen("stderr", /`toolgate approvals link` gives a link/);
    const { url } = (await workspace.json(["approvals", "link"])) as { readonly url: string };
    const browser = createBrowser(new URL(url).origin);
    const opened = await browser.open(url);
    expect([opened.status, opened.headers["location"]]).toEqual([303, "/approvals"]);
    expect((await browser.get("/approvals")).text).toContain("No call waits for a human.");
    server.child.kill("SIGTERM");
    const { stdout, stderr } = await server.ended;
    expect(stdout + stderr).not.toContain("/approvals/login/");
    const none = await workspace.run(["approvals", "link"]);
    expect(none.code).toBe(1);
    expect(none.stderr).toMatch(/NO_PAGE[^]*`--config`/);
    expect(none.stderr.replace(/\s+/g, "")).toContain(workspace.folder);
  });

  it("prints entries for people, and says what is wrong with the tool files", async () => {
    const broken = createWorkspace();
    await broken.run(["init"]);
    broken.write("tools/broken.toml", 'name = "b"\nkind = "comand"\n');
    await broken.run(["trust", "--yes"]);
    const server = broken.start(["serve", "--port", "0"]);
    await server.seen("stdout", /4 tools[^]*broken\.toml:2:\d+[^]*1 error/);
    server.child.kill("SIGINT");
    const { code, stdout } = await server.ended;
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /claude mcp add --transport http toolgate http:\/\/127\.0\.0\.1:\d+\/mcp --header "Authorization: Bearer tg_/,
    );
    expect(stdout).toContain(".cursor/mcp.json");
    expect(stdout).toContain(".vscode/mcp.json");
    expect(stdout).toMatch(/^ {2}\{\n {4}"mcpServers": \{\n {6}"toolgate": \{$/m);
    expect(stdout).toMatch(/^ {2}\[mcp_servers\.toolgate\]\n[^]*^ {2}tool_timeout_sec = 180$/m);
  });

  it("does not print a token that it was given, and refuses one that is not valid", async () => {
    const given = (await workspace.run(["tokens", "create"])).stdout.trim();
    const env = { ...workspace.env };
    try {
      workspace.env["TOOLGATE_TOKEN"] = given;
      const server = workspace.start(["serve", "--port", "0"]);
      await server.seen("stdout", /Authorization: Bearer \$TOOLGATE_TOKEN/);
      server.child.kill("SIGTERM");
      expect((await server.ended).stdout).not.toContain("tg_");
      workspace.env["TOOLGATE_TOKEN"] = "tg_wrong";
      expect(await workspace.run(["serve", "--port", "0"])).toMatchObject({ code: 1, stdout: "" });
    } finally {
      delete workspace.env["TOOLGATE_TOKEN"];
      Object.assign(workspace.env, env);
    }
  });

  it("says what to do about a taken port, and about options that do not go together", async () => {
    const server = workspace.start(["serve", "--port", "0", "--json"]);
    const { url } = JSON.parse((await server.seen("stdout", /^\{[^]*\n\}\n/))[0]) as Served;
    const { code, stderr } = await workspace.run(["serve", "--port", new URL(url).port]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/PORT_IN_USE[^]*`--port 0`/);
    const untrusted = createWorkspace();
    untrusted.write("toolgate.toml", "[server]\nport = 1\n");
    const refused = await untrusted.run(["serve", "--port", new URL(url).port]);
    expect(refused.stderr).toMatch(/is not trusted yet: [^]*what it sets[^]*PORT_IN_USE/);
    server.child.kill("SIGTERM");
    await server.ended;
    expect((await workspace.run(["serve", "--stdio", "--port", "1"])).code).toBe(2);
  });
});

async function tokenOf(place: Workspace): Promise<string> {
  const server = place.start(["serve", "--port", "0", "--json"]);
  const { token } = JSON.parse((await server.seen("stdout", /^\{[^]*\n\}\n/))[0]) as Served;
  server.child.kill("SIGTERM");
  await server.ended;
  return token;
}
