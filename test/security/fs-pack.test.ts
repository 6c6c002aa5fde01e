import { execFileSync } from "node:child_process";
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listFolder } from "../../src/packs/fs/access/list-folder.ts";
import { makeFolder } from "../../src/packs/fs/access/make-folder.ts";
import { movePlace } from "../../src/packs/fs/access/move-place.ts";
import type { Purpose, Reach } from "../../src/packs/fs/access/reach.ts";
import { readBytes, readText } from "../../src/packs/fs/access/read-file.ts";
import { removePlace } from "../../src/packs/fs/access/remove-place.ts";
import { writeFileWhole } from "../../src/packs/fs/access/write-file.ts";
import type { FsBench } from "../../src/packs/fs/fs-pack.fixture.ts";
import { createFsBench } from "../../src/packs/fs/fs-pack.fixture.ts";

let bench: FsBench;
const { signal } = new AbortController();

beforeEach(() => {
  bench = createFsBench();
  writeFileSync(path.join(bench.outside, "secret"), "SECRET");
});

afterEach(() => {
  bench.remove();
});

function inRoot(name: string): string {
  return path.join(bench.root, name);
}

function outside(): string {
  return path.join(bench.outside, "secret");
}

const CALLS: Readonly<Record<string, (path: string) => Promise<unknown>>> = {
  "fs.read": (file) => bench.handle("fs.read", { path: file, encoding: "utf-8", from_line: 1, from_byte: 0 }),
  "fs.read as base64": (file) =>
    bench.handle("fs.read", { path: file, encoding: "base64", from_line: 1, from_byte: 0 }),
  "fs.write": (file) => bench.handle("fs.write", { path: file, content: "x", create_parents: false }),
  "fs.write with parents": (file) => bench.handle("fs.write", { path: file, content: "x", create_parents: true }),
  "fs.create": (file) => bench.handle("fs.create", { path: file, content: "x", create_parents: false }),
  "fs.mkdir": (file) => bench.handle("fs.mkdir", { path: file, parents: true }),
  "fs.edit": (file) => bench.handle("fs.edit", { path: file, old_text: "SECRET", new_text: "x" }),
  "fs.list": (file) => bench.handle("fs.list", { path: file, depth: 3, limit: 10, hidden: true }),
  "fs.search": (file) => bench.handle("fs.search", { path: file, pattern: ".", context_lines: 0, max_results: 9 }),
  "fs.glob": (file) => bench.handle("fs.glob", { path: file, pattern: "**", limit: 9 }),
  "fs.delete": (file) => bench.handle("fs.delete", { path: file, recursive: true }),
  "fs.rename from": (file) => bench.handle("fs.rename", { path: file, to: inRoot("stolen"), overwrite: true }),
  "fs.rename to": (file) => bench.handle("fs.rename", { path: bench.write("mine"), to: file, overwrite: true }),
};

/** Handlers get paths that were checked. These are what the same paths may have become by the time they are opened. */
describe.each(Object.keys(CALLS))("%s after its path was checked", (name) => {
  const call = (file: string): Promise<unknown> => (CALLS[name] as (path: string) => Promise<unknown>)(file);

  it.each<readonly [string, () => string]>([
    ["a path outside", outside],
    ["two dots", () => `${bench.root}/../${path.basename(bench.outside)}/secret`],
    ["a NUL", () => inRoot("a\0b")],
    ["a root's name as a prefix", () => `${bench.root}-2/x`],
    ["a relative path", () => "secret"],
    ["a device", () => "/dev/zero"],
    ["another session", () => path.join(path.dirname(bench.session), "s2", "x")],
    ["Toolgate's own data", () => path.join(bench.session, "..", "..", "toolgate.db").replace(/\/[^/]+\/\.\./g, "")],
    ["a secret that is there", () => bench.write(".env", "SECRET")],
    ["a secret that is not there", () => inRoot(".env")],
    ["a secret in another case", () => inRoot(".ENV")],
    ["a key below a folder", () => inRoot(".ssh/anything")],
  ])("refuses %s", async (_what, make) => {
    await expect(call(make())).rejects.toMatchObject({ reason: expect.stringMatching(/^(outside|denied)$/) as string });
    expect(readFileSync(outside(), "utf8")).toBe("SECRET");
  });

  it.each<readonly [string, () => string]>([
    ["a link to a file outside", () => link("l", outside())],
    ["a link to a folder outside", () => link("l", bench.outside)],
    ["a dangling link", () => link("l", path.join(bench.outside, "new"))],
    ["a link to a link", () => link("m", link("l", outside()))],
    ["a folder that became a link", () => path.join(link("l", bench.outside), "secret")],
    ["a new name below a link", () => path.join(link("l", bench.outside), "new")],
    [
      "a folder in a folder that became a link",
      () => path.join(link("l", path.dirname(bench.outside)), path.basename(bench.outside), "secret"),
    ],
  ])("never reaches through %s", async (_what, make) => {
    await call(make()).catch((error: unknown) => error);
    expect(readFileSync(outside(), "utf8")).toBe("SECRET");
    expect(readdirSync(bench.outside)).toEqual(["secret"]);
    expect(existsSync(inRoot("stolen/secret"))).toBe(false);
  });
});

