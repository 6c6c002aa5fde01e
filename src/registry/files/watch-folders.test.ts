import { mkdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createRegistry } from "../create-registry.ts";
import type { Registry } from "../registry.ts";
import { createTempFolder, toolText } from "../tool-files.fixture.ts";
import type { TempFolder } from "../tool-files.fixture.ts";

let temp: TempFolder;
let registry: Registry;
beforeEach(() => {
  temp = createTempFolder();
});
afterEach(async () => {
  await registry.close();
  temp.remove();
});

async function follow(folder: string): Promise<void> {
  registry = await createRegistry({ folders: [{ layer: "user", folder: path.join(temp.path, folder) }] });
  registry.watch();
}

async function untilListed(...names: string[]): Promise<void> {
  await vi.waitFor(() => expect(registry.snapshot.listed.map(({ name }) => name)).toEqual(names), { timeout: 10_000 });
}

describe("a watched registry", () => {
  it("takes a new file, a changed one, and lets go of a deleted one", async () => {
    temp.write("tools/a.toml", toolText("a"));
    await follow("tools");
    temp.write("tools/b.toml", toolText("b"));
    await untilListed("a", "b");
    temp.write("tools/b.toml", toolText("c"));
    await untilListed("a", "c");
    rmSync(path.join(temp.path, "tools/b.toml"));
    await untilListed("a");
  });

  it("takes a change that was made before watching had begun", async () => {
    temp.write("tools/a.toml", toolText("a"));
    await follow("tools");
    temp.write("tools/a.toml", toolText("early"));
    await untilListed("early");
  });

  it("follows editors that write beside the file and rename over it", async () => {
    const file = temp.write("tools/a.toml", toolText("a"));
    await follow("tools");
    await untilListed("a");
    for (const name of ["b", "c", "d"]) {
      renameSync(temp.write(`tools/.a.toml.${name}`, toolText(name)), file);
      await untilListed(name);
    }
  });

  it("follows editors that move the file away and write a new one", async () => {
    const file = temp.write("tools/a.toml", toolText("a"));
    await follow("tools");
    renameSync(file, `${file}~`);
    temp.write("tools/a.toml", toolText("b"));
    await untilListed("b");
  });

  it("picks up a folder that is made later, also when its parents are", async () => {
    await follow("not/yet/there");
    mkdirSync(path.join(temp.path, "not/yet/there"), { recursive: true });
    temp.write("not/yet/there/a.toml", toolText("a"));
    await untilListed("a");
  });

  it("picks up a folder that is removed and made again", async () => {
    temp.write("tools/a.toml", toolText("a"));
    await follow("tools");
    await untilListed("a");
    rmSync(path.join(temp.path, "tools"), { recursive: true });
    await untilListed();
    temp.write("tools/b.toml", toolText("b"));
    await untilListed("b");
  });

  it("keeps serving through a broken edit", async () => {
    temp.write("tools/a.toml", toolText("a"));
    await follow("tools");
    temp.write("tools/a.toml", "broken");
    await vi.waitFor(() => expect([...registry.snapshot.stale]).toEqual(["a"]), { timeout: 10_000 });
    expect(registry.snapshot.listed).toHaveLength(1);
  });

  it("says nothing after it was closed", async () => {
    temp.write("tools/a.toml", toolText("a"));
    await follow("tools");
    const told: number[] = [];
    registry.onChange(({ version }) => told.push(version));
    await registry.close();
    temp.write("tools/b.toml", toolText("b"));
    expect(await registry.reload()).toBe(registry.snapshot);
    expect(told).toEqual([]);
  });
});
