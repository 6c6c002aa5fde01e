import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { parse } from "smol-toml";
import type { Config } from "../../config/config.ts";
import type { StdioAccess } from "./client-entries.ts";
import { toHttpEntries, toStdioEntries } from "./client-entries.ts";
import { describeStdio } from "./stdio-access.ts";

describe("toHttpEntries", () => {
  const URL = "http://127.0.0.1:1/mcp";
  const entries = toHttpEntries({ url: URL, token: "tg_x" }, 180);
  const textOf = (file: string): string => entries.find((entry) => entry.file === file)?.text ?? "";

  it.each([
    [".mcp.json", "mcpServers", { type: "http", url: URL }],
    [".cursor/mcp.json", "mcpServers", { url: URL }],
    [".vscode/mcp.json", "servers", { type: "http", url: URL }],
    ["~/.gemini/settings.json", "mcpServers", { httpUrl: URL }],
  ])("gives %s JSON with the address and the token", (file, key, server) => {
    const headers = { Authorization: "Bearer tg_x" };
    expect(JSON.parse(textOf(file))).toEqual({ [key]: { toolgate: { ...server, headers } } });
  });

  it("gives Codex TOML with the token, or with the name of the variable that has it", () => {
    const common = { url: URL, tool_timeout_sec: 180 };
    const header = { http_headers: { Authorization: "Bearer tg_x" } };
    expect(parse(textOf("~/.codex/config.toml"))).toEqual({ mcp_servers: { toolgate: { ...common, ...header } } });
    const named = toHttpEntries({ url: URL, token: "$TOOLGATE_TOKEN" }, 180).at(-1)?.text ?? "";
    expect(parse(named)).toEqual({ mcp_servers: { toolgate: { ...common, bearer_token_env_var: "TOOLGATE_TOKEN" } } });
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
