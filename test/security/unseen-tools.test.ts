import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/json.ts";
import { createTestWorkspace } from "../support/workspace.ts";
import type { TestGateway, TestWorkspace } from "../support/workspace.ts";
import { toolText } from "./tools.fixture.ts";

let workspace: TestWorkspace;
let gateway: TestGateway;

beforeAll(async () => {
  const params = '[params.token_of_the_bank]\ntype = "integer"';
  workspace = createTestWorkspace({
    config: `[permissions]
mode = "autonomous"
deny = ["mcp_ruled__*"]
[packs]
fs = true
[policy]
deny = ["hidden*", "fs.read", "group:mcp:secret"]
${toServers(SERVERS)}`,
    tools: {
      hidden: toolText("hidden", "echo", ["{{token_of_the_bank}}"], params),
      hidden_off: toolText("hidden_off", "echo", [], "enabled = false"),
      hidden_plain: toolText("hidden_plain", "echo", []),
      shown: toolText("shown", "echo", []),
    },
  });
  gateway = await workspace.open();
});
afterAll(() => workspace.remove());

const SERVERS = {
  docs: 'tools_deny = ["drop*"]',
  secret: "",
  ruled: "",
  granted: 'access = "granted"',
  inner: 'prefix = "mcp_docs__in"\naccess = "granted"',
  off: "enabled = false",
  short: 'prefix = "s"',
  bare: 'prefix = ""',
} as const;

/** Servers that nobody ever connected to, by name, with what more their tables say. */
function toServers(servers: Readonly<Record<string, string>>): string {
  return Object.entries(servers)
    .map(([name, more]) => `[mcp.servers.${name}]\nurl = "http://127.0.0.1:1/mcp"\nlazy = true\n${more}\n`)
    .join("");
}

/** What the caller is told and what of it they may read later, without what differs from call to call. */
async function learn(tool: string, args: JsonObject): Promise<unknown> {
  const outcome = await gateway.call(tool, args);
  const [record] = await gateway.runtime.control.audit.query({ callId: outcome.callId, limit: 1 });
  const { kind, tool: recorded, status, code, data } = record ?? {};
  const learned = { ...outcome, callId: "", record: { kind, recorded, status, code, error: data?.["error"] } };
  return JSON.parse(JSON.stringify(learned).replaceAll(tool, "NAME")) as unknown;
}

const CALLS: readonly (readonly [string, string, JsonObject])[] = [
  ["a good call", "hidden", { token_of_the_bank: 1 }],
  ["one without arguments", "hidden_plain", {}],
  ["arguments that do not fit", "hidden", { token_of_the_bank: "x" }],
  ["arguments that are missing", "hidden", {}],
  ["a tool that is switched off", "hidden_off", {}],
  ["another name of the tool", "Read", {}],
  ["another name of the tool, and a place outside", "Read", { path: "/etc/passwd" }],
];

describe("a tool that the caller is not shown reads as one that is not there", () => {
  it.each(CALLS)("for %s", async (_, tool, args) => {
    expect(await learn(tool, args)).toEqual(await learn("no_such_tool_at_all", {}));
  });

  it("for a name that is nearly that of a shown one", async () => {
    expect(await gateway.call("show", {})).toMatchObject({
      error: { message: expect.stringContaining("`shown`") as string },
    });
  });

  it.each(CALLS)("also while nothing may run, for %s", async (_, tool, args) => {
    const by = await gateway.runtime.control.owner();
    await gateway.runtime.control.setPaused({ reason: "a test" }, by);
    expect(await learn(tool, args)).toEqual(await learn("no_such_tool_at_all", {}));
    await gateway.runtime.control.setPaused(null, by);
  });

  it("and operators find in the record what hid it", async () => {
    const { callId } = await gateway.call("hidden_plain", {});
    const [record] = await gateway.runtime.control.audit.query({ callId, limit: 1 });
    expect(record?.data).toMatchObject({ decision: { code: "DENIED_NOT_VISIBLE" }, error: { code: "UNKNOWN_TOOL" } });
  });
});

describe("a tool of a server that was never connected to", () => {
  it.each([
    ["mcp_docs__search", "docs"],
    ["s__search", "short"],
  ])("%s says what to do where the caller may see it", async (tool, server) => {
    const { error } = await gateway.call(tool);
    expect(error).toMatchObject({
      code: "UNKNOWN_TOOL",
      hint: expect.stringContaining(`servers test ${server}\``) as string,
    });
  });

  it.each([
    ["that visibility hides", "mcp_secret__search"],
    ["that a rule denies", "mcp_ruled__search"],
    ["that needs a grant", "mcp_granted__search"],
    ["that is switched off", "mcp_off__search"],
    ["that is left out of its server", "mcp_docs__drop_all"],
    ["without a name", "mcp_docs__"],
    ["of a server that is hidden, whose names begin like those of another", "mcp_docs__in__search"],
    ["of no server", "mcp_nobody__search"],
  ])("%s reads as one of no server", async (_, tool) => {
    expect(await learn(tool, {})).toEqual(await learn("no_such_tool_at_all", {}));
  });

  it("says nothing to a request that limits itself to others", async () => {
    const { error } = await gateway.call("mcp_docs__search", {}, { hints: { allow: ["shown"] } });
    expect(JSON.stringify(error)).not.toContain("servers test");
  });

  it("is known to an agent with a grant, by the names that it covers", async () => {
    const { access } = gateway.runtime.control;
    const { control } = gateway.runtime;
    const wanted = {
      server: "granted",
      toolAllow: ["list_*"],
      toolDeny: [],
      enabled: true,
      overrides: {},
      expiresAt: null,
    } as const;
    const subject = { kind: "agent", name: "test" } as const;
    expect(await access.grant({ ...wanted, subject }, await control.owner())).toMatchObject({ ok: true });
    expect((await gateway.call("mcp_granted__list_all")).error?.hint).toContain("servers test granted");
    expect((await gateway.call("mcp_granted__drop_all")).error?.hint).not.toContain("granted");
  });
});