function link(name: string, target: string): string {
  symlinkSync(target, inRoot(name));
  return inRoot(name);
}

describe("what comes out of a link", () => {
  it.each(["fs.read", "fs.read as base64", "fs.search", "fs.list", "fs.glob"])("%s shows nothing", async (name) => {
    link("l", bench.outside);
    link("f", outside());
    for (const target of ["l", "l/secret", "f"]) {
      const told = await CALLS[name]?.(inRoot(target)).catch((error: unknown) => error);
      expect(told).toBeInstanceOf(Error);
    }
    for (const target of name.startsWith("fs.read") ? [] : [bench.root]) {
      expect(JSON.stringify(await CALLS[name]?.(target))).not.toContain("SECRET");
    }
  });

  it("is a link in a list", async () => {
    link("l", bench.outside);
    const listed = await bench.call("fs.list", { depth: 3 });
    expect(listed["entries"]).toEqual([{ path: "l", kind: "link" }]);
  });
});

/** A reach whose question "is this denied?" swaps a folder for a link: the moment between the check and the open. */
function swapping(folder: string, when: Purpose): Reach {
  let isDone = false;
  return {
    ...bench.reach,
    denied(place, purpose) {
      if (!isDone && purpose === when) {
        isDone = true;
        renameSync(folder, `${folder}.old`);
        symlinkSync(bench.outside, folder);
      }
      return bench.reach.denied(place, purpose);
    },
  };
}

describe("a parent folder that is swapped between the check and the open", () => {
  beforeEach(() => {
    bench.write("dir/secret", "mine");
    bench.write("from", "x");
  });

  const WORK: readonly (readonly [string, Purpose, (reach: Reach) => Promise<unknown>])[] = [
    ["reading", "read", (reach) => readText(reach, inRoot("dir/secret"))],
    ["listing", "read", (reach) => listFolder(reach, inRoot("dir"))],
    [
      "writing",
      "write",
      (reach) => writeFileWhole(reach, { file: inRoot("dir/secret"), bytes: Buffer.from("x"), mode: "replace" }),
    ],
    [
      "creating",
      "write",
      (reach) => writeFileWhole(reach, { file: inRoot("dir/new"), bytes: Buffer.from("x"), mode: "create" }),
    ],
    ["making a folder", "write", (reach) => makeFolder(reach, inRoot("dir/new"))],
    ["deleting a file", "write", (reach) => removePlace(reach, inRoot("dir/secret"), { recursive: false, signal })],
    ["deleting a tree", "write", (reach) => removePlace(reach, inRoot("dir"), { recursive: true, signal })],
    [
      "renaming into it",
      "write",
      (reach) => movePlace(reach, { from: inRoot("from"), to: inRoot("dir/secret"), overwrite: true, signal }),
    ],
    [
      "renaming out of it",
      "write",
      (reach) => movePlace(reach, { from: inRoot("dir/secret"), to: inRoot("stolen"), overwrite: true, signal }),
    ],
  ];
  it.each(WORK)("%s does not follow it", async (_what, purpose, work) => {
    await work(swapping(inRoot("dir"), purpose)).catch((error: unknown) => error);
    expect(readFileSync(outside(), "utf8")).toBe("SECRET");
    expect(readdirSync(bench.outside)).toEqual(["secret"]);
    expect(existsSync(inRoot("stolen"))).toBe(false);
  });

  it("holds while somebody swaps without pause", async () => {
    const stop = new AbortController();
    const loop = (async () => {
      while (!stop.signal.aborted) {
        renameSync(inRoot("dir"), inRoot("aside"));
        symlinkSync(bench.outside, inRoot("dir"));
        await new Promise(setImmediate);
        rmSync(inRoot("dir"));
        renameSync(inRoot("aside"), inRoot("dir"));
        await new Promise(setImmediate);
      }
    })();
    for (let round = 0; round < 150; round++) {
      const read = await readText(bench.reach, inRoot("dir/secret")).catch(() => ({ text: "" }));
      expect(read.text).not.toBe("SECRET");
      const request = { file: inRoot(`dir/w${round % 3}`), bytes: Buffer.from("x"), mode: "replace" } as const;
      await writeFileWhole(bench.reach, request).catch(() => null);
    }
    stop.abort();
    await loop;
    expect(readdirSync(bench.outside)).toEqual(["secret"]);
  });
});

