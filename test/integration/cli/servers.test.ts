import { existsSync } from "node:fs";
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
