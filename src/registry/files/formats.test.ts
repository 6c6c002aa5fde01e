import { mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createRegistry } from "../create-registry.ts";
import type { RegistryOptions } from "../create-registry.ts";
import { readSmallFile } from "../read-small-file.ts";
import type { Registry, ToolFolder } from "../registry.ts";
import { createTempFolder, toolText } from "../tool-files.fixture.ts";
import type { TempFolder } from "../tool-files.fixture.ts";

const TYPES = '[types.colour]\nbase = "enum"\nallowed = ["red", "blue"]';

let temp: TempFolder;
let open: Registry[] = [];
beforeEach(() => {
  temp = createTempFolder();
});
afterEach(async () => {
  await Promise.all(open.map((registry) => registry.close()));
  open = [];
  temp.remove();
});

async function start(more: Partial<RegistryOptions> = {}, folder: Partial<ToolFolder> = {}): Promise<Registry> {
  const folders = [{ layer: "project", folder: path.join(temp.path, "tools"), ...folder }] as const;
  const registry = await createRegistry({ folders, ...more });
  open.push(registry);
  return registry;
}

function names({ snapshot }: Registry): readonly string[] {
  return snapshot.listed.map(({ name }) => name);
}

function errors({ snapshot }: Registry): readonly string[] {
  return snapshot.issues.filter(({ severity }) => severity === "error").map(({ code }) => code);
}

function moduleText(name: string, extra = ""): string {
  return [
    'import { defineTool } from "toolgate";',
    extra,
    `defineTool({ name: "${name}", description: "d", inputSchema: { type: "object" } }, async () => null);`,
  ].join("\n");
}

function cladText(name: string, type = "colour"): string {
  return [
    `[tool]\nname = "${name}"\nversion = "1.0.0"\nbinary = "true"\ndescription = "d"\nrisk_tier = "low"`,
    `[args.what]\nposition = 1\nrequired = true\ntype = "${type}"\ndescription = "d"`,
    '[command]\ntemplate = "true {what}"',
    '[output]\nformat = "text"\nenvelope = true\n[output.schema]\ntype = "object"',
  ].join("\n");
}

function colours(registry: Registry): unknown {
  const input = registry.snapshot.tools.get("paint")?.input;
  const [param] = input?.kind === "params" ? input.params : [];
  return param?.type === "enum" ? param.values : undefined;
}