describe("special files", () => {
  it("refuses a hard link to a file outside, for reading and for writing", async () => {
    linkSync(outside(), inRoot("hard"));
    expect(await bench.refusal("fs.read", { path: "hard" })).toMatchObject({ reason: "hard-linked" });
    expect(await bench.refusal("fs.write", { path: "hard", content: "x" })).toMatchObject({ reason: "hard-linked" });
    expect(await bench.refusal("fs.edit", { path: "hard", old_text: "SECRET", new_text: "x" })).toMatchObject({
      reason: "hard-linked",
    });
    expect(await bench.refusal("fs.rename", { path: "hard", to: "soft" })).toMatchObject({ reason: "hard-linked" });
    expect(await bench.call("fs.search", { pattern: "SECRET" })).toMatchObject({
      matches: [],
      skipped: { unreadable: 1 },
    });
    expect(readFileSync(outside(), "utf8")).toBe("SECRET");
  });

  it("reads hard links when the operator says so, and still does not write them", async () => {
    bench.remove();
    bench = createFsBench({ readHardLinks: true });
    linkSync(bench.write("a", "text"), inRoot("b"));
    expect(await bench.call("fs.read", { path: "b" })).toMatchObject({ text: "text" });
    expect(await bench.refusal("fs.write", { path: "b", content: "x" })).toMatchObject({ reason: "hard-linked" });
  });

  it("does not wait for a pipe", async () => {
    execFileSync("mkfifo", [inRoot("pipe")]);
    expect(await bench.call("fs.list", {})).toMatchObject({ entries: [{ path: "pipe", kind: "other" }] });
    for (const name of ["fs.read", "fs.read as base64", "fs.edit", "fs.write", "fs.rename to"]) {
      await expect(CALLS[name]?.(inRoot("pipe"))).rejects.toMatchObject({
        reason: expect.stringMatching(/not-a-file|exists/) as string,
      });
    }
    expect(await bench.call("fs.search", { pattern: "x" })).toMatchObject({ matches: [] });
  });

  it("does not read a device, even inside of a root", async () => {
    const reach = { ...bench.reach, folders: ["/dev", "/proc"] };
    await expect(readBytes(reach, "/dev/zero")).rejects.toMatchObject({ reason: "not-a-file" });
    await expect(readBytes(reach, "/dev/null")).rejects.toMatchObject({ reason: "not-a-file" });
  });

  it("reads on in a file that says it is empty, up to the limit", async () => {
    const reach = { ...bench.reach, folders: ["/proc"] };
    const { bytes } = await readBytes(reach, "/proc/version");
    expect(bytes.length).toBeGreaterThan(0);
    await expect(readBytes(reach, "/proc/version", { maxBytes: 3 })).rejects.toMatchObject({ reason: "too-large" });
  });
});

