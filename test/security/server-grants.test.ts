import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AccessControl, WantedGrant } from "../../src/control/access/access-control.ts";
import type { Caller } from "../../src/model/caller.ts";
import type { JsonObject } from "../../src/model/json.ts";
import type { StoredServerGrant } from "../../src/storage/upstream-repositories.ts";
import { createTestWorkspace, until } from "../support/workspace.ts";
import type { TestGateway, TestWorkspace } from "../support/workspace.ts";

const SCRIPT = fileURLToPath(new URL("../fixtures/mcp-upstream/described-stdio.mjs", import.meta.url));
const TOOLS = ["list_issues", "delete_issue"].map((name) => ({
  name,
  description: `Does ${name}`,
  inputSchema: { type: "object" },
}));
const MANIFEST = `
[tool]
name = "issues"
version = "1.0.0"
description = "The issues, under a name of ours."
risk_tier = "low"

[mcp]
server = "up"
tool = "list_issues"
`;

let workspace: TestWorkspace;
let gateway: TestGateway;
let owner: Caller;
/** What reached the server; `null`: it was never even started. */
const calls = (): readonly JsonObject[] | null => {
  const file = path.join(workspace.folder, "calls.log");
  if (!existsSync(file)) return null;
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as JsonObject);
};
const names = async (one = gateway): Promise<readonly string[]> =>
  (await one.runtime.listTools(one.agent)).map(({ name }) => name).filter((name) => /^mcp_|^issues$/.test(name));

function configure(more: string): void {
  const args = JSON.stringify([
    SCRIPT,
    path.join(workspace.folder, "upstream.json"),
    path.join(workspace.folder, "calls.log"),
  ]);
  const server = `[mcp.servers.up]\ncommand = ${JSON.stringify(process.execPath)}\nargs = ${args}\n${more}\n`;
  workspace.write("toolgate.toml", `[permissions]\nallow = ["*"]\n\n${server}`);
}

async function open(): Promise<TestGateway> {
  const opened = await workspace.open();
  owner = await opened.runtime.control.owner();
  return opened;
}

function access(one = gateway): AccessControl {
  return one.runtime.control.access;
}

async function grant(change: Partial<WantedGrant> = {}, one = gateway): Promise<StoredServerGrant> {
  const subject = { kind: "agent", name: "test" } as const;
  const plain = { server: "up", subject, toolAllow: [], toolDeny: [], enabled: true, overrides: {}, expiresAt: null };
  const given = await access(one).grant({ ...plain, ...change }, owner);
  if (!given.ok) throw new Error(given.message);
  return given.grant;
}

/** Whether a gateway that starts afresh refuses the call without anything of the server being started or told. */
async function expectNotContacted(tool = "mcp_up__list_issues"): Promise<void> {
  const fresh = await open();
  const before = calls();
  const outcome = await fresh.call(tool);
  expect(outcome).toMatchObject({
    status: "refused",
    error: { code: "DENIED", details: { decision: "DENIED_BY_GRANT" } },
  });
  expect(fresh.runtime.upstream.servers()).toMatchObject([{ state: { kind: "idle" } }]);
  expect(calls()).toEqual(before);
  await fresh.close();
}

beforeEach(async () => {
  workspace = createTestWorkspace();
  writeFileSync(path.join(workspace.folder, "upstream.json"), JSON.stringify({ name: "described", tools: TOOLS }));
  workspace.write("tools/issues.clad.toml", MANIFEST);
  configure('access = "granted"');
  gateway = await open();
  await gateway.runtime.upstream.connect("up", AbortSignal.timeout(20_000));
});
afterEach(() => workspace.remove());

