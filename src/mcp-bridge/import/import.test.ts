import { describe, expect, it } from "vitest";
import type { McpServer } from "../../config/mcp/mcp-server.ts";
import type { JsonObject, JsonValue } from "../../model/json.ts";
import { readListing } from "./read-listing.ts";
import { toPrefix, toToolName } from "./to-tool-name.ts";
import { createToolImport } from "./tool-import.ts";
import { toUpstreamTool } from "./to-upstream-tool.ts";

const SERVER = {
  name: "git-hub",
  layer: "user",
  transport: "http",
  target: "https://a.example/mcp",
  cwd: null,
  enabled: true,
  timeoutMs: 1000,
  prefix: "mcp_git_hub",
  toolsAllow: [],
  toolsDeny: [],
  readTools: ["get_*"],
  destructiveTools: ["*_all"],
  lazy: false,
  access: "rules",
} as unknown as McpServer;

describe("the name of an upstream tool", () => {
  it.each([
    ["mcp_docs", "search", "mcp_docs__search"],
    ["", "search", "search"],
    ["", "a.b-c_d", "a.b-c_d"],
  ])("with prefix %j and name %j is %j", (prefix, name, expected) => expect(toToolName(prefix, name)).toBe(expected));

  it.each(["a/b", "größe", "a b", "x".repeat(128), "-rf", "🙂", ".hidden", "a\u0000b"])(
    "can always be carried, and no two become one: %j",
    (name) => {
      const made = toToolName("mcp_a", name);
      expect(made).toMatch(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/);
      expect(toToolName("", name)).toMatch(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/);
      expect(made).not.toBe(toToolName("mcp_a", `${name}!`));
    },
  );

  it.each([
    ["github", "mcp_github"],
    ["git-hub.v2", "mcp_git_hub_v2"],
    ["mcp_own", "mcp_own"],
  ])("has the prefix of %j without one: %j", (server, prefix) => expect(toPrefix(server)).toBe(prefix));
});

describe("a listing", () => {
  const read = (tools: readonly JsonValue[]): readonly [readonly string[], readonly string[]] => {
    const { offer, problems } = readListing(
      { software: null, protocolVersion: "x", instructions: null, tools },
      SERVER,
    );
    return [[...offer.keys()], problems];
  };
  let deep: JsonValue = {};
  for (let depth = 0; depth < 10_000; depth += 1) deep = { a: deep };

  it.each<readonly [string, JsonValue, RegExp]>([
    ["no object", "x", /is no tool/],
    ["no name", { description: "x" }, /is no tool/],
    ["an empty name", { name: "" }, /1 to 128/],
    ["a long name", { name: "x".repeat(129) }, /1 to 128/],
    ["a name that is not seen", { name: "a\u200bb" }, /ZERO WIDTH SPACE/],
    ["a name that turns text around", { name: "a\u202eb" }, /RIGHT-TO-LEFT/],
    ["a definition that is too large", { name: "x", description: "x".repeat(300_000) }, /bytes long/],
    ["a definition that is too deep", { name: "x", inputSchema: deep }, /nested/],
  ])("without what cannot be kept: %s", (_what, tool, problem) => {
    const [names, problems] = read([{ name: "ok" }, tool]);
    expect(names).toEqual(["", "ok"]);
    expect(problems).toEqual([expect.stringMatching(problem)]);
  });

  it("takes none of two with one name", () => {
    const [names, problems] = read([{ name: "a" }, { name: "b" }, { name: "a", description: "evil" }]);
    expect(names).toEqual(["", "b"]);
    expect(problems).toEqual([expect.stringContaining("more than once")]);
  });
});

describe("an upstream tool", () => {
  const make = (definition: JsonObject, name = "get_all"): ReturnType<typeof toUpstreamTool> =>
    toUpstreamTool({ server: SERVER, name, definition, withheld: null });
  const input = { type: "object", properties: { a: { type: "string" } } };

  it.each([
    ["get_x", "read"],
    ["drop_all", "destructive"],
    ["get_all", "destructive"],
    ["set", "write"],
  ])("%s counts as %s, whatever it says of itself", (name, effect) => {
    const made = make({ inputSchema: input, annotations: { readOnlyHint: true, destructiveHint: false } }, name);
    expect(made).toMatchObject({ ok: true, tool: { effect, input: { kind: "schema", schema: input } } });
  });

  it.each<readonly [string, JsonValue]>([
    ["a reference to elsewhere", { type: "object", properties: { a: { $ref: "https://evil.example/s.json" } } }],
    ["a reference to a file", { type: "object", $ref: "file:///etc/passwd" }],
    ["a reference in a circle", { type: "object", $defs: { a: { $ref: "#/$defs/a" } }, $ref: "#/$defs/a" }],
    ["a pattern that no linear engine knows", { type: "object", properties: { a: { pattern: "(?=a)b" } } }],
    ["no object", { type: "string" }],
    ["no schema", 5],
    ["hidden text", { type: "object", description: "a\u200bb" }],
  ])("is none with %s in its schema", (_what, inputSchema) => {
    expect(make({ inputSchema })).toMatchObject({ ok: false });
  });

  it("is told without what acts on a terminal", () => {
    const made = make({ inputSchema: input, description: "\u001b[31mred\u001b[0m \u202eback" });
    expect(made).toMatchObject({ ok: true, tool: { description: "red \\u202eback" } });
  });
});

describe("the tools of a server that makes up new names for ever", () => {
  it("are forgotten, and so is what was wrong with them", () => {
    const tools = createToolImport(SERVER);
    const broken = JSON.stringify({ name: "a", inputSchema: { type: 7 } });
    expect(tools.read("a", broken, null)).toBeNull();
    expect(tools.problems()).toHaveLength(1);
    tools.keep(new Set(["b"]));
    expect(tools.problems()).toEqual([]);
  });
});
