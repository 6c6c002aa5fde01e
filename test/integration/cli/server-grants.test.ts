import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, it } from "vitest";
import { createWorkspace } from "./workspace.fixture.ts";
import type { Workspace } from "./workspace.fixture.ts";

const SCRIPT = fileURLToPath(new URL("../../fixtures/mcp-upstream/described-stdio.mjs", import.meta.url));
const CALL = ["call", "mcp_up__list_issues", "--agent", "claude", "--json"];

let workspace: Workspace;
const log = (): string => path.join(workspace.folder, "calls.log");

beforeEach(async () => {
  workspace = createWorkspace();
  const tools = ["list_issues", "delete_issue"].map((name) => ({ name, inputSchema: { type: "object" } }));
  workspace.write("upstream.json", JSON.stringify({ name: "described", tools }));
  const args = JSON.stringify([SCRIPT, path.join(workspace.folder, "upstream.json"), log()]);
  const server = `command = ${JSON.stringify(process.execPath)}\nargs = ${args}\n`;
  workspace.write(
    "toolgate.toml",
    `[permissions]\nallow = ["*"]\n\n[mcp.servers.up]\n${server}access = "granted"\n\n[mcp.servers.open]\n${server}`,
  );
  expect(await workspace.run(["trust", "--yes"])).toMatchObject({ code: 0 });
  expect(await workspace.run(["servers", "test", "up"])).toMatchObject({ code: 0 });
});

