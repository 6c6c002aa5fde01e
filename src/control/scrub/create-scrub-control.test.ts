import { describe, expect, it } from "vitest";
import { createRuntime } from "../../main.ts";
import { createSealer } from "../../secrets/seal.ts";
import { attack, inFolder, open } from "../../storage/temporary-store.fixture.ts";
import { createTestWorkspace } from "../../../test/support/workspace.ts";
import { createRegisteredValues } from "./create-registered-values.ts";
import { checkScrubValue } from "./check-scrub-value.ts";
import type { Sealer } from "../../secrets/seal.ts";
import type { Store } from "../../storage/store.ts";
import { sealScrubValue } from "../../secrets/seal-scrub-value.ts";

const KEY = "0123456789abcdef".repeat(4);

async function register(store: Store, sealer: Sealer, tenant: string, value: string): Promise<void> {
  const id = `id-${value.length}`;
  const sealed = sealScrubValue(sealer, id, tenant, value);
  const createdAt = new Date().toISOString();
  await store.scrubValues.add({ id, length: value.length, note: null, sealed, createdAt, createdBy: "ada" });
}

describe("values that are registered", () => {
  it("hold for the next scrubber of any process, until they are removed", async () => {
    const workspace = createTestWorkspace();
    try {
      const [one, other] = [await workspace.open(), await workspace.open()];
      const owner = await one.runtime.control.owner();
      const { scrub } = one.runtime.control;
      const filter = async (text: string): Promise<string> => (await other.runtime.control.scrub.open()).scrub(text);
      expect(await filter("the blue-harbour project")).toBe("the blue-harbour project");
      const added = await scrub.add({ value: "blue-harbour", note: "a name" }, owner);
      expect(added).toMatchObject({ ok: true, length: 12, isNew: true, warning: null });
      expect(await scrub.add({ value: "blue-harbour", note: null }, owner)).toMatchObject({ ...added, isNew: false });
      expect(await filter("the blue-harbour project")).toBe("the [REDACTED] project");
      expect(await filter(Buffer.from("blue-harbour").toString("hex"))).toBe("[REDACTED]");
      const listed = await scrub.list();
      expect(listed).toMatchObject([{ length: 12, note: "a name", createdBy: owner.principal }]);
      expect(JSON.stringify(listed)).not.toContain("harbour");
      expect(await scrub.remove(listed[0]!.id, owner)).toBe(true);
      expect(await scrub.remove(listed[0]!.id, owner)).toBe(false);
      expect(await filter("the blue-harbour project")).toBe("the blue-harbour project");
      const records = await one.runtime.control.audit.query({ limit: 10 });
      expect(JSON.stringify(records)).not.toContain("harbour");
      expect(JSON.stringify(records)).toContain("scrub.add");
    } finally {
      await workspace.remove();
    }
  });

  it("are changed by no agent", async () => {
    const workspace = createTestWorkspace();
    try {
      const { runtime, agent } = await workspace.open();
      await expect(runtime.control.scrub.add({ value: "blue-harbour", note: null }, agent)).rejects.toThrow("admin");
      await expect(runtime.control.scrub.remove("x", agent)).rejects.toThrow("admin");
      expect(await runtime.control.scrub.list()).toEqual([]);
    } finally {
      await workspace.remove();
    }
  });

  it("come through a rotation of the key", async () => {
    const workspace = createTestWorkspace();
    try {
      const { runtime } = await workspace.open();
      const owner = await runtime.control.owner();
      await runtime.control.scrub.add({ value: "blue-harbour", note: null }, owner);
      expect(await runtime.control.secrets.rotate(owner)).toMatchObject({ resealed: 1 });
      const { runtime: later } = await workspace.open();
      expect((await later.control.scrub.open()).scrub("blue-harbour")).toBe("[REDACTED]");
    } finally {
      await workspace.remove();
    }
  });

  it("are of one tenant, and open for no other", async () => {
    await inFolder(async (folder) => {
      const [one, other] = [await open(folder), await open(folder, { tenant: "other" })];
      const sealer = await createSealer({
        folder,
        fromEnvironment: KEY,
        oldFromEnvironment: undefined,
        sealing: one.sealing,
      });
      const known = (store: Store, tenant: string): Promise<readonly string[]> =>
        createRegisteredValues({ store, sealer: () => Promise.resolve(sealer), tenant }).current();
      await register(one, sealer, "local", "blue-harbour");
      expect(await known(one, "local")).toEqual(["blue-harbour"]);
      expect(await known(other, "other")).toEqual([]);
      attack(folder, (db) => db.exec("UPDATE scrub_values SET tenant = 'other'"));
      await expect(known(other, "other")).rejects.toThrow("cannot be opened");
      await one.close();
      await other.close();
    });
  });

  it("are read and opened once for each change", async () => {
    await inFolder(async (folder) => {
      const store = await open(folder);
      const sealer = await createSealer({
        folder,
        fromEnvironment: KEY,
        oldFromEnvironment: undefined,
        sealing: store.sealing,
      });
      const done = { lists: 0, opens: 0 };
      const registered = createRegisteredValues({
        store: {
          revision: () => store.revision(),
          scrubValues: { ...store.scrubValues, list: () => ((done.lists += 1), store.scrubValues.list()) },
        },
        sealer: () => Promise.resolve({ ...sealer, open: (...given) => ((done.opens += 1), sealer.open(...given)) }),
        tenant: "local",
      });
      await register(store, sealer, "local", "blue-harbour");
      const first = await registered.current();
      expect(await registered.current()).toBe(first);
      expect(done).toEqual({ lists: 1, opens: 1 });
      await store.settings.set("x", "y");
      expect(await registered.current()).toBe(first);
      expect(done).toEqual({ lists: 2, opens: 1 });
      await register(store, sealer, "local", "green-harbour");
      expect(await registered.current()).toEqual(["blue-harbour", "green-harbour"]);
      expect(done).toEqual({ lists: 3, opens: 2 });
      await store.close();
    });
  });

  it("let nothing out when one of them does not open", async () => {
    const workspace = createTestWorkspace();
    try {
      const gateway = await workspace.open();
      const { runtime } = gateway;
      await runtime.control.scrub.add({ value: "blue-harbour", note: null }, await runtime.control.owner());
      await gateway.close();
      attack(workspace.dataFolder, (db) => db.exec("UPDATE scrub_values SET sealed = replace(sealed, '.', '.A')"));
      const again = await createRuntime({ cwd: workspace.folder, env: workspace.env });
      await expect(again.control.scrub.open()).rejects.toThrow(/cannot be opened.*toolgate scrub remove/s);
      await again.close();
    } finally {
      await workspace.remove();
    }
  });
});

describe("a value to register", () => {
  it.each([
    ["abc", "3 characters"],
    ["  abc  ", "3 characters"],
    ["", "0 characters"],
    ["x".repeat(70_000), "70000 characters"],
    ["abcd\ud800", "surrogate"],
  ])("is refused as %.10j, and not shown", (value, message) => {
    const checked = checkScrubValue({ value, note: null });
    expect(checked).toMatchObject({ ok: false, message: expect.stringContaining(message) as string });
    if (value.length > 1) expect(JSON.stringify(checked)).not.toContain(value);
  });

  it("is taken from four characters on, with a warning below eight", () => {
    expect(checkScrubValue({ value: "abcd", note: null })).toMatchObject({ warning: expect.any(String) as string });
    expect(checkScrubValue({ value: "abcdefgh", note: null })).toEqual({ ok: true, warning: null });
  });

  it("may not stand in its note", () => {
    expect(checkScrubValue({ value: "blue-harbour", note: "is blue-harbour" })).toMatchObject({ ok: false });
    expect(checkScrubValue({ value: "blue-harbour", note: "x".repeat(201) })).toMatchObject({ ok: false });
  });
});
