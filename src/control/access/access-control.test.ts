import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mergeServers } from "../../config/mcp/merge-servers.ts";
import type { Caller, Role } from "../../model/caller.ts";
import type { JsonObject } from "../../model/json.ts";
import { openStore } from "../../storage/open-store.ts";
import type { Store } from "../../storage/store.ts";
import type { AccessControl, AccessRefusal, GivenReview, WantedAccess, WantedGrant } from "./access-control.ts";
import { createAccessControl } from "./create-access-control.ts";

const CLAUDE = { kind: "agent", name: "claude" } as const;
const OWNER = caller("approver-key", ["approver", "admin"], { agent: "human" });
const AGENT = caller("local-agent:claude", ["agent"]);
const APPROVER = caller("token:2", ["approver"], { principal: "bob", agent: "desk" });

let folder: string;
let store: Store;
let access: AccessControl;
let recorded: (readonly [action: string, data: JsonObject])[];
/** Set: nothing can be recorded. */
let isFull: boolean;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "toolgate-access-"));
  store = await openStore({ dataFolder: folder, tenant: "local", durability: "process" });
  recorded = [];
  isFull = false;
  const user = { granted: { command: "a", access: "granted", timeout_seconds: 60 }, open: { command: "a" } } as const;
  const mcpServers = mergeServers({ servers: user }, { servers: { own: { command: "b", access: "granted" } } });
  access = createAccessControl({
    store,
    config: { workspace: "/w", mcpServers },
    recordAdmin: (action, data) => {
      if (isFull) return Promise.reject(new Error("full"));
      recorded.push([action, data]);
      return Promise.resolve();
    },
  });
});

afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

function caller(credential: string, roles: readonly Role[], change: Partial<Caller> = {}): Caller {
  return { tenant: "local", principal: "ada", agent: "claude", roles, credential, ...change };
}

function wanted(change: Partial<WantedGrant> = {}): WantedGrant {
  const lists = { toolAllow: [], toolDeny: [] };
  return { server: "granted", subject: CLAUDE, ...lists, enabled: true, overrides: {}, expiresAt: null, ...change };
}

function asked(change: Partial<WantedAccess> = {}): WantedAccess {
  return { server: "granted", subject: CLAUDE, toolAllow: ["list_*", "get_a"], reason: "triage", ...change };
}

async function ask(change: Partial<WantedAccess> = {}, by = AGENT): Promise<string> {
  const made = await access.request(asked(change), by);
  if (!made.ok) throw new Error(made.message);
  return made.request.id;
}

function given(id: string, change: Partial<GivenReview> = {}): GivenReview {
  return { id, verdict: "approve", toolAllow: null, expiresAt: null, note: null, ...change };
}

describe("a grant", () => {
  it("is recorded, then written, and takes the place of what was there", async () => {
    const first = await access.grant(wanted({ toolDeny: ["x"], overrides: { timeout_seconds: 59 } }), OWNER);
    expect(first).toMatchObject({ ok: true, replaced: null, grant: { workspace: null, grantedBy: "ada" } });
    const second = await access.grant(wanted({ enabled: false }), OWNER);
    expect(second).toMatchObject({ ok: true, replaced: { toolDeny: ["x"] }, grant: { toolDeny: [], enabled: false } });
    expect(recorded.map(([action, { id }]) => [action, id])).toEqual(
      [first, second].map((one) => ["access.grant", one.ok ? one.grant.id : null]),
    );
    expect(await access.listGrants()).toMatchObject([{ server: "granted", overrides: {} }]);
  });

  it("of a project's server is of its workspace", async () => {
    expect(await access.grant(wanted({ server: "own" }), OWNER)).toMatchObject({ grant: { workspace: "/w" } });
  });

  it("is not written when it cannot be recorded, nor taken back", async () => {
    await access.grant(wanted(), OWNER);
    const [{ id } = { id: "" }] = await access.listGrants();
    isFull = true;
    await expect(access.grant(wanted({ subject: { kind: "user", name: "bob" } }), OWNER)).rejects.toThrow("full");
    await expect(access.revoke(id, OWNER)).rejects.toThrow("full");
    expect(await access.listGrants()).toHaveLength(1);
  });

  it("is taken back by its id, once", async () => {
    await access.grant(wanted(), OWNER);
    const [{ id } = { id: "" }] = await access.listGrants();
    expect([await access.revoke(id, OWNER), await access.revoke(id, OWNER)]).toEqual([true, false]);
    expect(recorded.map(([action]) => action)).toEqual(["access.grant", "access.revoke", "access.revoke"]);
  });

  it.each<readonly [string, Partial<WantedGrant>, AccessRefusal["code"], string]>([
    ["an unknown server", { server: "nope" }, "UNKNOWN_SERVER", "`nope`"],
    ["an empty name in a list", { toolAllow: [""] }, "BAD_GRANT", '""'],
    ["a hidden character", { toolDeny: ["a\u202e"] }, "BAD_GRANT", "\\u202e"],
    ["a line break in a name", { subject: { kind: "agent", name: "a\nb" } }, "BAD_GRANT", "no agent"],
    ["no name", { subject: { kind: "user", name: "" } }, "BAD_GRANT", "no user"],
    ["a key that is no override", { overrides: { command: "sh" } }, "BAD_GRANT", "`command`"],
    ["a timeout as long as the server's", { overrides: { timeout_seconds: 60 } }, "BAD_GRANT", "server's 60"],
    ["a timeout of nothing", { overrides: { timeout_seconds: 0 } }, "BAD_GRANT", "from 1"],
    ["a timeout in words", { overrides: { timeout_seconds: "5s" } }, "BAD_GRANT", "whole number"],
    ["an end that has passed", { expiresAt: "2020-01-01T00:00:00Z" }, "BAD_GRANT", "2020"],
    ["an end that is no time", { expiresAt: "soon" }, "BAD_GRANT", "soon"],
    ["too many entries", { toolAllow: Array<string>(1001).fill("a") }, "BAD_GRANT", "1001"],
  ])("is refused with %s", async (_what, change, code, message) => {
    const result = await access.grant(wanted(change), OWNER);
    expect(result).toMatchObject({ ok: false, code, message: expect.stringContaining(message) as string });
    expect(recorded).toEqual([]);
    expect(await access.listGrants()).toEqual([]);
  });
});

