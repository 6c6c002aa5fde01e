import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { makeTool } from "../tools.fixture.ts";
import { expandGroup } from "./expand-group.ts";
import { compileProfile } from "../../policy/visibility/compile-profile.ts";
import { toPolicyTool } from "../../policy/to-policy-tool.ts";
import { GROUPS, PROFILES } from "./group-table.ts";
import { listGroups } from "./list-groups.ts";

const BUILTIN = { format: "library", layer: "builtin", file: null, line: 0, column: 0 } as const;
const MCP = { kind: "mcp", server: "github", tool: "x", fieldMap: {} } as const;
const TOOLS = [
  makeTool("dns_lookup", { group: "network" }),
  makeTool("fs.delete", { origin: BUILTIN }),
  makeTool("fs.read", { origin: BUILTIN }),
  makeTool("issues", { backend: MCP }),
  makeTool("mailbox", { group: "team" }),
  makeTool("session.status"),
  makeTool("shell.exec", { origin: BUILTIN }),
  makeTool("skill_search"),
  makeTool("web_fetch"),
];

function names(expansion: ReturnType<typeof expandGroup>): readonly string[] | string {
  return expansion.ok ? expansion.tools.map(({ name }) => name) : expansion.code;
}

describe("expandGroup", () => {
  it.each([
    ["group:fs", ["fs.delete", "fs.read"]],
    ["fs", ["fs.delete", "fs.read"]],
    ["runtime", ["shell.exec"]],
    ["shell", ["shell.exec"]],
    ["web", ["web_fetch"]],
    ["knowledge", ["skill_search"]],
    ["network", ["dns_lookup"]],
    ["mcp", ["issues"]],
    ["mcp:github", ["issues"]],
    ["teams", ["mailbox"]],
    ["team", ["mailbox"]],
    ["delegation", []],
    ["ui", []],
    ["goclaw", ["fs.delete", "fs.read", "session.status", "shell.exec", "skill_search", "web_fetch"]],
  ])("%s means %j", (ref, expected) => {
    expect(names(expandGroup(ref, TOOLS))).toEqual(expected);
  });

  it.each(["group:fss", "group:", "mcp:gitlab", "__proto__", "toString", "group:group:fs", "FS"])(
    "knows no group %s",
    (ref) => expect(names(expandGroup(ref, TOOLS))).toBe("unknown-group"),
  );

  it("says what may have been meant, and shows no control characters", () => {
    expect(expandGroup("group:runtme", TOOLS)).toMatchObject({
      message: 'there is no group "runtme", did you mean `runtime`?',
    });
    expect(expandGroup("\u001b[2J", [])).toMatchObject({ message: expect.not.stringContaining("\u001b") as string });
  });

  it.each(Object.keys(GROUPS))("knows %s without any tool", (name) => {
    expect(names(expandGroup(name, []))).toEqual([]);
  });
});

describe("built-in profiles", () => {
  const shown = (name: string): readonly string[] =>
    TOOLS.filter((tool) => compileProfile(name, {})(toPolicyTool(tool))).map((tool) => tool.name);

  it.each([
    ["full", TOOLS.map(({ name }) => name)],
    ["minimal", ["session.status"]],
    ["coding", ["fs.delete", "fs.read", "session.status", "shell.exec", "skill_search", "web_fetch"]],
    ["messaging", ["session.status", "skill_search", "web_fetch"]],
  ])("%s lets through %j", (name, expected) => expect(shown(name)).toEqual(expected));

  it.each(["", "ful", "Full", "constructor"])("lets nothing through for the unknown %j", (name) =>
    expect(shown(name)).toEqual([]),
  );

  it("names only groups that exist", () => {
    const refs = Object.values(PROFILES).flatMap((entries) => entries?.filter((ref) => ref.startsWith("group:")) ?? []);
    for (const ref of refs) expect(expandGroup(ref, []).ok).toBe(true);
  });
});

describe("listGroups", () => {
  it("says who is in which group, each group once", () => {
    const groups = new Map(listGroups(TOOLS).map(({ name, tools }) => [name, tools]));
    expect(groups.get("fs")).toEqual(["fs.delete", "fs.read"]);
    expect(groups.get("teams")).toEqual(["mailbox"]);
    expect(groups.has("team")).toBe(false);
    for (const [name, tools] of groups) expect(names(expandGroup(name, TOOLS))).toEqual(tools);
  });
});

describe("the page about groups", () => {
  const page = readFileSync(
    path.resolve(import.meta.dirname, "../../../docs/reference/groups-and-profiles.md"),
    "utf8",
  );

  it.each([...Object.entries(GROUPS), ...Object.entries(PROFILES)])("has the row of %s", (name, members) => {
    const rows = page.split("\n").filter((line) => line.startsWith(`| \`${name}\` `));
    const shown = rows.map((row) => [...row.matchAll(/`([^`]+)`/g)].map((match) => match[1]));
    expect(shown).toContainEqual([name, ...(members ?? [])]);
  });
});