describe("a folder of every format", () => {
  it("serves them side by side", async () => {
    temp.write("tools/a.toml", toolText("a"));
    temp.write("tools/b.clad.toml", cladText("b", "port"));
    temp.write("tools/c.ts", moduleText("c"));
    temp.write("tools/d.mjs", moduleText("d"));
    const registry = await start();
    expect(registry.snapshot.issues.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(names(registry)).toEqual(["a", "b", "c", "d"]);
  });

  it.each(["m.d.ts", "m.d.mts", "m.test.ts", "m.test.mjs", ".m.ts", "m.cts", "m.tsx", "m.json", "m.ts~"])(
    "passes %s over",
    async (name) => {
      temp.write(`tools/${name}`, moduleText("m"));
      const registry = await start();
      expect(registry.snapshot).toMatchObject({ listed: [], issues: [] });
    },
  );

  it.each(["toolgate.toml", "toolclad.toml", "scope.toml"])("never takes %s for a tool", async (name) => {
    temp.write(`tools/${name}`, toolText("a"));
    const registry = await start();
    expect(names(registry)).toEqual([]);
  });

  it("reports two formats with one name at both places, and serves neither", async () => {
    const toml = temp.write("tools/a.toml", toolText("same"));
    const module = temp.write("tools/b.ts", moduleText("same"));
    const registry = await start();
    expect(names(registry)).toEqual([]);
    expect(registry.snapshot.issues.filter(({ severity }) => severity === "error")).toMatchObject([
      { code: "duplicate-name", file: toml, message: expect.stringContaining(module) as string },
      { code: "duplicate-name", file: module, message: expect.stringContaining(toml) as string },
    ]);
  });

  it("serves only the first of two names that are one on the wire", async () => {
    const first = temp.write("tools/a.toml", toolText("git.sha"));
    const second = temp.write("tools/b.ts", moduleText("git_sha"));
    const registry = await start();
    expect(names(registry)).toEqual(["git.sha"]);
    expect(registry.snapshot.issues.filter(({ severity }) => severity === "error")).toMatchObject([
      { code: "same-wire-name", file: second, message: expect.stringContaining(`${first}:1`) as string },
    ]);
    rmSync(first);
    await registry.reload();
    expect(names(registry)).toEqual(["git_sha"]);
  });
});

describe("a module", () => {
  it("keeps its last good version while it is broken, and the others are not touched", async () => {
    temp.write("tools/m.ts", moduleText("m"));
    temp.write("tools/n.js", moduleText("n"));
    const registry = await start();
    for (const broken of ["const = ;", "throw new Error('x')", "while (true) {}"]) {
      temp.write("tools/m.ts", broken);
      await registry.reload();
      expect(names(registry)).toEqual(["m", "n"]);
      expect([...registry.snapshot.stale]).toEqual(["m"]);
    }
    temp.write("tools/m.ts", moduleText("m2"));
    await registry.reload();
    expect(names(registry)).toEqual(["m2", "n"]);
    expect(errors(registry)).toEqual([]);
  });

  it("has no power while it is read", async () => {
    const tries = ["process.env", "require('fs')", "globalThis.fetch('x')", "(await import('node:fs'))"];
    for (const [index, text] of tries.entries()) temp.write(`tools/${index}.mjs`, moduleText(`t${index}`, `${text};`));
    const registry = await start();
    expect(names(registry)).toEqual([]);
    expect(registry.snapshot.issues).toHaveLength(tries.length);
  });

  it("waits for trust like any other file, and is not even read before", async () => {
    const file = temp.write("tools/m.ts", moduleText("m"));
    const files = new Map<string, string>();
    const registry = await start({ trustedFiles: () => Promise.resolve({ files, issue: null }) });
    expect(errors(registry)).toEqual(["changed-since-trust"]);
    const read = readSmallFile(file);
    files.set(file, read.kind === "text" ? read.sha256 : "");
    await registry.reload();
    expect(names(registry)).toEqual(["m"]);
  });

  it("must not be a link out of the project, nor huge", async () => {
    const outside = temp.write("elsewhere/m.ts", moduleText("m"));
    mkdirSync(path.join(temp.path, "tools"));
    symlinkSync(outside, path.join(temp.path, "tools/m.ts"));
    temp.write("tools/large.js", "/".repeat(1024 * 1024 + 1));
    const registry = await start();
    expect(names(registry)).toEqual([]);
    expect([...errors(registry)].sort()).toEqual(["symlink-outside", "too-large"]);
  });
});

describe("the ToolClad settings of a folder", () => {
  it.each(["tools/toolclad.toml", "toolclad.toml"])("are taken from %s, and followed", async (name) => {
    temp.write(name, TYPES);
    temp.write("tools/paint.clad.toml", cladText("paint"));
    temp.write("tools/other.toml", toolText("other"));
    const registry = await start();
    expect(colours(registry)).toEqual(["red", "blue"]);
    const other = registry.snapshot.tools.get("other");
    temp.write(name, TYPES.replace("blue", "green"));
    await registry.reload();
    expect(colours(registry)).toEqual(["red", "green"]);
    expect(registry.snapshot.tools.get("other")).toBe(other);
  });

  it("are those beside the tools where there are two", async () => {
    temp.write("toolclad.toml", TYPES);
    temp.write("tools/toolclad.toml", TYPES.replace("blue", "green"));
    temp.write("tools/paint.clad.toml", cladText("paint"));
    expect(colours(await start())).toEqual(["red", "green"]);
  });

  it("stay as they were last whole while the file is broken, also for a tool that comes then", async () => {
    temp.write("tools/toolclad.toml", TYPES);
    temp.write("tools/paint.clad.toml", cladText("paint"));
    const registry = await start();
    temp.write("tools/toolclad.toml", "[types.colour]\nbase = 7");
    temp.write("tools/late.clad.toml", cladText("late"));
    await registry.reload();
    expect(names(registry)).toEqual(["late", "paint"]);
    expect(colours(registry)).toEqual(["red", "blue"]);
    expect(registry.snapshot.issues.map(({ code }) => code)).toContain("toolclad-project-broken");
    expect(registry.snapshot.stale.size).toBe(0);
  });

  it("leave the last good tools when they are removed, and say why", async () => {
    const file = temp.write("tools/toolclad.toml", TYPES);
    temp.write("tools/paint.clad.toml", cladText("paint"));
    const registry = await start();
    rmSync(file);
    await registry.reload();
    expect([...registry.snapshot.stale]).toEqual(["paint"]);
    expect(errors(registry)).toHaveLength(1);
  });

  it("of a project must not be a link out of it, and not lie above it", async () => {
    const outside = temp.write("elsewhere/toolclad.toml", TYPES);
    temp.write("tools/paint.clad.toml", cladText("paint"));
    symlinkSync(outside, path.join(temp.path, "tools/toolclad.toml"));
    const linked = await start();
    expect(names(linked)).toEqual([]);
    expect(errors(linked)).toContain("symlink-outside");
    rmSync(path.join(temp.path, "tools/toolclad.toml"));
    temp.write("toolclad.toml", TYPES);
    expect(names(await start({}, { within: path.join(temp.path, "tools") }))).toEqual([]);
    expect(names(await start({}, { within: temp.path }))).toEqual(["paint"]);
  });

  it("of a person may be a link", async () => {
    const outside = temp.write("elsewhere/types.toml", TYPES);
    temp.write("tools/paint.clad.toml", cladText("paint"));
    symlinkSync(outside, path.join(temp.path, "tools/toolclad.toml"));
    expect(names(await start({}, { layer: "user" }))).toEqual(["paint"]);
  });

  it("wait for trust, and those before stay in force", async () => {
    const settings = temp.write("tools/toolclad.toml", TYPES);
    const tool = temp.write("tools/paint.clad.toml", cladText("paint"));
    const hash = (file: string): string => {
      const read = readSmallFile(file);
      return read.kind === "text" ? read.sha256 : "";
    };
    let files = new Map([settings, tool].map((file) => [file, hash(file)]));
    const registry = await start({ trustedFiles: () => Promise.resolve({ files, issue: null }) });
    temp.write("tools/toolclad.toml", TYPES.replace("blue", "anything"));
    await registry.reload();
    expect(colours(registry)).toEqual(["red", "blue"]);
    expect(errors(registry)).toEqual(["changed-since-trust"]);
    files = new Map([settings, tool].map((file) => [file, hash(file)]));
    await registry.reload();
    expect(colours(registry)).toEqual(["red", "anything"]);
    expect(errors(registry)).toEqual([]);
  });
});

describe("following every kind of file", () => {
  async function until(check: () => void): Promise<void> {
    await vi.waitFor(check, { timeout: 20_000 });
  }

  it("takes new and changed modules, and settings beside and above the tools", async () => {
    temp.write("tools/paint.clad.toml", cladText("paint"));
    const registry = await start();
    registry.watch();
    temp.write("tools/m.ts", moduleText("m"));
    await until(() => expect(names(registry)).toEqual(["m"]));
    temp.write("toolclad.toml", TYPES);
    await until(() => expect(colours(registry)).toEqual(["red", "blue"]));
    temp.write("toolclad.toml", TYPES.replace("blue", "green"));
    await until(() => expect(colours(registry)).toEqual(["red", "green"]));
    temp.write("tools/toolclad.toml", TYPES.replace("blue", "grey"));
    await until(() => expect(colours(registry)).toEqual(["red", "grey"]));
    renameSync(path.join(temp.path, "tools/m.ts"), path.join(temp.path, "tools/n.ts"));
    temp.write("tools/n.ts", moduleText("n"));
    await until(() => expect(names(registry)).toEqual(["n", "paint"]));
  });

  it("ends with what the files say after many edits at once, one of them broken", async () => {
    for (let index = 0; index < 200; index++) temp.write(`tools/${index}.toml`, toolText(`t${index}`));
    const registry = await start();
    registry.watch();
    const seen = new Set<number>();
    registry.onChange(({ tools }) => seen.add(tools.size));
    for (let round = 0; round < 5; round++) {
      for (let index = 0; index < 200; index++) {
        const isBroken = index === 77;
        temp.write(`tools/${index}.toml`, isBroken ? "broken" : toolText(`t${index}`, `title = "${round}"`));
      }
      await new Promise((resolve) => setTimeout(resolve, 7));
    }
    await until(() => {
      const titles = registry.snapshot.listed.map(({ title }) => title);
      expect(titles.filter((title) => title === "4")).toHaveLength(199);
    });
    expect([...registry.snapshot.stale]).toEqual(["t77"]);
    expect(errors(registry)).toEqual(["syntax"]);
    expect([...seen]).toEqual([200]);
  });

  it("sees a link's target change, and a folder that could not be read", async () => {
    const target = temp.write("elsewhere/x.toml", toolText("x"));
    mkdirSync(path.join(temp.path, "tools"));
    symlinkSync(target, path.join(temp.path, "tools/x.toml"));
    const registry = await start({}, { layer: "user" });
    registry.watch();
    await until(() => expect(names(registry)).toEqual(["x"]));
    temp.write("elsewhere/x.toml", toolText("y"));
    await until(() => expect(names(registry)).toEqual(["y"]));
  });
});
