import type { ChildProcess } from "node:child_process";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { LAUNCHER, runToolgate } from "../../support/command-line.ts";
import { until } from "../../support/workspace.ts";

/** The starter workspace and the tools of the printed formats, served by the real command line to the official client. */
let folder = "";
let home = "";
let env: NodeJS.ProcessEnv = {};
const clients: Client[] = [];
const gateways: ChildProcess[] = [];

const GREP = `
name = "text.grep"
description = "Finds lines"
kind = "command"
effect = "read"
binary = "grep"
args = ["--line-number", "--max-count={{max}}", "--regexp={{text}}", "--", "{{file}}"]
[params.text]
type = "text"
[params.file]
type = "path"
[params.max]
type = "int"
min = 1
max = 50
default = 5
`;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), "toolgate-e2e-")));
  home = realpathSync(mkdtempSync(path.join(tmpdir(), "toolgate-e2e-home-")));
  env = { ...process.env, TOOLGATE_HOME: home };
  cpSync("examples/starter", folder, { recursive: true });
  cpSync("examples/whitelist/git.toml", path.join(folder, "tools/git.toml"));
  writeFileSync(path.join(folder, "tools/grep.toml"), GREP);
  writeFileSync(path.join(folder, "notes.txt"), "first\nneedle; rm -rf /\nlast\n");
  execFileSync("sh", ["-c", "git init -q . && git add -A && git -c user.name=t -c user.email=t@t commit -qm start"], {
    cwd: folder,
  });
  const trusted = await runToolgate(["trust", "--yes"], { cwd: folder, env });
  expect(trusted.code).toBe(0);
});

afterEach(async () => {
  if (existsSync(path.join(folder, "tools/new.toml"))) {
    rmSync(path.join(folder, "tools/new.toml"));
    await runToolgate(["trust", "--yes"], { cwd: folder, env });
  }
  for (const client of clients.splice(0)) await client.close();
  for (const gateway of gateways.splice(0)) {
    if (gateway.exitCode !== null) continue;
    gateway.kill("SIGTERM");
    await once(gateway, "exit");
  }
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(home, { recursive: true, force: true });
});

async function connectStdio(): Promise<Client> {
  const client = new Client({ name: "e2e", version: "1" });
  clients.push(client);
  const entry = {
    command: process.execPath,
    args: [LAUNCHER, "serve", "--stdio"],
    cwd: folder,
    stderr: "ignore" as const,
  };
  await client.connect(new StdioClientTransport({ ...entry, env: { ...(env as Record<string, string>) } }));
  return client;
}

async function connectHttp(): Promise<Client> {
  const gateway = spawn(process.execPath, [LAUNCHER, "serve", "--port", "0", "--json"], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  gateways.push(gateway);
  let text = "";
  gateway.stdout.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  const { url, token } = await until(() => tryJson(text), "the gateway to print its address");
  const client = new Client({ name: "e2e", version: "1" });
  clients.push(client);
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  return client;
}

function tryJson(text: string): { url: string; token: string } | null {
  try {
    return JSON.parse(text) as { url: string; token: string };
  } catch {
    return null;
  }
}

interface Result {
  readonly isError?: boolean;
  readonly content: { type: string; text: string }[];
  readonly structuredContent?: Record<string, unknown>;
}

async function call(client: Client, name: string, args: Record<string, unknown>): Promise<Result> {
  return (await client.callTool({ name, arguments: args })) as unknown as Result;
}

it("tells whoever keeps the log of a stdio server what an edit did", async () => {
  const args = [LAUNCHER, "serve", "--stdio"];
  const server = spawn(process.execPath, args, { cwd: folder, env, stdio: "pipe" });
  gateways.push(server);
  let log = "";
  server.stderr.setEncoding("utf8").on("data", (chunk: string) => (log += chunk));
  // Any answer shows that the project was read as it was trusted; what comes later is a change.
  server.stdin.write("{}\n");
  await once(server.stdout, "data");
  writeFileSync(path.join(folder, "tools/new.toml"), GREP.replace("text.grep", "text.new"));
  await until(() => log.includes("changed-since-trust"), "the change to be told");
  expect(log).toContain("tools/new.toml");
});

describe.each([
  ["stdio", connectStdio],
  ["HTTP", connectHttp],
])("a real MCP client over %s", (_name, connect) => {
  it("lists the declared tools and runs real commands through the gate", async () => {
    const client = await connect();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "files.archive",
      "files.find",
      "git",
      "repo.log",
      "session.status",
      "text.grep",
      "toolgate_extensions",
    ]);
    expect(tools.find(({ name }) => name === "repo.log")?.inputSchema).toMatchObject({
      type: "object",
      properties: { limit: { type: "integer", minimum: 1, maximum: 100, default: 10 } },
      additionalProperties: false,
    });
    expect((await call(client, "repo.log", { limit: 1 })).content[0]?.text).toContain("start");
    expect((await call(client, "files.find", { text: "notes" })).content[0]?.text).toContain("notes.txt");
    expect((await call(client, "text.grep", { text: "needle; rm", file: "notes.txt" })).content[0]?.text).toContain(
      "2:needle",
    );
    const refused = await call(client, "text.grep", { text: "x", file: "../../etc/passwd" });
    expect(refused.isError).toBe(true);
    expect(refused.content[0]?.text).toContain("INVALID_ARGUMENTS");
  });

  it("makes a call that asks wait for an answer from another process", async () => {
    const client = await connect();
    const ending = call(client, "files.archive", { folder: "tools", name: "backup" });
    const approval = await until(async () => {
      const { stdout } = await runToolgate(["approvals", "list", "--json"], { cwd: folder, env });
      return (JSON.parse(stdout) as { id: string }[])[0];
    }, "the approval to be listed");
    const approved = await runToolgate(["approvals", "approve", approval.id], { cwd: folder, env });
    expect(approved.code).toBe(0);
    expect((await ending).isError ?? false).toBe(false);
    expect(existsSync(path.join(folder, "backup.tar.gz"))).toBe(true);
    const denied = call(client, "git", { args: ["status", "--short"] });
    const second = await until(async () => {
      const { stdout } = await runToolgate(["approvals", "list", "--json"], { cwd: folder, env });
      return (JSON.parse(stdout) as { id: string }[])[0];
    }, "the second approval to be listed");
    await runToolgate(["approvals", "deny", second.id, "--reason", "not now"], { cwd: folder, env });
    expect((await denied).content[0]?.text).toContain("not now");
    rmSync(path.join(folder, "backup.tar.gz"));
  });

  it("hears when a tool appears, once the change is trusted", async () => {
    const client = await connect();
    let heard = false;
    client.setNotificationHandler("notifications/tools/list_changed", () => {
      heard = true;
    });
    writeFileSync(path.join(folder, "tools/new.toml"), GREP.replace("text.grep", "text.new"));
    const before = await client.listTools();
    expect(before.tools.some(({ name }) => name === "text.new")).toBe(false);
    await runToolgate(["trust", "--yes"], { cwd: folder, env });
    await until(() => heard, "list_changed");
    const after = await client.listTools();
    expect(after.tools.some(({ name }) => name === "text.new")).toBe(true);
  });

  it("leaves a chain that verifies", async () => {
    const client = await connect();
    await call(client, "files.find", { text: "notes" });
    const verified = await runToolgate(["audit", "verify", "--json"], { cwd: folder, env });
    expect(JSON.parse(verified.stdout)).toMatchObject({ ok: true });
  });
});
