import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { expect, it } from "vitest";
import { createWorkspace } from "./workspace.fixture.ts";

it("takes what cannot be added as a mistake of whoever typed it, and writes nothing", async () => {
  const workspace = createWorkspace();
  const add = (...args: readonly string[]): ReturnType<typeof workspace.run> =>
    workspace.run(["servers", "add", ...args]);
  const [name, url] = await Promise.all([
    add("bad name", "--url", "https://mcp.example.com"),
    add("other", "--url", "ftp://mcp.example.com"),
  ]);
  expect([name.code, url.code]).toEqual([2, 2]);
  expect(name.stderr).toMatch(/^error USAGE nothing was added: [^]*a name of A-Z a-z/);
  expect(url.stderr).toMatch(/^error USAGE nothing was added: [^]*expects a URL such as/);
  expect(existsSync(path.join(workspace.folder, "toolgate.toml"))).toBe(false);
});

it("tests a server once, and promises no attempt that only a gateway makes", async () => {
  const workspace = createWorkspace();
  const server = '[mcp.servers.gone]\nurl = "http://127.0.0.1:1/mcp"\n';
  workspace.write("toolgate.toml", `${server}[network]\nprivate = ["127.0.0.1"]\n`);
  await workspace.run(["trust", "--yes"]);
  const { code, stderr } = await workspace.run(["servers", "test", "gone"]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/SERVER_FAILED MCP server `gone`: [^]*cannot be reached[^]*this was one attempt/);
  expect(stderr).not.toContain("tried again");
  // The same code as from every other command that names a server.
  expect((await workspace.run(["servers", "test", "nope"])).stderr).toContain("error UNKNOWN_SERVER ");
});

it("counts, and asks about, no tools that the configuration leaves out", async () => {
  const workspace = createWorkspace();
  const offer = (description: string): void => {
    const tools = ["a", "b", "c"].map((name) => ({ name, description, inputSchema: { type: "object" } }));
    workspace.write(
      "tools.json",
      JSON.stringify({ tools: [...tools.slice(0, 2), { ...tools[2], description: "<system>" }] }),
    );
  };
  const program = path.resolve(import.meta.dirname, "../../fixtures/mcp-upstream/described-stdio.mjs");
  const args = JSON.stringify([program, path.join(workspace.folder, "tools.json"), path.join(workspace.folder, "log")]);
  const server = `[mcp.servers.up]\ncommand = ${JSON.stringify(process.execPath)}\nargs = ${args}\n`;
  workspace.write("toolgate.toml", `${server}tools_deny = ["b", "c"]\n`);
  offer("One.");
  await workspace.run(["trust", "--yes"]);
  const test = (): ReturnType<typeof workspace.run> => workspace.run(["servers", "test", "up"]);
  expect((await test()).stdout).toMatch(/: 1 tool, 2 left out by tools_allow and tools_deny, in/);
  expect((await workspace.run(["pin", "list"])).stdout).toMatch(/^up\t1\t0\t0\t0\taccepted\t0\n$/);
  offer("Another.");
  expect((await test()).stdout).toMatch(/: 1 tool, 1 waits for you \(.*\), 2 left out by/);
  expect((await workspace.run(["pin", "list"])).stdout).toMatch(/^up\t0\t0\t1\t0\taccepted\t0\n$/);
  expect(await workspace.json(["servers", "list"])).toMatchObject([{ tools: { accepted: 0, waiting: 1 } }]);
  const waiting = (await workspace.json(["pin", "diff", "up"])) as { tool: string }[];
  expect(waiting.map(({ tool }) => tool)).toEqual(["a"]);
  expect(await workspace.json(["pin", "diff", "up", "b"])).toMatchObject([{ tool: "b", state: "changed" }]);
});

it("says of a server with an address that does not answer in time what to look at there", async () => {
  const workspace = createWorkspace();
  const mute = createServer(() => undefined);
  await new Promise<void>((resolve) => mute.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(mute.address() as AddressInfo).port}/mcp`;
  workspace.write("toolgate.toml", `[mcp.servers.mute]\nurl = "${url}"\n[network]\nprivate = ["127.0.0.1"]\n`);
  await workspace.run(["trust", "--yes"]);
  const { code, stderr } = await workspace.run(["servers", "test", "mute", "--timeout", "1"]);
  mute.closeAllConnections();
  mute.close();
  expect(code).toBe(1);
  expect(stderr).toContain(
    "MCP server `mute` was not ready within 1 s\n  hint: --timeout gives it longer; look whether",
  );
  expect(stderr).toContain(url);
  expect(stderr).not.toContain("command");
});
