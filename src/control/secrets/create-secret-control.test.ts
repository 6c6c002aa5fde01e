import { rmSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { BindSecretRequest, SecretControl } from "../../call/runtime.ts";
import type { Caller } from "../../model/caller.ts";
import { attack } from "../../storage/temporary-store.fixture.ts";
import { createToolWorld, OWNER } from "../tools/tool-control.fixture.ts";
import type { ToolWorld } from "../tools/tool-control.fixture.ts";

const VALUE = "hunter2-s3cret";
const AGENT: Caller = { ...OWNER, agent: "claude", roles: ["agent"], credential: "token:1" };
const APPROVER: Caller = { ...OWNER, roles: ["approver"], credential: "token:2" };

let world: ToolWorld;
let secrets: SecretControl;
beforeEach(async () => {
  world = await createToolWorld();
  ({ secrets } = world.control);
});
afterEach(() => world.close());

function request(change: Partial<BindSecretRequest> = {}): BindSecretRequest {
  return { name: "github", workspaceOnly: false, tools: [], hosts: [], ...change };
}

const set = (value = VALUE, change: Partial<BindSecretRequest> = {}): ReturnType<SecretControl["set"]> =>
  secrets.set({ ...request(change), value }, OWNER);

const records = async (): Promise<readonly (readonly [string | null, unknown])[]> =>
  (await world.control.audit.query({ kind: "admin" })).map(({ status, data }) => [status, data] as const);

/** Everything that is on the disk, as one text. */
async function everythingKept(): Promise<string> {
  const rows = await world.store.secrets.list(world.workspace);
  return JSON.stringify([rows, await records(), await secrets.list()]);
}

describe("setting a secret", () => {
  it("keeps it sealed, says what it is bound to, and records no value", async () => {
    const done = await set(VALUE, { tools: ["gh.*", "user:api.get"], hosts: ["api.GitHub.com", "*.github.com"] });
    const bindings = ["gh.*", "user:api.get"].flatMap((tool) =>
      ["api.github.com", "*.github.com"].map((host) => ({ tool, host })),
    );
    expect(done).toEqual({ ok: true, name: "github", workspace: null, bindings, isNew: true, warnings: [] });
    expect(await secrets.list()).toEqual([
      {
        name: "github",
        bindings: bindings.map((binding) => ({ ...binding, source: "toolgate secrets" })),
        place: "the store",
        problem: null,
      },
    ]);
    expect(await records()).toEqual([["secret.set", { name: "github", workspace: null, bindings }]]);
    expect(await everythingKept()).not.toContain("hunter2");
  });

  it("again replaces the value, keeps what it was bound to, and counts a version", async () => {
    await set(VALUE, { tools: ["a"] });
    const revision = world.store.revision();
    expect(await set("another value", { tools: ["a", "b"] })).toMatchObject({ isNew: false });
    const [row] = await world.store.secrets.list(world.workspace);
    expect(row).toMatchObject({
      version: 2,
      bindings: [
        { tool: "a", host: null },
        { tool: "b", host: null },
      ],
    });
    expect(world.store.revision()).toBe(revision + 1);
  });

  it("for the workspace stands beside the one of every workspace", async () => {
    await set();
    expect(await set("here", { workspaceOnly: true })).toMatchObject({ isNew: true, workspace: world.workspace });
    expect(await world.store.secrets.list(world.workspace)).toHaveLength(2);
    expect(await secrets.list()).toHaveLength(1);
  });

  it.each([
    "line\nline\n",
    "-----BEGIN KEY-----\nabc\n-----END KEY-----\n",
    "{_secret:other} {x} $(id)",
    "ä€😀\u202eäöüß",
    " x y z x ",
  ])("takes %j as it is", async (value) => {
    expect(await set(value, { tools: ["built.in"] })).toMatchObject({ ok: true, warnings: [] });
    expect(await secrets.check("github", "built.in", null)).toMatchObject({ isReleased: true });
  });

  it.each<[string, Partial<BindSecretRequest>, RegExp]>([
    ["ab", {}, /fewer than 8/],
    ["x\u0000yyyyyyy", {}, /NUL/],
    [VALUE, { name: "api.key-2" }, /No request can name it/],
  ])("warns about %j", async (value, change, warning) => {
    expect(await set(value, change)).toMatchObject({ ok: true, warnings: [expect.stringMatching(warning)] });
  });

  it.each<[string, string, Partial<BindSecretRequest>]>([
    ["an empty value", "", {}],
    ["a value that is too long", "s3cret".repeat(20_000), {}],
    ["no text", "s3cret\ud800", {}],
    ["no name", VALUE, { name: "" }],
    ["a path", VALUE, { name: "../x" }],
    ["dots", VALUE, { name: ".." }],
    ["a long name", VALUE, { name: "x".repeat(129) }],
    ["a tool that is none", VALUE, { tools: ["a b"] }],
    ["a layer that is none", VALUE, { tools: ["theirs:a"] }],
    ["everything", VALUE, { tools: ["*"] }],
    ["what anybody may add", VALUE, { tools: ["user:gh*"] }],
    ["a host with a scheme", VALUE, { tools: ["a"], hosts: ["https://a.com"] }],
    ["a host with a port", VALUE, { tools: ["a"], hosts: ["a.com:443"] }],
    ["every host", VALUE, { tools: ["a"], hosts: ["*"] }],
    ["a host without a tool", VALUE, { hosts: ["a.com"] }],
    ["more than anybody needs", VALUE, { tools: Array.from({ length: 501 }, (_, n) => `t${n}`) }],
  ])("refuses %s, keeps nothing and shows no value", async (_what, value, change) => {
    const refused = await set(value, change);
    expect(refused).toMatchObject({ ok: false, code: "validation", hint: expect.stringMatching(/./) as string });
    expect(JSON.stringify(refused)).not.toContain("s3cret");
    expect([await world.store.secrets.list(world.workspace), await records()]).toEqual([[], []]);
  });

  it("takes any name of the grammar, and no other", async () => {
    const names = fc.oneof(fc.string(), fc.stringMatching(/^[A-Za-z0-9_.-]{1,128}$/));
    await fc.assert(
      fc.asyncProperty(names, async (name) => {
        const isName = /^[A-Za-z0-9_.-]{1,128}$/.test(name) && name.replaceAll(".", "") !== "";
        expect((await set(VALUE, { name })).ok).toBe(isName);
      }),
      { numRuns: 60 },
    );
  });
});

describe("binding", () => {
  it("adds and takes back, also for what is in other places", async () => {
    expect(await secrets.bind(request({ tools: ["built.in"] }), OWNER)).toMatchObject({ ok: true, isNew: true });
    expect(await secrets.list()).toMatchObject([{ name: "github", place: null, problem: null }]);
    await secrets.bind(request({ tools: ["built.in"], hosts: ["a.com", "b.com"] }), OWNER);
    await secrets.bind(request({ tools: ["built.in"] }), OWNER);
    const left = await secrets.unbind(request({ tools: ["built.in"], hosts: ["A.com"] }), OWNER);
    expect(left).toMatchObject({ bindings: [{ host: null }, { host: "b.com" }] });
    expect(await secrets.unbind(request({ tools: ["built.in"] }), OWNER)).toMatchObject({ ok: true, bindings: [] });
    // Nothing is left of it, so there is no row.
    expect(await secrets.list()).toEqual([]);
    expect(await secrets.unbind(request({ tools: ["built.in"] }), OWNER)).toMatchObject({ code: "not_found" });
    expect((await records()).map(([action]) => action)).toEqual([
      "secret.bind",
      "secret.bind",
      "secret.bind",
      "secret.unbind",
      "secret.unbind",
    ]);
  });

  it("keeps the value", async () => {
    await set(VALUE, { tools: ["a"] });
    await secrets.unbind(request({ tools: ["a"] }), OWNER);
    expect(await secrets.list()).toMatchObject([{ bindings: [], place: "the store" }]);
    await secrets.bind(request({ tools: ["built.in"] }), OWNER);
    expect(await secrets.check("github", "built.in", null)).toMatchObject({ isReleased: true, place: "the store" });
  });

  it("needs a tool", async () => {
    for (const change of [secrets.bind(request(), OWNER), secrets.unbind(request(), OWNER)]) {
      expect(await change).toMatchObject({ ok: false, code: "validation" });
    }
  });

  it("does not seal what nobody sealed before", async () => {
    await set(VALUE, { tools: ["a"] });
    attack(path.join(world.temp.path, "data"), (db) =>
      db.exec(`UPDATE secrets SET bindings = '[{"tool":"evil","host":null}]'`),
    );
    for (const change of [set("new value"), secrets.bind(request({ tools: ["b"] }), OWNER)]) {
      expect(await change).toMatchObject({ ok: false, code: "unreadable" });
    }
    expect(await secrets.remove(request(), OWNER)).toMatchObject({ ok: true });
  });

  it("at once loses nothing, or says so", async () => {
    const done = await Promise.all(
      Array.from({ length: 8 }, (_, n) => secrets.bind(request({ tools: [`tool.${n}`] }), OWNER)),
    );
    const [row] = await world.store.secrets.list(world.workspace);
    for (const [n, change] of done.entries()) {
      const isThere = row?.bindings.some(({ tool }) => tool === `tool.${n}`) === true;
      expect(isThere ? "ok" : change.ok ? "lost" : change.code).toBe(change.ok ? "ok" : "changed");
    }
  });
});

describe("removing", () => {
  it("takes away one of them, in its place", async () => {
    await set();
    await set(VALUE, { workspaceOnly: true });
    expect(await secrets.remove({ name: "github", workspaceOnly: true }, OWNER)).toMatchObject({ ok: true });
    expect(await secrets.remove({ name: "github", workspaceOnly: true }, OWNER)).toMatchObject({ code: "not_found" });
    expect(await world.store.secrets.list(world.workspace)).toMatchObject([{ workspace: null }]);
  });

  it("works for what does not open any more, since that is how to begin anew", async () => {
    await set();
    rmSync(path.join(world.temp.path, "data/secrets.key"));
    expect(await secrets.remove({ name: "github", workspaceOnly: false }, OWNER)).toMatchObject({ ok: true });
  });
});

describe("only an admin", () => {
  const target = { name: "github", workspaceOnly: false };
  it.each<[string, (by: Caller) => Promise<unknown>]>([
    ["sets", (by) => secrets.set({ ...request(), value: VALUE }, by)],
    ["binds", (by) => secrets.bind(request({ tools: ["a"] }), by)],
    ["unbinds", (by) => secrets.unbind(request({ tools: ["a"] }), by)],
    ["removes", (by) => secrets.remove(target, by)],
    ["rotates", (by) => secrets.rotate(by)],
  ])("%s", async (_what, act) => {
    await set(VALUE, { tools: ["a"] });
    const before = [await everythingKept(), await world.store.sealing.keyId()];
    for (const by of [AGENT, APPROVER]) await expect(act(by)).rejects.toThrow("needs the role `admin`");
    expect([await everythingKept(), await world.store.sealing.keyId()]).toEqual(before);
  });
});

describe("rotating", () => {
  it("is recorded, keeps values of secrets and tools, and what approvals hang on", async () => {
    await set(VALUE, { tools: ["built.in"] });
    const definition = {
      name: "dns",
      description: "d",
      command: "dig",
      parameters: { type: "object", properties: {} },
    };
    const saved = await world.save(JSON.stringify(definition), { format: "custom", environment: { TOKEN: VALUE } });
    expect(saved).toMatchObject({ ok: true });
    const hash = world.registry.snapshot.tools.get("dns")?.definitionHash;
    const rotation = await secrets.rotate(OWNER);
    expect(rotation).toMatchObject({ resealed: 2 });
    await world.control.tools.setEnabled("dns", { kind: "everybody" }, false, OWNER);
    await world.control.tools.setEnabled("dns", { kind: "everybody" }, true, OWNER);
    expect(world.registry.snapshot.tools.get("dns")?.definitionHash).toBe(hash);
    expect(await secrets.check("github", "built.in", null)).toMatchObject({ isReleased: true });
    expect((await records()).find(([action]) => action === "secret.rotate")?.[1]).toEqual({ key: rotation.from });
  });
});

describe("checking", () => {
  it("says whether and from where, and shows nothing", async () => {
    await set(VALUE, { tools: ["built.in"] });
    const check = await secrets.check("github", "built.in", null);
    const none = { host: null, isUsed: false, error: null };
    expect(check).toEqual({ isReleased: true, binding: "toolgate secrets", place: "the store", ...none });
  });

  it.each<[string, string, string | null, string]>([
    ["github", "nope", null, "UNKNOWN_TOOL"],
    ["github", "built.in", "a.com", "SECRET_NOT_BOUND"],
    ["other", "built.in", null, "SECRET_NOT_BOUND"],
    ["bound", "built.in", null, "SECRET_MISSING"],
  ])("of %s for %s at %s is %s", async (name, tool, host, code) => {
    await set(VALUE, { tools: ["built.in"] });
    await secrets.bind(request({ name: "bound", tools: ["built.in"] }), OWNER);
    const check = await secrets.check(name, tool, host);
    expect(check).toMatchObject({ isReleased: false, error: { code, hint: expect.stringMatching(/./) as string } });
    expect(JSON.stringify(check)).not.toContain("hunter2");
  });
});