describe("writing", () => {
  it("replaces a link with nothing: it refuses", async () => {
    symlinkSync(inRoot("target"), inRoot("l"));
    bench.write("target", "old");
    await expect(CALLS["fs.write"]?.(inRoot("l"))).rejects.toMatchObject({ reason: "not-a-file" });
    expect(readFileSync(inRoot("target"), "utf8")).toBe("old");
  });

  it("leaves no file behind, whatever goes wrong", async () => {
    bench.write("a", "x");
    mkdirSync(inRoot("folder"));
    await expect(CALLS["fs.create"]?.(inRoot("a"))).rejects.toThrow();
    await expect(CALLS["fs.write"]?.(inRoot("folder"))).rejects.toThrow();
    await expect(CALLS["fs.write"]?.(inRoot("n".repeat(300)))).rejects.toMatchObject({ reason: "bad-name" });
    const stale = { file: inRoot("a"), bytes: Buffer.from("y"), mode: "replace", version: "other" } as const;
    await expect(writeFileWhole(bench.reach, stale)).rejects.toMatchObject({ reason: "changed" });
    expect(readdirSync(bench.root).sort()).toEqual(["a", "folder"]);
    expect(readFileSync(inRoot("a"), "utf8")).toBe("x");
  });

  it("creates once when many create at once", async () => {
    const request = { file: inRoot("once"), bytes: Buffer.from("x"), mode: "create" } as const;
    const ends = await Promise.allSettled(Array.from({ length: 20 }, () => writeFileWhole(bench.reach, request)));
    expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(readdirSync(bench.root)).toEqual(["once"]);
  });

  it("shows a reader the old file or the new one, never a part", async () => {
    const texts = ["a".repeat(200_000), "b".repeat(100_000)];
    bench.write("f", texts[0]);
    const writing = (async () => {
      for (let round = 0; round < 20; round++)
        await bench.call("fs.write", { path: "f", content: texts[round % 2] ?? "" });
    })();
    for (let round = 0; round < 40; round++) {
      expect(texts).toContain(readFileSync(inRoot("f"), "utf8"));
      await new Promise(setImmediate);
    }
    await writing;
  });

  it("refuses more than its limit", () => {
    const big = { file: inRoot("big"), bytes: Buffer.alloc(11 * 1024 * 1024), mode: "replace" } as const;
    expect(() => writeFileWhole(bench.reach, big)).toThrow(/at most 10485760 are written/);
  });
});

