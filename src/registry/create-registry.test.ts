import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Layer, Tool } from "../model/tool.ts";
import { createRegistry } from "./create-registry.ts";
import type { RegistryOptions } from "./create-registry.ts";
import type { TrustedContent } from "./files/trusted-files.ts";
import { toFileIssue } from "./list-tool-files.ts";
import { readSmallFile } from "./read-small-file.ts";
import type { Registry } from "./registry.ts";
import { createTempFolder, toolText } from "./tool-files.fixture.ts";
import type { TempFolder } from "./tool-files.fixture.ts";

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

async function start(layers: readonly Layer[] = ["user"], more: Partial<RegistryOptions> = {}): Promise<Registry> {
  const folders = layers.map((layer) => ({ layer, folder: path.join(temp.path, layer) }));
  const registry = await createRegistry({ folders, ...more });
  open.push(registry);
  return registry;
}

function names({ snapshot }: Registry): readonly string[] {
  return snapshot.listed.map(({ name }) => name);
}

function codes({ snapshot }: Registry): readonly string[] {
  return snapshot.issues.filter(({ severity }) => severity === "error").map(({ code }) => code);
}

function inCode(registry: Registry, layer: Layer = "session"): Tool {
  const tool = registry.snapshot.listed[0];
  if (tool === undefined) throw new Error("the test needs a tool to copy");
  return { ...tool, name: "from.code", origin: { format: "library", layer, file: null, line: 0, column: 0 } };
}

describe("createRegistry", () => {
  it("lists enabled tools by name and knows the others", async () => {
    temp.write("user/2.toml", toolText("b"));
    temp.write("user/1.toml", toolText("c"));
    temp.write("user/3.toml", toolText("a", "enabled = false"));
    const registry = await start();
    expect(names(registry)).toEqual(["b", "c"]);
    expect([...registry.snapshot.tools.keys()]).toEqual(["a", "b", "c"]);
  });

  it("looks only at visible .toml files directly in the folder", async () => {
    temp.write("user/a.toml", toolText("a"));
    temp.write("user/.b.toml", toolText("b"));
    temp.write("user/c.toml.tmp", toolText("c"));
    temp.write("user/deep/d.toml", toolText("d"));
    mkdirSync(path.join(temp.path, "user/e.toml"));
    expect(names(await start())).toEqual(["a"]);
  });

  it("loads the rest when one file is broken, each in its own way", async () => {
    temp.write("user/good.toml", toolText("good"));
    temp.write("user/syntax.toml", "name = ");
    temp.write("user/bytes.toml", "\ufffd");
    temp.write("user/large.toml", "#".repeat(1024 * 1024 + 1));
    symlinkSync("/nowhere/at/all.toml", path.join(temp.path, "user/link.toml"));
    const registry = await start();
    expect(names(registry)).toEqual(["good"]);
    expect([...codes(registry)].sort()).toEqual(["broken-link", "invalid-utf8", "syntax", "too-large"]);
  });

  it("keeps the last good version of a file that breaks, and takes it back when it is whole again", async () => {
    const file = temp.write("user/a.toml", toolText("a"));
    const registry = await start();
    const good = registry.snapshot.tools.get("a");
    writeFileSync(file, 'name = "a"\nbroken');
    await registry.reload();
    expect(registry.snapshot.tools.get("a")).toBe(good);
    expect([...registry.snapshot.stale]).toEqual(["a"]);
    expect(codes(registry)).toEqual(["syntax"]);
    writeFileSync(file, toolText("a", 'title = "New"'));
    await registry.reload();
    expect(registry.snapshot.tools.get("a")?.title).toBe("New");
    expect(registry.snapshot.stale.size).toBe(0);
    expect(codes(registry)).toEqual([]);
  });

  it("serves nothing from a file that was never good", async () => {
    temp.write("user/a.toml", "broken");
    expect(names(await start())).toEqual([]);
  });

  it("removes the tool of a deleted file, also of a broken one", async () => {
    const file = temp.write("user/a.toml", toolText("a"));
    const registry = await start();
    writeFileSync(file, "broken");
    await registry.reload();
    rmSync(file);
    await registry.reload();
    expect(names(registry)).toEqual([]);
    expect(codes(registry)).toEqual([]);
  });

  it("follows a rename of the file and of the tool", async () => {
    const file = temp.write("user/a.toml", toolText("a"));
    const registry = await start();
    renameSync(file, path.join(temp.path, "user/z.toml"));
    await registry.reload();
    expect(names(registry)).toEqual(["a"]);
    temp.write("user/z.toml", toolText("b"));
    await registry.reload();
    expect(names(registry)).toEqual(["b"]);
  });

  it("keeps the objects of files that did not change", async () => {
    temp.write("user/a.toml", toolText("a"));
    temp.write("user/b.toml", toolText("b"));
    const registry = await start();
    const [a] = registry.snapshot.listed;
    temp.write("user/b.toml", toolText("b", 'title = "B"'));
    temp.write("user/a.toml", toolText("a"));
    await registry.reload();
    expect(registry.snapshot.tools.get("a")).toBe(a);
    expect(registry.snapshot.tools.get("b")?.title).toBe("B");
  });

  it("lets the person's own links lead anywhere, the project's nowhere outside", async () => {
    const target = temp.write("elsewhere/x.toml", toolText("x"));
    for (const layer of ["user", "project"]) {
      mkdirSync(path.join(temp.path, layer));
      symlinkSync(target, path.join(temp.path, layer, "x.toml"));
    }
    expect(names(await start(["user"]))).toEqual(["x"]);
    const project = await start(["project"]);
    expect(names(project)).toEqual([]);
    expect(codes(project)).toEqual(["symlink-outside"]);
  });

  it("refuses a project folder that became a link", async () => {
    temp.write("elsewhere/x.toml", toolText("x"));
    symlinkSync(path.join(temp.path, "elsewhere"), path.join(temp.path, "project"));
    const registry = await start(["project"]);
    expect(names(registry)).toEqual([]);
    expect(codes(registry)).toEqual(["symlink-outside"]);
  });

  it("keeps what it served when a folder cannot be read for a while", async () => {
    temp.write("user/a.toml", toolText("a"));
    const registry = await start();
    renameSync(path.join(temp.path, "user"), path.join(temp.path, "away"));
    temp.write("user", "a file where the folder was");
    await registry.reload();
    expect(names(registry)).toEqual(["a"]);
    expect(codes(registry)).toEqual(["unreadable"]);
  });

  it("says how many issues were left out, errors last", async () => {
    for (let index = 0; index < 6; index++) temp.write(`user/${index}.toml`, "broken");
    const { issues } = (await start(["user"], { maxIssues: 4 })).snapshot;
    expect(issues).toHaveLength(5);
    expect(issues.at(-1)).toMatchObject({ code: "more-issues", message: "and 2 more" });
  });
});