async function run(...args: readonly string[]): Promise<unknown> {
  const { code, stdout, stderr } = await workspace.run([...args, "--json"]);
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}: ${stderr}${stdout}`);
  return JSON.parse(stdout) as unknown;
}

describe("grants and requests on the command line", () => {
  it("lead from a refused call to one that runs, and back", async () => {
    const refused = await workspace.run([...CALL]);
    expect(refused.code).toBe(3);
    const asking = /toolgate (requests create up --agent claude --tool list_issues)/.exec(refused.stdout);
    expect(asking?.[1]).toBeDefined();
    const asked = (await run(...(asking?.[1] ?? "").split(" "), "--reason", "triage")) as { id: string };
    expect(await run("requests", "list")).toMatchObject([
      { id: asked.id, status: "pending", requestedWith: "local-agent:claude", toolAllow: ["list_issues"] },
    ]);
    expect((await workspace.run([...CALL])).code).toBe(3);
    expect(existsSync(log())).toBe(false);
    const approved = await run("requests", "approve", asked.id.slice(0, 8), "--for", "8h", "--note", "go");
    expect(approved).toMatchObject({ verdict: "approve", grant: { toolAllow: ["list_issues"], request: asked.id } });
    expect((await workspace.run([...CALL])).code).toBe(0);
    expect((await workspace.run(["call", "mcp_up__delete_issue", "--agent", "claude"])).code).toBe(3);
    expect(await run("requests", "list")).toEqual([]);
    expect(await run("requests", "list", "--all")).toMatchObject([{ status: "approved", reviewNote: "go" }]);
    const again = await workspace.run(["requests", "reject", asked.id]);
    expect(again).toMatchObject({ code: 3, stderr: expect.stringContaining("OVER") as string });
    expect(await run("grants", "revoke", "up/claude")).toMatchObject({ kind: "server", revoked: true });
    expect((await workspace.run([...CALL])).code).toBe(3);
    expect((await workspace.run(["audit", "verify"])).code).toBe(0);
  });

  it("show both kinds of grants, and take both back", async () => {
    const added = await run(
      ...["grants", "add", "up", "--agent", "claude", "--tool-allow", "list_*,get_*", "--tool-allow", "x"],
      ...["--tool-deny", "get_secret", "--until", "2100-01-01", "--override", "timeout_seconds=20"],
    );
    expect(added).toMatchObject({ toolAllow: ["list_*", "get_*", "x"], toolDeny: ["get_secret"], replaced: null });
    await run("grants", "add", "open", "--user", "somebody", "--off");
    expect(await run("grants", "list")).toMatchObject([
      { kind: "server", server: "open", subject: { kind: "user", name: "somebody" }, enabled: false },
      { kind: "server", server: "up", overrides: { timeout_seconds: 20 }, expiresAt: "2100-01-01T00:00:00.000Z" },
    ]);
    const { stdout } = await workspace.run(["grants", "list"]);
    expect(stdout).toContain("server\tup: list_*, get_*, x but get_secret, within 20 s\tagent claude");
    expect(stdout).toContain("server\topen: off\tuser somebody");
    const replaced = await workspace.run(["grants", "add", "up", "--agent", "claude"]);
    expect(replaced.stderr).toContain("It takes the place of: list_*, get_*, x but get_secret.");
    const revoked = await workspace.run(["grants", "revoke", "open/somebody"]);
    expect(revoked).toMatchObject({ code: 0, stderr: expect.stringContaining("rules alone decide") as string });
    expect((await workspace.run(["grants", "revoke", "open/somebody"])).stderr).toContain("UNKNOWN_GRANT");
  });

  it("let an agent ask with its own token, and no agent review", async () => {
    const { token } = (await run("tokens", "create", "--agent", "bot", "--principal", "eve")) as { token: string };
    const other = await workspace.run(["requests", "create", "up", "--agent", "claude", "--token", token]);
    expect(other).toMatchObject({ code: 3, stderr: expect.stringContaining("NOT_YOURS") as string });
    const { id } = (await run("requests", "create", "up", "--agent", "bot", "--token", token)) as { id: string };
    const own = await workspace.run(["requests", "approve", id, "--token", token]);
    expect(own).toMatchObject({ code: 3, stderr: expect.stringContaining("NOT_REVIEWER") as string });
    const approver = (await run("tokens", "create", "--role", "approver", "--agent", "desk")) as { token: string };
    expect((await workspace.run(["requests", "approve", id, "--token", "-"], { input: approver.token })).code).toBe(0);
  });

  it.each<readonly [string, readonly string[], number, string]>([
    ["whom nobody says", ["grants", "add", "up"], 2, "--agent and --user"],
    ["whom twice", ["grants", "add", "up", "--agent", "a", "--user", "b"], 2, "--agent and --user"],
    ["an empty name", ["grants", "add", "up", "--agent", "a", "--tool-allow", "x,"], 2, "none of them empty"],
    ["an unknown server", ["grants", "add", "nope", "--agent", "a"], 1, "UNKNOWN_SERVER"],
    ["an unknown key", ["grants", "add", "up", "--agent", "a", "--override", "command=sh"], 1, "BAD_GRANT"],
    ["no key", ["grants", "add", "up", "--agent", "a", "--override", "20"], 2, "key=value"],
    ["both ends", ["grants", "add", "up", "--agent", "a", "--for", "1h", "--until", "2100-01-01"], 2, "not both"],
    ["what needs no grant", ["requests", "create", "open", "--agent", "a"], 1, "NOT_NEEDED"],
    ["an unknown request", ["requests", "approve", "0123456789"], 1, "UNKNOWN_REQUEST"],
    [
      "a token of nobody",
      ["requests", "create", "up", "--agent", "a", "--token", "tg_x"],
      3,
      "`toolgate tokens list` shows which are valid",
    ],
  ])("refuse %s", async (_what, args, code, message) => {
    const ended = await workspace.run(args);
    expect(ended).toMatchObject({ code, stderr: expect.stringContaining(message) as string });
  });
});

describe("servers test and list", () => {
  it("say which tools are left out, and why", async () => {
    const marked = { type: "object", properties: { region: { type: "string", "x-mcp-header": "My Region" } } };
    const tools = [
      { name: "list_issues", inputSchema: { type: "object" } },
      { name: "marked", inputSchema: marked },
    ];
    workspace.write("upstream.json", JSON.stringify({ name: "described", tools }));
    const tested = await workspace.run(["servers", "test", "open"]);
    expect(tested.stderr).toMatch(/"marked" cannot be used: .*x-mcp-header/);
    const listed = await workspace.run(["servers", "list"]);
    expect(listed.stderr).toMatch(/open without "marked": .*x-mcp-header/);
    const all = (await run("servers", "list")) as readonly { name: string; tools: object; leftOut: object[] }[];
    const open = all.find(({ name }) => name === "open");
    expect(open).toMatchObject({ tools: { accepted: 1, waiting: 0 }, leftOut: [{ tool: "marked" }] });
  });

  it("say that a server is not the one that was accepted, where nothing of it can be used", async () => {
    const tools = [{ name: "list_issues", inputSchema: { type: "object" } }];
    workspace.write("upstream.json", JSON.stringify({ name: "somebody else", tools }));
    const note = /`up` is not the server whose tools were accepted, so none can be used: `toolgate pin diff up` shows/;
    expect((await workspace.run(["servers", "test", "up"])).stderr).toMatch(note);
    expect((await workspace.run(["servers", "list"])).stderr).toMatch(note);
  });
});
