import { describe, expect, it } from "vitest";
import { inFolder, open, withStore } from "../temporary-store.fixture.ts";
import type { StoredSession, StoredTool } from "../repositories.ts";

function tool(change: Partial<StoredTool> = {}): StoredTool {
  return {
    id: "t1",
    workspace: "/w",
    audience: { kind: "everybody" },
    format: "custom",
    name: "dns_lookup",
    definition: '{"name": "dns_lookup"}',
    enabled: true,
    environment: null,
    createdAt: "2026-01-01T00:00:00.000Z",
    createdBy: "ada",
    updatedAt: "2026-01-01T00:00:00.000Z",
    ...change,
  };
}

const SESSION: StoredSession = {
  id: "s1",
  principal: "ada",
  agent: "claude",
  kind: "implicit",
  folder: "/s",
  cwd: null,
  workspace: "/w",
  createdAt: "2026-01-01T00:00:00.000Z",
  lastUsedAt: "2026-01-01T00:00:00.000Z",
};
const OF_SESSION = { id: "t2", audience: { kind: "session", key: "s1" } } as const;
const SEALED = { names: ["TOKEN"], version: "1", sealed: "x" };

describe("tools", () => {
  it.each([
    tool(),
    tool({ workspace: null, audience: { kind: "agent", key: "claude" }, enabled: false, format: "whitelist" }),
    tool({ environment: SEALED }),
  ])("come back as they were given", (given) =>
    withStore(async ({ tools }) => {
      expect(await tools.create(given)).toBe(true);
      expect(await tools.get("t1")).toEqual(given);
      expect(await tools.get("t2")).toBeNull();
    }),
  );

  it("are listed for their workspace and for every workspace, oldest first", () =>
    withStore(async ({ tools }) => {
      await tools.create(tool({ id: "late", name: "a", createdAt: "2026-01-02T00:00:00.000Z" }));
      await tools.create(tool({ id: "everywhere", name: "b", workspace: null }));
      await tools.create(tool({ id: "elsewhere", name: "c", workspace: "/x" }));
      expect((await tools.list("/w")).map(({ id }) => id)).toEqual(["everywhere", "late"]);
    }));

  it.each<[string, Partial<StoredTool>, boolean]>([
    ["the same name", {}, false],
    ["another name", { name: "x" }, true],
    ["another workspace", { workspace: "/x" }, true],
    ["every workspace", { workspace: null }, true],
    ["an agent", { audience: { kind: "agent", key: "claude" } }, true],
  ])("share a name with %s or not", (_what, change, expected) =>
    withStore(async ({ tools }) => {
      await tools.create(tool());
      expect(await tools.create(tool({ id: "t2", ...change }))).toBe(expected);
    }),
  );

  it.each<Partial<StoredTool>>([{ workspace: null }, { audience: { kind: "agent", key: "claude" }, workspace: null }])(
    "never have one name twice for %j",
    (change) =>
      withStore(async ({ tools }) => {
        expect(await tools.create(tool(change))).toBe(true);
        expect(await tools.create(tool({ ...change, id: "t2" }))).toBe(false);
      }),
  );

  it("are changed, but not in who made them when", () =>
    withStore(async ({ tools }) => {
      await tools.create(tool());
      await tools.create(tool({ id: "t2", name: "other" }));
      const changed = tool({ name: "new", enabled: false, environment: SEALED, updatedAt: "2026-02-01T00:00:00.000Z" });
      expect(await tools.update({ ...changed, createdBy: "eve", createdAt: "2030" })).toBe(true);
      expect(await tools.get("t1")).toEqual(changed);
      expect(await tools.update(tool({ name: "other" }))).toBe(false);
      expect(await tools.update(tool({ id: "t3", name: "third" }))).toBe(false);
    }));

  it("count as a change only when something changed", () =>
    withStore(async (store) => {
      const { tools } = store;
      const seen: number[] = [store.revision()];
      const note = (): number => seen.push(store.revision());
      await tools.create(tool()).then(note);
      await tools.create(tool({ id: "t2" })).then(note);
      await tools.update(tool({ enabled: false })).then(note);
      await tools.remove("t9").then(note);
      await tools.remove("t1").then(note);
      expect(seen).toEqual([0, 1, 1, 2, 2, 3]);
    }));

  it("say whether any holds sealed values", () =>
    withStore(async ({ tools }) => {
      await tools.create(tool({ workspace: "/elsewhere" }));
      expect(await tools.hasSealed()).toBe(false);
      await tools.create(tool({ id: "t2", environment: SEALED }));
      expect(await tools.hasSealed()).toBe(true);
    }));

  it("refuse an id that is taken, and an audience without a key", () =>
    withStore(async ({ tools }) => {
      await tools.create(tool());
      await expect(tools.create(tool({ name: "x" }))).rejects.toThrow("UNIQUE");
      await expect(tools.create(tool({ id: "t2", audience: { kind: "agent", key: "" } }))).rejects.toThrow("CHECK");
    }));

  it("belong to one tenant", () =>
    inFolder(async (folder) => {
      const [own, other] = [await open(folder), await open(folder, { tenant: "other" })];
      await own.tools.create(tool());
      expect(await other.tools.get("t1")).toBeNull();
      expect(await other.tools.remove("t1")).toBe(false);
      expect(await other.tools.create(tool())).toBe(true);
      await Promise.all([own.close(), other.close()]);
    }));
});

describe("the tools of a session", () => {
  it("end with it, and other processes see that", () =>
    withStore(async (store) => {
      const { tools, sessions } = store;
      await sessions.create(SESSION);
      await tools.create(tool());
      await tools.create(tool(OF_SESSION));
      await tools.create(tool({ id: "t3", audience: { kind: "agent", key: "s1" } }));
      const before = store.revision();
      await sessions.remove("s1");
      expect((await tools.list("/w")).map(({ id }) => id)).toEqual(["t1", "t3"]);
      expect(store.revision()).toBe(before + 1);
      await sessions.remove("s1");
      expect(store.revision()).toBe(before + 1);
    }));

  it("cannot outlive it", () =>
    withStore(async ({ tools, sessions }) => {
      await expect(tools.create(tool(OF_SESSION))).rejects.toThrow("is over");
      await tools.create(tool());
      await expect(tools.update(tool({ audience: OF_SESSION.audience }))).rejects.toThrow("is over");
      await sessions.create(SESSION);
      expect(await tools.create(tool(OF_SESSION))).toBe(true);
    }));
});