describe("listeners", () => {
  it("are told once per change that can be seen, and not otherwise", async () => {
    const file = temp.write("user/a.toml", toolText("a"));
    const registry = await start();
    const versions: number[] = [];
    const stop = registry.onChange(({ version }) => versions.push(version));
    await registry.reload();
    writeFileSync(file, `# a comment\n${toolText("a")}`);
    await registry.reload();
    expect(versions).toEqual([]);
    writeFileSync(file, toolText("a", "enabled = false"));
    await registry.reload();
    expect(versions).toEqual([registry.snapshot.version]);
    stop();
    rmSync(file);
    await registry.reload();
    expect(versions).toHaveLength(1);
  });

  it("see the complete new state, never a part of it", async () => {
    for (let index = 0; index < 20; index++) temp.write(`user/${index}.toml`, toolText(`t${index}`));
    const registry = await start();
    const seen: number[] = [];
    registry.onChange(({ tools }) => seen.push(tools.size));
    for (let index = 20; index < 40; index++) temp.write(`user/${index}.toml`, toolText(`t${index}`));
    await Promise.all([registry.reload(), registry.reload(), registry.reload()]);
    expect(seen).toEqual([40]);
  });
});

describe("tools given in code", () => {
  it("come and go", async () => {
    temp.write("user/a.toml", toolText("a"));
    const registry = await start();
    const remove = registry.add(inCode(registry));
    expect(names(registry)).toEqual(["a", "from.code"]);
    await registry.reload();
    expect(names(registry)).toEqual(["a", "from.code"]);
    remove();
    expect(names(registry)).toEqual(["a"]);
  });

  it("replace one of the same name and layer, and an old removal does nothing then", async () => {
    temp.write("user/a.toml", toolText("a"));
    const registry = await start();
    const removeFirst = registry.add(inCode(registry));
    const second = { ...inCode(registry), title: "Second", definitionHash: "sha256:2" };
    registry.add(second);
    removeFirst();
    expect(registry.snapshot.tools.get("from.code")).toBe(second);
  });

  it("obey the rule of consent like files", async () => {
    temp.write("user/a.toml", toolText("a"));
    const registry = await start();
    registry.add({ ...inCode(registry), name: "a" });
    expect(registry.snapshot.tools.get("a")?.origin.layer).toBe("user");
    expect(codes(registry)).toEqual(["needs-overrides"]);
  });

  it.each(["user", "project"] as const)("cannot claim the %s layer", async (layer) => {
    temp.write("user/a.toml", toolText("a"));
    const registry = await start();
    expect(() => registry.add(inCode(registry, layer))).toThrow(TypeError);
  });
});