describe("a request", () => {
  it("is recorded, then waits", async () => {
    const id = await ask({ toolAllow: ["b", "a", "b"] });
    expect(recorded).toMatchObject([["access.request", { id, server: "granted", subject: CLAUDE }]]);
    expect(await access.listRequests()).toMatchObject([
      { id, status: "pending", toolAllow: ["a", "b"], requestedBy: "ada", requestedWith: "local-agent:claude" },
    ]);
    expect(await access.listGrants()).toEqual([]);
  });

  it.each<readonly [string, Partial<WantedAccess>, Caller, AccessRefusal["code"]]>([
    ["for an unknown server", { server: "nope" }, AGENT, "UNKNOWN_SERVER"],
    ["for another agent", { subject: { kind: "agent", name: "other" } }, AGENT, "NOT_YOURS"],
    ["for another user", { subject: { kind: "user", name: "bob" } }, AGENT, "NOT_YOURS"],
    ["where the rules decide", { server: "open" }, AGENT, "NOT_NEEDED"],
    ["for a user whom nothing narrows", { subject: { kind: "user", name: "ada" } }, AGENT, "NOT_NEEDED"],
    ["with a name that hides something", { toolAllow: ["a\u0000"] }, AGENT, "BAD_GRANT"],
  ])("is refused %s", async (_what, change, by, code) => {
    expect(await access.request(asked(change), by)).toMatchObject({ ok: false, code });
    expect(await access.listRequests()).toEqual([]);
  });

  it("is taken of a person for an agent, and of an agent that a grant narrows", async () => {
    await ask({ subject: { kind: "agent", name: "other" } }, APPROVER);
    await access.grant(wanted({ server: "open", toolAllow: ["a"] }), OWNER);
    await ask({ server: "open" });
    expect(await access.listRequests()).toHaveLength(2);
  });

  it("is not asked twice, and not a hundred times", async () => {
    await ask();
    expect(await access.request(asked(), AGENT)).toMatchObject({ ok: false, code: "ALREADY_PENDING" });
    for (let at = 1; at < 100; at += 1) await ask({ toolAllow: [`t${at}`] });
    expect(await access.request(asked({ toolAllow: ["one more"] }), AGENT)).toMatchObject({ code: "TOO_MANY" });
  });
});

