import { describe, expect, it } from "vitest";
import type { StoredSecret, StoredTool } from "../repositories.ts";
import { SealedWithOtherKey } from "../keys/sealed-with-other-key.ts";
import { inFolder, open, withStore } from "../temporary-store.fixture.ts";

const [ONE, TWO] = ["1".repeat(16), "2".repeat(16)];
const envelope = (keyId: string, text = "x"): string => `toolgate-sealed-1.${keyId}.${text}`;

function secret(change: Partial<StoredSecret> = {}): StoredSecret {
  return {
    id: "s1",
    name: "github",
    workspace: null,
    hasValue: true,
    bindings: [{ tool: "gh.*", host: "api.github.com" }],
    sealed: envelope(ONE),
    version: 1,
    createdAt: "2026-01-01T00:00:00.000Z",
    createdBy: "ada",
    updatedAt: "2026-01-01T00:00:00.000Z",
    ...change,
  };
}

const TOOL: StoredTool = {
  id: "t1",
  workspace: null,
  audience: { kind: "everybody" },
  format: "custom",
  name: "dns",
  definition: "{}",
  enabled: true,
  environment: { names: ["A"], version: "v", sealed: envelope(ONE) },
  createdAt: "2026-01-01T00:00:00.000Z",
  createdBy: "ada",
  updatedAt: "2026-01-01T00:00:00.000Z",
};

describe("secrets", () => {
  it.each([secret(), secret({ workspace: "/w", hasValue: false, bindings: [{ tool: "x", host: null }] })])(
    "come back as they were given",
    (given) =>
      withStore(async ({ secrets }) => {
        expect(await secrets.create(given)).toBe(true);
        expect(await secrets.find("github", "/w")).toEqual([given]);
      }),
  );

  it("are found where they hold, the workspace's own first", () =>
    withStore(async ({ secrets }) => {
      await secrets.create(secret());
      await secrets.create(secret({ id: "s2", workspace: "/w" }));
      await secrets.create(secret({ id: "s3", workspace: "/x" }));
      await secrets.create(secret({ id: "s4", name: "a" }));
      const ids = (rows: readonly StoredSecret[]): string[] => rows.map(({ id }) => id);
      expect(ids(await secrets.find("github", "/w"))).toEqual(["s2", "s1"]);
      expect(ids(await secrets.find("github", "/y"))).toEqual(["s1"]);
      expect(ids(await secrets.find("GITHUB", "/w"))).toEqual([]);
      expect(ids(await secrets.list("/w"))).toEqual(["s4", "s2", "s1"]);
    }));

  it("have one name each in a workspace", () =>
    withStore(async ({ secrets }) => {
      await secrets.create(secret());
      expect(await secrets.create(secret({ id: "s2" }))).toBe(false);
      expect(await secrets.create(secret({ id: "s2", workspace: "/w" }))).toBe(true);
    }));

  it("are changed from the version that was read, and counted", () =>
    withStore(async (store) => {
      await store.secrets.create(secret());
      const before = store.revision();
      const next = secret({ version: 2, bindings: [], sealed: envelope(ONE, "y") });
      expect(await store.secrets.update(next)).toBe(true);
      expect(await store.secrets.update(next)).toBe(false);
      expect(await store.secrets.find("github", "/w")).toEqual([next]);
      expect(await store.secrets.remove("s1")).toBe(true);
      expect(await store.secrets.remove("s1")).toBe(false);
      expect(store.revision()).toBe(before + 2);
    }));

  it("are of one tenant", () =>
    inFolder(async (folder) => {
      const other = await open(folder, { tenant: "other" });
      await other.secrets.create(secret());
      const store = await open(folder);
      expect(await store.secrets.list("/w")).toEqual([]);
      expect(await store.secrets.remove("s1")).toBe(false);
      expect(await store.sealing.isInUse()).toBe(true);
      await store.close();
      await other.close();
    }));
});

describe("the key in use", () => {
  it("is that of the first value, and no value of another key gets in", () =>
    withStore(async ({ secrets, tools, sealing }) => {
      expect([await sealing.keyId(), await sealing.isInUse()]).toEqual([null, false]);
      await tools.create(TOOL);
      expect([await sealing.keyId(), await sealing.isInUse()]).toEqual([ONE, true]);
      await expect(secrets.create(secret({ sealed: envelope(TWO) }))).rejects.toThrow(SealedWithOtherKey);
      const sealed = envelope(TWO);
      await expect(tools.update({ ...TOOL, environment: { names: [], version: "", sealed } })).rejects.toThrow(
        SealedWithOtherKey,
      );
      await secrets.create(secret());
      await expect(secrets.update(secret({ version: 2, sealed }))).rejects.toThrow(SealedWithOtherKey);
    }));

  it("is adopted only from what was seen, and only while nothing is sealed", () =>
    withStore(async ({ secrets, sealing }) => {
      expect(await sealing.adopt(ONE, null)).toBe(true);
      expect(await sealing.adopt(TWO, null)).toBe(false);
      expect(await sealing.adopt(TWO, ONE)).toBe(true);
      await secrets.create(secret({ sealed: envelope(TWO) }));
      expect(await sealing.adopt(ONE, TWO)).toBe(false);
      expect(await sealing.keyId()).toBe(TWO);
    }));

  it("is changed together with everything that is sealed, of every tenant, or not at all", () =>
    inFolder(async (folder) => {
      const other = await open(folder, { tenant: "other" });
      await other.secrets.create(secret());
      const store = await open(folder);
      await store.tools.create(TOOL);
      const failing = store.sealing.replaceAll(() => {
        throw new Error("a value does not open");
      });
      await expect(failing).rejects.toThrow("does not open");
      expect(await store.sealing.replaceAll(() => null)).toBe(false);
      const seen: string[] = [];
      await store.sealing.replaceAll((rows, keyId) => {
        seen.push(String(keyId), ...rows.map(({ kind, tenant }) => `${kind} ${tenant}`));
        return { keyId: TWO, sealed: rows.map(({ kind }) => envelope(TWO, kind)) };
      });
      expect(seen).toEqual([ONE, "tool local", "secret other"]);
      expect(await store.sealing.keyId()).toBe(TWO);
      const environment = { names: ["A"], version: "v", sealed: envelope(TWO, "tool") };
      expect(await store.tools.get("t1")).toEqual({ ...TOOL, environment });
      expect(await other.secrets.find("github", "/w")).toEqual([secret({ sealed: envelope(TWO, "secret") })]);
      await store.close();
      await other.close();
    }));
});