describe("trusted content", () => {
  const hashes = (...files: string[]): TrustedContent => ({
    files: new Map(
      files.map((file) => {
        const read = readSmallFile(file);
        return [file, read.kind === "text" ? read.sha256 : ""];
      }),
    ),
    issue: null,
  });

  it("is all that a running gateway takes from a project", async () => {
    const file = temp.write("project/a.toml", toolText("a"));
    let trusted = hashes(file);
    const registry = await start(["project"], { trustedFiles: () => Promise.resolve(trusted) });
    writeFileSync(file, toolText("a", "", "sh"));
    const added = temp.write("project/b.toml", toolText("b"));
    await registry.reload();
    expect(names(registry)).toEqual(["a"]);
    expect(registry.snapshot.tools.get("a")?.backend).toMatchObject({ binary: "true" });
    expect(codes(registry)).toEqual(["changed-since-trust", "changed-since-trust"]);
    trusted = hashes(file, added);
    await registry.reload();
    expect(names(registry)).toEqual(["a", "b"]);
    expect(registry.snapshot.tools.get("a")?.backend).toMatchObject({ binary: "sh" });
    expect(codes(registry)).toEqual([]);
  });

  it("does not limit the person's own tools", async () => {
    temp.write("user/a.toml", toolText("a"));
    expect(names(await start(["user"], { trustedFiles: () => Promise.resolve(hashes()) }))).toEqual(["a"]);
  });

  it("is what is loaded already while nobody can say", async () => {
    const file = temp.write("project/a.toml", toolText("a"));
    let isUp = true;
    const registry = await start(["project"], {
      trustedFiles: () => (isUp ? Promise.resolve(hashes(file)) : Promise.reject(new Error("the database is locked"))),
    });
    isUp = false;
    temp.write("project/b.toml", toolText("b"));
    await registry.reload();
    expect(names(registry)).toEqual(["a"]);
    expect([...codes(registry)].sort()).toEqual(["changed-since-trust", "trust-unknown"]);
  });

  it("comes with what people should know, until it is over", async () => {
    const issue = toFileIssue("toolgate.toml", "config-changed", "restart");
    let trusted: TrustedContent = { ...hashes(), issue };
    const registry = await start(["project"], { trustedFiles: () => Promise.resolve(trusted) });
    expect(codes(registry)).toEqual(["config-changed"]);
    trusted = hashes();
    await registry.reload();
    expect(codes(registry)).toEqual([]);
  });
});

describe("a relative program", () => {
  it.each(["./bin/lint", "bin/lint", "../lint"])("is refused in the user layer: %s", async (binary) => {
    temp.write("user/a.toml", toolText("a", "", binary));
    temp.write("project/b.toml", toolText("b", "", binary));
    const registry = await start(["user", "project"]);
    expect(names(registry)).toEqual(["b"]);
    expect(codes(registry)).toEqual(["relative-program"]);
  });

  it("leaves absolute programs and bare names, and the last good version", async () => {
    const file = temp.write("user/a.toml", toolText("a", "", "/bin/true"));
    temp.write("user/b.toml", toolText("b"));
    const registry = await start();
    writeFileSync(file, toolText("a", "", "./true"));
    await registry.reload();
    expect(names(registry)).toEqual(["a", "b"]);
    expect(registry.snapshot.tools.get("a")?.backend).toMatchObject({ binary: "/bin/true" });
    expect([...registry.snapshot.stale]).toEqual(["a"]);
  });
});