describe("what is denied", () => {
  it("answers the same whether it exists or not", async () => {
    const before = await bench.refusal("fs.read", { path: ".env" });
    bench.write(".env", "TOKEN=1");
    expect(await bench.refusal("fs.read", { path: ".env" })).toEqual(before);
  });

  it("is invisible in a list, a search and a glob", async () => {
    for (const name of [".env", "server.key", ".ssh/id_rsa", "private/x.txt", "ok.txt"]) bench.write(name, "TOKEN\n");
    bench.pack.deny("private");
    const told = [
      await bench.call("fs.list", { depth: 5, hidden: true }),
      await bench.call("fs.search", { pattern: "TOKEN", hidden: true, ignored: true }),
      await bench.call("fs.glob", { pattern: "**", hidden: true, ignored: true }),
    ];
    expect(JSON.stringify(told)).not.toMatch(/env|key|ssh|private/);
    expect(JSON.stringify(told)).toContain("ok.txt");
  });

  it("is denied through a link, in both directions", async () => {
    bench.write(".env", "TOKEN");
    bench.write("plain.txt", "text");
    symlinkSync(".env", inRoot("harmless"));
    symlinkSync("plain.txt", inRoot("x.pem"));
    expect((await bench.refusal("fs.read", { path: "harmless" })).reason).toBe("denied");
    expect((await bench.refusal("fs.read", { path: "x.pem" })).reason).toBe("denied");
  });

  it.each<readonly [string, () => string, string]>([
    ["an absolute folder", () => inRoot("private"), "private/a/b.txt"],
    ["an absolute folder, for itself", () => inRoot("private"), "private"],
    ["a name anywhere", () => "*.sqlite", "data/x/app.SQLITE"],
    ["a folder's name anywhere", () => ".goclaw", "sub/.goclaw/state.json"],
    ["a path from the root", () => "./data/private/", "data/private/deep/x"],
    ["an absolute pattern", () => inRoot("data/*/raw"), "data/a/raw/x"],
    ["an absolute folder with brackets in its name", () => inRoot("app/[id]"), "app/[id]/x"],
    ["a pattern from the root", () => "data/*/raw", "data/a/raw/x"],
  ])("can be added while running: %s", async (_what, make, file) => {
    bench.write(`${file}${file === "private" ? "/x" : ""}`, "x");
    bench.pack.deny(make());
    expect((await bench.refusal("fs.read", { path: file })).reason).toBe("denied");
    expect((await bench.refusal("fs.write", { path: file, content: "" })).reason).toBe("denied");
  });

  it("names the place that a denied link leads to as well", async () => {
    bench.write("real/x", "x");
    symlinkSync("real", inRoot("alias"));
    bench.pack.deny(inRoot("alias"));
    expect((await bench.refusal("fs.read", { path: "real/x" })).reason).toBe("denied");
  });

  it.each(["", "a/../b", "[", "a\\"])("refuses the pattern %j instead of denying nothing", (pattern) => {
    const before = bench.pack.deniedFile(inRoot("x"), "read");
    expect(() => bench.pack.deny("later", pattern)).toThrow(TypeError);
    expect(bench.pack.deniedFile(inRoot("later"), "read")).toBe(before);
  });

  it.each([
    "toolgate.toml",
    "sub/toolgate.toml",
    "x.clad.toml",
    ".git/hooks/pre-commit",
    ".git/info/exclude",
    "rules/a.toml",
    "rules",
  ])("may be read but not changed: %s", async (file) => {
    bench.remove();
    bench = createFsBench((root) => ({ rules: [path.join(root, "rules")] }));
    const place = bench.write(file === "rules" ? "rules/a.toml" : file, "x\n");
    const at = inRoot(file);
    const denied = { reason: "denied" };
    await expect(bench.handle("fs.write", { path: at, content: "y" })).rejects.toMatchObject(denied);
    await expect(bench.handle("fs.create", { path: at, content: "y" })).rejects.toMatchObject(denied);
    await expect(bench.handle("fs.edit", { path: at, old_text: "x", new_text: "y" })).rejects.toMatchObject(denied);
    await expect(bench.handle("fs.delete", { path: at, recursive: true })).rejects.toMatchObject(denied);
    await expect(bench.handle("fs.rename", { path: at, to: inRoot("new") })).rejects.toMatchObject(denied);
    await expect(bench.handle("fs.rename", { path: inRoot("any"), to: at })).rejects.toMatchObject(denied);
    expect((await readText(bench.reach, place)).text).toBe("x\n");
  });
});

describe("what may not go away", () => {
  it("is a root, a folder above one, or the session's folder", async () => {
    for (const place of [bench.root, bench.session]) {
      await expect(bench.handle("fs.delete", { path: place, recursive: true })).rejects.toMatchObject({
        reason: "root",
      });
      await expect(bench.handle("fs.rename", { path: place, to: inRoot("x") })).rejects.toMatchObject({
        reason: "root",
      });
    }
    expect(existsSync(bench.root)).toBe(true);
  });

  it("is a tree with something denied in it: nothing of it is deleted", async () => {
    bench.write("app/src/a.ts", "x");
    bench.write("app/.env", "TOKEN");
    expect((await bench.refusal("fs.delete", { path: "app", recursive: true })).reason).toBe("denied");
    expect(existsSync(inRoot("app/src/a.ts"))).toBe(true);
  });

  it("is a folder whose other name would lift what is denied in it, or put something where it counts", async () => {
    bench.write(".docker/config.json", "{}");
    bench.write("hooks/.git/config", "x");
    bench.write("app/private/x", "x");
    bench.write("innocent/config.json", "{}");
    bench.pack.deny(inRoot("app/private"));
    for (const [from, to] of [
      [".docker", "docker"],
      ["app", "app2"],
      ["hooks/.git", "hooks/git"],
    ] as const) {
      const refused = await bench
        .handle("fs.rename", { path: inRoot(from), to: inRoot(to) })
        .catch((error: unknown) => error);
      expect(refused).toMatchObject({ reason: "denied" });
    }
    rmSync(inRoot(".docker"), { recursive: true });
    expect((await bench.refusal("fs.rename", { path: "innocent", to: ".docker" })).reason).toBe("denied");
    expect((await bench.call("fs.rename", { path: "hooks", to: "moved" }))["kind"]).toBe("folder");
  });
});

