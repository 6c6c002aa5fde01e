import { describe, expect, it } from "vitest";
import { parseTomlWithPositions } from "../../manifest/toml/parse-toml.ts";
import { addPermissions } from "./add-permissions.ts";
import { addServers } from "./add-servers.ts";

const RULES = { mode: null, rules: { allow: ["a.b"], ask: [], deny: ["c", "d"] } };

describe("addPermissions", () => {
  it.each([
    ["", '[permissions]\nallow = [ "a.b" ]\ndeny = [ "c", "d" ]\n'],
    ["# x\n[server]\nport = 1", '# x\n[server]\nport = 1\n\n[permissions]\nallow = [ "a.b" ]\ndeny = [ "c", "d" ]\n'],
    [
      "[permissions] # y\nmode = 'plan'\n",
      '[permissions] # y\nallow = [ "a.b" ]\ndeny = [ "c", "d" ]\nmode = \'plan\'\n',
    ],
    [
      '[permissions]\nallow = ["x"] # mine\ndeny = [\n  "y", # why\n]\n',
      '[permissions]\nallow = ["x", "a.b"] # mine\ndeny = [\n  "y",\n  "c",\n  "d", # why\n]\n',
    ],
    ['[permissions]\nallow = []\ndeny = ["]"]\n', '[permissions]\nallow = ["a.b"]\ndeny = ["]", "c", "d"]\n'],
    ["[permissions]", '[permissions]\nallow = [ "a.b" ]\ndeny = [ "c", "d" ]\n'],
  ])("changes %j only where it must", (before, after) => {
    expect(addPermissions(before, RULES)).toBe(after);
    expect(parseTomlWithPositions(after, "x").document).not.toBeNull();
  });

  it("puts a mode in the place of another", () => {
    const none = { allow: [], ask: [], deny: [] };
    expect(addPermissions('[permissions]\nmode = "default" # x\n', { mode: "plan", rules: none })).toBe(
      '[permissions]\nmode = "plan" # x\n',
    );
  });

  it.each(['permissions = { mode = "plan" }\n', 'permissions.mode = "plan"\n'])("gives up on %j", (text) => {
    expect(addPermissions(text, RULES)).toBeNull();
  });
});

describe("addServers", () => {
  const server = { command: "x", env: { A: "${A}" } };

  it("leaves everything before as it is", () => {
    const before = "# mine\r\n[server]\r\nport = 1";
    const after = addServers(before, [["s.t", server]], []);
    expect(after.startsWith(before)).toBe(true);
    expect(parseTomlWithPositions(after, "x").document?.root).toMatchObject({
      mcp: { servers: { "s.t": { command: "x" } } },
    });
  });

  it("takes out one server whole, and no other", () => {
    const before =
      '[mcp.servers.a]\ncommand = "old"\n\n[mcp.servers.a.env]\nB = "1"\n\n[mcp.servers.ab]\ncommand = "y" # keep\n';
    const after = addServers(before, [["a", server]], ["a"]);
    expect(after).toContain('[mcp.servers.ab]\ncommand = "y" # keep\n');
    expect(parseTomlWithPositions(after, "x").document?.root).toEqual({
      mcp: { servers: { ab: { command: "y" }, a: { command: "x", env: { A: "${A}" } } } },
    });
  });
});
