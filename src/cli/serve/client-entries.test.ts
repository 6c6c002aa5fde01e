import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { parse } from "smol-toml";
import type { Config } from "../../config/config.ts";
import type { StdioAccess } from "./client-entries.ts";
import { toHttpEntries, toStdioEntries } from "./client-entries.ts";
import { describeStdio } from "./stdio-access.ts";

describe("toHttpEntries", () => {
  it("gives each client valid JSON with the address and the token", () => {
    const entries = toHttpEntries({ url: "http://127.0.0.1:1/mcp", token: "tg_x" }).filter(({ file }) => file !== null);
    expect(entries.map(({ file }) => file)).toEqual([".mcp.json", ".cursor/mcp.json", ".vscode/mcp.json"]);
    for (const { text } of entries) {
      const [servers] = Object.values(JSON.parse(text) as Record<string, Record<string, unknown>>);
      expect(servers?.["toolgate"]).toMatchObject({
        url: "http://127.0.0.1:1/mcp",
        headers: { Authorization: "Bearer tg_x" },
      });
    }
  });
});

describe("toStdioEntries", () => {
  it("is read by a shell as the very same arguments, whatever the paths hold", () => {
    const odd = {
      command: "/opt/my node/it's",
      args: ["/a b/$(id).js", "serve"],
      env: { TOOLGATE_HOME: "/h $x" },
      toolTimeoutSeconds: 1,
    };
    const line = toStdioEntries(odd)[0]?.text ?? "";
    const script = `claude() { printf '%s\\n' "$@"; }; ${line}`;
    const words = execFileSync("bash", ["--norc", "-c", script], { encoding: "utf8" }).trimEnd().split("\n");
    expect(words).toEqual(["mcp", "add", "toolgate", "--env", "TOOLGATE_HOME=/h $x", "--", odd.command, ...odd.args]);
  });

  it("leaves an empty environment out", () => {
    const [, entry] = toStdioEntries({ command: "/n", args: [], env: {}, toolTimeoutSeconds: 1 });
    expect(entry?.text).toBe('{"mcpServers":{"toolgate":{"command":"/n","args":[]}}}');
  });
});

describe("the entry for Codex", () => {
  const toTable = (access: StdioAccess): unknown => {
    const text = toStdioEntries(access).find(({ client }) => client === "Codex")?.text ?? "";
    return (parse(text) as { mcp_servers: Record<string, unknown> }).mcp_servers["toolgate"];
  };

  it("is TOML that says the very same, whatever the paths hold", () => {
    const odd = { command: `/o "p"/\\ \u007f`, args: ["/a\nb'.js", "serve"], env: { TOOLGATE_HOME: "/h ü" } };
    expect(toTable({ ...odd, toolTimeoutSeconds: 180 })).toEqual({
      ...odd,
      args: [...odd.args, "--agent", "codex"],
      tool_timeout_sec: 180,
    });
  });

  it("leaves an empty environment out", () => {
    expect(toTable({ command: "/n", args: [], env: {}, toolTimeoutSeconds: 1 })).not.toHaveProperty("env");
  });
});

describe("describeStdio", () => {
  const permissions = { approvalTimeoutMs: 90_500 } as Config["permissions"];

  it("uses absolute paths, and says where the data is when that is not the usual place", () => {
    const config = { configFile: "/w/toolgate.toml", permissions } as Config;
    const access = describeStdio(config, { TOOLGATE_HOME: "/data", HOME: "/home/me" });
    expect(access.command).toBe(process.execPath);
    expect(access.args[0]).toMatch(/^\/.*bin\/toolgate\.js$/);
    expect(access.args.slice(1)).toEqual(["serve", "--stdio", "--config", "/w/toolgate.toml"]);
    expect(access.toolTimeoutSeconds).toBe(151);
    expect(access.env).toEqual({ TOOLGATE_HOME: "/data" });
  });
});