describe("size and time", () => {
  it("says so when a folder has more entries than are looked at", async () => {
    bench.remove();
    bench = createFsBench({ limits: { maxFolderEntries: 10, maxTreeEntries: 15 } });
    for (let at = 0; at < 20; at++) bench.write(`many/f${at}`, "x\n");
    expect(await bench.call("fs.list", { path: "many" })).toMatchObject({ cut: ["folder"] });
    expect(await bench.call("fs.search", { pattern: "x" })).toMatchObject({ cut: ["folder"], files_searched: 10 });
    expect((await bench.refusal("fs.delete", { path: "many", recursive: true })).reason).toBe("too-many");
    expect(readdirSync(inRoot("many"))).toHaveLength(20);
    for (let at = 0; at < 9; at++) bench.write(`b/f${at}`);
    for (let at = 0; at < 9; at++) bench.write(`c/f${at}`);
    rmSync(inRoot("many"), { recursive: true });
    expect(await bench.call("fs.glob", { pattern: "**" })).toMatchObject({ cut: ["entries"] });
  });

  it("refuses a huge file without reading it, and says what to do", async () => {
    truncateSync(bench.write("huge"), 65 * 1024 * 1024);
    const refusal = await bench.refusal("fs.read", { path: "huge" });
    expect(refusal).toMatchObject({ reason: "too-large", hint: expect.stringContaining("fs.search") as string });
    expect(await bench.call("fs.search", { pattern: "x" })).toMatchObject({ skipped: { large: 1 } });
  });

  it("cuts a giant line instead of passing it on", async () => {
    bench.write("line", "x".repeat(3 * 1024 * 1024));
    const { text, line_cut } = await bench.call("fs.read", { path: "line" });
    expect([(text as string).length, line_cut]).toEqual([1024 * 1024, true]);
    expect(await bench.call("fs.search", { pattern: "x" })).toMatchObject({ matches: [], skipped: { long_lines: 1 } });
  });

  it("answers pattern bombs, of the caller and of the repository", async () => {
    bench.write("a.txt", `${"a".repeat(60_000)}\n`.repeat(20));
    bench.write(".gitignore", `${"*a".repeat(80)}b\n`.repeat(50) + `${"[".repeat(500)}\n${"**/".repeat(300)}x\n`);
    bench.write("a".repeat(200), "x\n");
    expect(await bench.call("fs.search", { pattern: "(a*)*b" })).toMatchObject({ matches: [], cut: [] });
    expect((await bench.refusal("fs.search", { pattern: "((a{0,100}){0,100}){0,100}" })).reason).toBe("bad-pattern");
    expect(await bench.call("fs.glob", { pattern: `${"*a".repeat(60)}*` })).toMatchObject({ count: 1 });
  });

  it("stops at its time limit and says so", async () => {
    bench.remove();
    bench = createFsBench({ limits: { maxMs: -1 } });
    bench.write("a.txt", "x\n");
    expect(await bench.call("fs.search", { pattern: "x" })).toMatchObject({ matches: [], cut: ["time"] });
    expect(await bench.call("fs.glob", { pattern: "**" })).toMatchObject({ files: [], cut: ["time"] });
  });

  it.each(["fs.search", "fs.glob", "fs.list"])("%s ends when its call is cancelled", async (name) => {
    bench.write("a.txt", "x\n");
    const args = name === "fs.list" ? {} : { pattern: "x" };
    await expect(bench.call(name, args, AbortSignal.abort())).rejects.toThrow(/aborted/);
  });

  it("shows hostile names and lines escaped", async () => {
    bench.write("a\u001b[2J\n.txt", "\u202eevil x\n");
    const told = JSON.stringify([
      await bench.call("fs.list", {}),
      await bench.call("fs.search", { pattern: "x" }),
      await bench.call("fs.glob", { pattern: "*" }),
    ]);
    expect(told).not.toMatch(/\u202e|(?<!\\)\\u001b\[/);
    expect(told).toContain("\\\\u001b[2J\\\\n.txt");
  });
});