describe("a review", () => {
  it("grants what was asked for, recorded before", async () => {
    const id = await ask();
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const done = await access.review(given(id, { expiresAt, note: "go" }), OWNER);
    const grant = { toolAllow: ["get_a", "list_*"], toolDeny: [], expiresAt, request: id, grantedBy: "ada" };
    expect(done).toMatchObject({ ok: true, grant, replaced: null });
    expect(recorded.at(-1)).toMatchObject(["access.review", { request: id, result: "approved", server: "granted" }]);
    expect(await access.listRequests()).toMatchObject([{ status: "approved", reviewedBy: "ada", reviewNote: "go" }]);
  });

  it("grants less, never more", async () => {
    const id = await ask();
    for (const toolAllow of [["*"], ["list_*", "set_b"], ["get_*"], []]) {
      expect(await access.review(given(id, { toolAllow }), OWNER)).toMatchObject({ ok: false, code: "BAD_GRANT" });
    }
    const less = await access.review(given(id, { toolAllow: ["list_i*"] }), OWNER);
    expect(less).toMatchObject({ ok: true, grant: { toolAllow: ["list_i*"] } });
  });

  it("of a request for everything may name any tool", async () => {
    const id = await ask({ toolAllow: [] });
    expect(await access.review(given(id, { toolAllow: ["a"] }), OWNER)).toMatchObject({ grant: { toolAllow: ["a"] } });
  });

  it("replaces what was allowed, and keeps what was denied", async () => {
    await access.grant(wanted({ toolAllow: ["x"], toolDeny: ["get_a"], enabled: false }), OWNER);
    const done = await access.review(given(await ask()), OWNER);
    expect(done).toMatchObject({ grant: { toolAllow: ["get_a", "list_*"], toolDeny: ["get_a"], enabled: true } });
    expect(done).toMatchObject({ replaced: { toolAllow: ["x"], enabled: false } });
  });

  it("may reject, and then grants nothing", async () => {
    const id = await ask();
    expect(await access.review(given(id, { verdict: "reject" }), OWNER)).toMatchObject({ ok: true, grant: null });
    expect(await access.listGrants()).toEqual([]);
    expect(recorded.at(-1)).toMatchObject(["access.review", { result: "rejected" }]);
  });

  it.each<readonly [string, Caller, AccessRefusal["code"]]>([
    ["the credential that asked", AGENT, "NOT_REVIEWER"],
    ["it, were it an approver's", caller("local-agent:claude", ["agent", "approver"], { agent: "x" }), "OWN_REQUEST"],
    ["another credential of the agent", caller("token:9", ["agent", "approver"]), "OWN_REQUEST"],
    ["another person's credential of the agent", caller("token:9", ["approver"], { principal: "eve" }), "OWN_REQUEST"],
    ["an agent", caller("token:9", ["agent"], { agent: "other" }), "NOT_REVIEWER"],
    ["nobody in particular", caller("token:9", [], { agent: "other" }), "NOT_REVIEWER"],
  ])("is refused to %s, and the try is recorded", async (_who, by, code) => {
    const id = await ask();
    expect(await access.review(given(id), by)).toMatchObject({ ok: false, code });
    expect(recorded.at(-1)).toMatchObject(["access.review", { request: id, verdict: "approve", result: code }]);
    expect(await access.listGrants()).toEqual([]);
  });

  it("is refused to whoever asked for another agent, and given to a second person", async () => {
    const id = await ask({ subject: { kind: "agent", name: "other" } }, APPROVER);
    expect(await access.review(given(id), APPROVER)).toMatchObject({ ok: false, code: "OWN_REQUEST" });
    expect(await access.review(given(id), OWNER)).toMatchObject({ ok: true });
  });

  it("of one's own rights takes a second person, but for whoever may give any grant", async () => {
    const subject = { kind: "user", name: "bob" } as const;
    await access.grant(wanted({ subject, enabled: false }), OWNER);
    const id = await ask({ subject }, caller("token:3", ["agent"], { principal: "bob" }));
    expect(await access.review(given(id), APPROVER)).toMatchObject({ code: "OWN_REQUEST" });
    const admin = caller("token:4", ["admin"], { principal: "bob", agent: "desk" });
    expect(await access.review(given(id), admin)).toMatchObject({ ok: true });
  });

  it("is given once", async () => {
    const id = await ask();
    await access.review(given(id, { verdict: "reject" }), OWNER);
    expect(await access.review(given(id), APPROVER)).toMatchObject({
      ok: false,
      code: "OVER",
      message: expect.stringContaining("rejected by ada") as string,
    });
    expect(await access.listGrants()).toEqual([]);
  });

  it("is not written when it cannot be recorded", async () => {
    const id = await ask();
    isFull = true;
    await expect(access.review(given(id), OWNER)).rejects.toThrow("full");
    expect(await access.listRequests()).toMatchObject([{ status: "pending" }]);
    expect(await access.listGrants()).toEqual([]);
  });

  it("does not narrow whom the rules alone decide about by now", async () => {
    await access.grant(wanted({ server: "open", toolAllow: ["a"] }), OWNER);
    const id = await ask({ server: "open" });
    await access.revoke((await access.listGrants())[0]?.id ?? "", OWNER);
    expect(await access.review(given(id), OWNER)).toMatchObject({ ok: false, code: "NOT_NEEDED" });
  });

  it("of what nobody asked is refused", async () => {
    expect(await access.review(given("nope"), OWNER)).toMatchObject({ ok: false, code: "UNKNOWN_REQUEST" });
    expect(await access.review(given("nope"), AGENT)).toMatchObject({ ok: false, code: "NOT_REVIEWER" });
  });
});
