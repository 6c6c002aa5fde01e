import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
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
    const odd = { command: "/opt/my node/it's", args: ["/a b/$(id).js", "serve"], env: { TOOLGATE_HOME: "/h $x" } };
    const line = toStdioEntries(odd)[0]?.text ?? "";
    const script = `claude() { printf '%s\\n' "$@"; }; ${line}`;
    const words = execFileSync("bash", ["--norc", "-c", script], { encoding: "utf8" }).trimEnd().split("\n");
    expect(words).toEqual(["mcp", "add", "toolgate", "--env", "TOOLGATE_HOME=/h $x", "--", odd.command, ...odd.args]);
  });

  it("leaves an empty environment out", () => {
    const [, entry] = toStdioEntries({ command: "/n", args: [], env: {} });
    expect(entry?.text).toBe('{"mcpServers":{"toolgate":{"command":"/n","args":[]}}}');
  });
});

describe("describeStdio", () => {
  it("uses absolute paths, and says where the data is when that is not the usual place", () => {
    const access = describeStdio("/w/toolgate.toml", { TOOLGATE_HOME: "/data", HOME: "/home/me" });
    expect(access.command).toBe(process.execPath);
    expect(access.args[0]).toMatch(/^\/.*bin\/toolgate\.js$/);
    expect(access.args.slice(1)).toEqual(["serve", "--stdio", "--config", "/w/toolgate.toml"]);
    expect(access.env).toEqual({ TOOLGATE_HOME: "/data" });
  });
});