describe("a server for agents with a grant", () => {
  it("is neither shown to nor called for an agent without one, by whatever name", async () => {
    expect(await names()).toEqual([]);
    const outcome = await gateway.call("mcp_up__list_issues");
    expect(outcome.error?.message).toContain("the MCP server `up` is for agents with a grant");
    expect(outcome.error?.hint).toContain("`toolgate requests create up --agent test --tool list_issues`");
    expect(outcome.error?.hint).toContain("stays denied");
    expect(calls()).toBeNull();
    for (const tool of ["mcp_up__list_issues", "mcp_up__delete_issue", "issues"]) await expectNotContacted(tool);
  });

  it("is for an agent that was granted it, as far as it was, also in a gateway that runs already", async () => {
    const other = await open();
    await grant({ toolAllow: ["list_*"] }, other);
    expect(await names()).toEqual(["issues", "mcp_up__list_issues"]);
    expect(await gateway.call("mcp_up__list_issues")).toMatchObject({ status: "success" });
    expect(await gateway.call("issues")).toMatchObject({ status: "success" });
    expect(calls()).toHaveLength(2);
    const refused = await gateway.call("mcp_up__delete_issue");
    expect(refused.error?.message).toContain("does not cover its tool `delete_issue`");
    expect(calls()).toHaveLength(2);
    await expectNotContacted("mcp_up__delete_issue");
  });

  it("is refused from the next call on when the grant is taken back, in every process", async () => {
    const given = await grant();
    expect(await gateway.call("mcp_up__list_issues")).toMatchObject({ status: "success" });
    const other = await open();
    expect(await access(other).revoke(given.id, owner)).toBe(true);
    expect(await gateway.call("mcp_up__list_issues")).toMatchObject({ status: "refused", error: { code: "DENIED" } });
    expect(await names()).toEqual([]);
    expect(calls()).toHaveLength(1);
    await expectNotContacted();
  });

  it.each<readonly [string, Partial<WantedGrant>]>([
    ["is off", { enabled: false }],
    ["denies the tool", { toolAllow: ["list_issues"], toolDeny: ["list_*"] }],
    ["is another agent's", { subject: { kind: "agent", name: "other" } }],
    ["is the person's alone", { subject: { kind: "user", name: "root" } }],
    ["allows another name", { toolAllow: ["mcp_up__list_issues"] }],
  ])("is refused with a grant that %s", async (_what, change) => {
    await grant(change);
    await expectNotContacted();
    await expectNotContacted("issues");
  });

  it("is refused when the person is narrowed, whatever the agent was granted", async () => {
    await grant();
    const { principal } = gateway.agent;
    const person = await grant({ subject: { kind: "user", name: principal }, toolDeny: ["delete_*"] });
    expect(await names()).toEqual(["issues", "mcp_up__list_issues"]);
    const refused = await gateway.call("mcp_up__delete_issue");
    expect(refused.error?.message).toContain(`grant ${person.id.slice(0, 8)} of the MCP server \`up\` to user`);
    await expectNotContacted("mcp_up__delete_issue");
  });

  it("is neither shown nor called once the grant is over", async () => {
    const given = await grant({ expiresAt: new Date(Date.now() + 60_000).toISOString() });
    expect(await names()).toHaveLength(3);
    const { now } = Date;
    const end = Date.parse(given.expiresAt ?? "");
    // Only the clock of decisions: its end must be seen although nothing in the database changes.
    Date.now = () => end;
    try {
      expect(await names(await open())).toEqual([]);
      await expectNotContacted();
    } finally {
      Date.now = now;
    }
  });

  it("is judged again for past calls by what is granted now", async () => {
    const since = new Date(Date.now() - 1000).toISOString();
    const given = await grant();
    await gateway.call("mcp_up__list_issues");
    const judged = async (): Promise<unknown> => {
      for await (const { end } of gateway.runtime.replay({ since })) return end;
      return null;
    };
    expect(await judged()).toMatchObject({ kind: "judged", now: { effect: "allow" } });
    await access().revoke(given.id, owner);
    expect(await judged()).toMatchObject({ kind: "judged", now: { effect: "deny", code: "DENIED_BY_GRANT" } });
  });

  it("is shown no more once the grant is over, in a gateway that runs already", async () => {
    await grant({ expiresAt: new Date(Date.now() + 500).toISOString() });
    await names();
    await until(async () => (await names()).length === 0, "the tools to go");
    expect(await gateway.call("mcp_up__list_issues")).toMatchObject({ status: "refused", error: { code: "DENIED" } });
  });

  it("is not called when the grant is taken back while a human is asked", async () => {
    await gateway.close();
    const text = readFileSync(path.join(workspace.folder, "toolgate.toml"), "utf8");
    workspace.write("toolgate.toml", text.replace('allow = ["*"]', 'ask = ["*"]'));
    gateway = await open();
    const given = await grant();
    const outcome = await gateway.call(
      "mcp_up__list_issues",
      {},
      {
        onEvent: (event) => {
          if (event.kind !== "awaiting-approval") return;
          void access()
            .revoke(given.id, owner)
            .then(() => gateway.runtime.control.answer(event.approvalId, "approve", owner, null));
        },
      },
    );
    expect(outcome).toMatchObject({ status: "refused", error: { details: { decision: "DENIED_BY_GRANT" } } });
    expect(calls()).toBeNull();
  });
});

