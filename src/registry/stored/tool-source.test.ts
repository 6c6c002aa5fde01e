import { describe, expect, it } from "vitest";
import { createTempFolder, toolText } from "../tool-files.fixture.ts";
import { createRegistry } from "../create-registry.ts";
import { findTool } from "../find-tool.ts";
import type { Registry } from "../registry.ts";
import type { StoredTool } from "../../storage/repositories.ts";
import type { Store } from "../../storage/store.ts";
import { withStore } from "../../storage/temporary-store.fixture.ts";
import { createToolSource } from "./create-tool-source.ts";
import { parseStoredTool } from "./from-stored-tools.ts";

const CONFIG = { workspace: "/w", capabilities: { net: null, commands: "any" } } as const;
const EVERYBODY = { agent: "nobody", session: null };

function custom(name: string, command = "true"): string {
  return JSON.stringify({ name, description: "d", parameters: { type: "object", properties: {} }, command });
}

function row(name: string, change: Partial<StoredTool> = {}): StoredTool {
  return {
    id: name,
    workspace: "/w",
    audience: { kind: "everybody" },
    format: "custom",
    name,
    definition: custom(name),
    enabled: true,
    environment: null,
    createdAt: "2026-01-01T00:00:00.000Z",
    createdBy: "ada",
    updatedAt: "2026-01-01T00:00:00.000Z",
    ...change,
  };
}

async function withSource(
  test: (parts: { store: Store; registry: Registry; current: ReturnType<typeof createToolSource> }) => Promise<void>,
): Promise<void> {
  await withStore(async (store) => {
    const registry = await createRegistry({ folders: [] });
    await test({ store, registry, current: createToolSource(store, registry, CONFIG) });
    await registry.close();
  });
}

describe("parseStoredTool", () => {
  it("reads custom, whitelist and session tools, with the row's word on whether they are on", () => {
    expect(parseStoredTool(row("a"), {})).toMatchObject({
      issues: [],
      tool: { name: "a", enabled: true, origin: { layer: "user", file: "stored tool a", format: "custom" } },
    });
    const session = row("b", {
      audience: { kind: "session", key: "s1" },
      format: "whitelist",
      definition: toolText("b"),
      enabled: false,
    });
    expect(parseStoredTool(session, {}).tool).toMatchObject({ enabled: false, origin: { layer: "session" } });
  });

  it("makes sealed values part of what an approval is bound to, by their names and version", () => {
    const environment = { names: ["TOKEN"], version: "1", sealed: "secret" };
    const plain = parseStoredTool(row("a"), {}).tool;
    const one = parseStoredTool(row("a", { environment }), {}).tool;
    const two = parseStoredTool(row("a", { environment: { ...environment, version: "2" } }), {}).tool;
    expect(one?.sealedEnvironment).toEqual({ names: ["TOKEN"], version: "1" });
    expect(new Set([plain, one, two].map((tool) => tool?.definitionHash)).size).toBe(3);
    expect(JSON.stringify(one)).not.toContain("secret");
  });

  it.each<[string, Partial<StoredTool>, string]>([
    ["is no JSON", { definition: "{" }, "stored tool a"],
    ["declares another tool", { definition: custom("b") }, "stored tool a"],
    ["is of no such format", { format: "nothing" as never }, "stored tool a"],
    ["runs a file of whatever project is open", { definition: custom("a", "./x") }, "stored tool a"],
  ])("gives no tool, and says where, for a row that %s", (_what, change, place) => {
    const { tool, issues } = parseStoredTool(row("a", change), {});
    expect(tool).toBeNull();
    expect(issues[0]).toMatchObject({ severity: "error", file: place });
  });
});

describe("createToolSource", () => {
  it("serves what any process put into the database at the next look, and takes it away again", () =>
    withSource(async ({ store, current }) => {
      expect((await current()).tools.size).toBe(0);
      await store.tools.create(row("a"));
      await store.tools.create(row("b", { audience: { kind: "agent", key: "me" } }));
      await store.tools.create(row("c", { workspace: "/elsewhere" }));
      const snapshot = await current();
      expect([...snapshot.tools.keys()]).toEqual(["a"]);
      expect(findTool(snapshot, "b", { agent: "me", session: null })?.name).toBe("b");
      expect(findTool(snapshot, "b", EVERYBODY)).toBeUndefined();
      await store.tools.update(row("a", { enabled: false }));
      expect((await current()).listed).toEqual([]);
      await store.tools.remove("a");
      expect((await current()).tools.size).toBe(0);
    }));

  it("reads the rows only after a change, and tells listeners only of changes of tools", () =>
    withSource(async ({ store, registry }) => {
      let reads = 0;
      const list: typeof store.tools.list = (workspace) => {
        reads += 1;
        return store.tools.list(workspace);
      };
      const counting = { revision: () => store.revision(), tools: { ...store.tools, list } };
      const source = createToolSource(counting, registry, CONFIG);
      await store.tools.create(row("a"));
      const versions: number[] = [];
      registry.onChange(({ version }) => versions.push(version));
      await source();
      for (let call = 0; call < 5; call++) await source();
      expect([reads, versions.length]).toEqual([1, 1]);
      await store.settings.set("mode:/w", "plan");
      const before = registry.snapshot;
      expect(await source()).toBe(before);
      expect([reads, versions.length]).toEqual([2, 1]);
    }));

  it("gives every waiting caller the state that it waits for", () =>
    withSource(async ({ store, current }) => {
      await store.tools.create(row("a"));
      const first = current();
      await store.tools.create(row("b"));
      const all = await Promise.all([first, current(), current()]);
      expect([...(all[1]?.tools.keys() ?? [])]).toEqual(["a", "b"]);
      expect([...(all[2]?.tools.keys() ?? [])]).toEqual(["a", "b"]);
    }));

  it("fails while the database does, and recovers with it", () =>
    withSource(async ({ store, registry }) => {
      let isUp = false;
      const list: typeof store.tools.list = (workspace) =>
        isUp ? store.tools.list(workspace) : Promise.reject(new Error("the disk is gone"));
      const source = createToolSource(
        { revision: () => store.revision(), tools: { ...store.tools, list } },
        registry,
        CONFIG,
      );
      await store.tools.create(row("a"));
      await expect(source()).rejects.toThrow("the disk is gone");
      await expect(source()).rejects.toThrow("the disk is gone");
      isUp = true;
      expect((await source()).tools.has("a")).toBe(true);
    }));

  it("follows changes of files between its looks", () =>
    withStore(async (store) => {
      const temp = createTempFolder();
      const registry = await createRegistry({ folders: [{ layer: "user", folder: temp.path }] });
      try {
        const current = createToolSource(store, registry, CONFIG);
        await current();
        temp.write("f.toml", toolText("f"));
        await registry.reload();
        expect((await current()).tools.has("f")).toBe(true);
        await store.tools.create(row("f"));
        const { tools, issues } = await current();
        expect(tools.get("f")).toBeDefined();
        expect(issues.map(({ code, file }) => [code, file])).toEqual([
          ["duplicate-name", `${temp.path}/f.toml`],
          ["duplicate-name", "stored tool f"],
        ]);
      } finally {
        await registry.close();
        temp.remove();
      }
    }));
});