describe("a server that the rules decide about", () => {
  beforeEach(async () => {
    await gateway.close();
    configure("timeout_seconds = 60");
    gateway = await open();
  });

  it("is narrowed by a grant, and by one that is over as much as by one that is off", async () => {
    expect(await gateway.call("mcp_up__delete_issue")).toMatchObject({ status: "success" });
    await grant({ toolAllow: ["list_*"] });
    expect(await names()).toEqual(["issues", "mcp_up__list_issues"]);
    await expectNotContacted("mcp_up__delete_issue");
    await grant({ enabled: false });
    await expectNotContacted();
  });

  it("may take as long as the shortest grant says", async () => {
    const timeout = async (): Promise<unknown> => {
      const call = { entry: "library", tool: "mcp_up__list_issues", args: {}, caller: gateway.agent } as const;
      return (await gateway.runtime.explain(call)).plan?.timeoutMs;
    };
    expect(await timeout()).toBe(60_000);
    await grant({ overrides: { timeout_seconds: 20 } });
    expect(await timeout()).toBe(20_000);
    await grant({ subject: { kind: "user", name: gateway.agent.principal }, overrides: { timeout_seconds: 5 } });
    expect(await timeout()).toBe(5000);
  });
});

describe("a request", () => {
  it("lets the agent use the tool once somebody else has approved it, with the whole story in the audit", async () => {
    const subject = { kind: "agent", name: "test" } as const;
    const wanted = { server: "up", subject, toolAllow: ["list_issues"], reason: "triage" };
    const asked = await access().request(wanted, gateway.agent);
    if (!asked.ok) throw new Error(asked.message);
    const review = { id: asked.request.id, verdict: "approve", toolAllow: null, expiresAt: null, note: null } as const;
    expect(await access().review(review, gateway.agent)).toMatchObject({ ok: false, code: "NOT_REVIEWER" });
    await expectNotContacted();
    const other = await open();
    expect(await access(other).review(review, owner)).toMatchObject({ ok: true });
    expect(await gateway.call("mcp_up__list_issues")).toMatchObject({ status: "success" });
    expect(await gateway.call("mcp_up__delete_issue")).toMatchObject({ status: "refused" });
    const records = await gateway.runtime.control.audit.query({ kind: "admin" });
    const story = records.map(({ status, data, caller }) => [status, data["result"] ?? null, caller.credential]);
    expect(story).toEqual([
      ["access.request", null, "local-agent:test"],
      ["access.review", "NOT_REVIEWER", "local-agent:test"],
      ["access.review", "approved", "approver-key"],
    ]);
  });

  it("is neither given nor taken back by an agent", async () => {
    const plain = { server: "up", toolAllow: [], toolDeny: [], enabled: true, overrides: {}, expiresAt: null };
    const subject = { kind: "agent", name: "test" } as const;
    await expect(access().grant({ ...plain, subject }, gateway.agent)).rejects.toThrow("needs the role `admin`");
    await expect(access().revoke("x", gateway.agent)).rejects.toThrow("needs the role `admin`");
    expect(await access().listGrants()).toEqual([]);
  });
});
