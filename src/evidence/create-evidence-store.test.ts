import { spawnSync } from "node:child_process";
import { hash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createEvidenceStore } from "./create-evidence-store.ts";
import type { EvidenceStoreOptions } from "./create-evidence-store.ts";
import type { EvidencePlace, EvidenceStore } from "./evidence-store.ts";

const SCAN = "1700000000-00112233445566ff";
const PLACE: EvidencePlace = { scanId: SCAN, sessionId: "s-1", outputDir: null };
const BYTES = Buffer.from("the output");
const IS_ROOT = process.getuid?.() === 0;

let parent: string;
let folder: string;
beforeEach(() => {
  parent = realpathSync(mkdtempSync(path.join(tmpdir(), "toolgate-evidence-test-")));
  folder = path.join(parent, "evidence");
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

function open(options: Partial<EvidenceStoreOptions> = {}): EvidenceStore {
  return createEvidenceStore({ folder, keepDays: 30, maxBytes: 1_000_000, ...options });
}

function modeOf(file: string): number {
  return statSync(file).mode & 0o777;
}

async function messageOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "written",
    (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : "no error"),
  );
}

describe("a file of evidence", () => {
  it.each(["process", "fsync"] as const)("is its owner's alone (%s)", async (durability) => {
    const file = await open({ durability }).write(PLACE, "out.txt", BYTES);
    expect(file).toBe(path.join(folder, SCAN, "out.txt"));
    expect(readFileSync(file)).toEqual(BYTES);
    expect([modeOf(file), modeOf(path.dirname(file)), modeOf(folder)]).toEqual([0o600, 0o700, 0o700]);
    expect(readdirSync(path.dirname(file))).toEqual(["out.txt"]);
  });

  it("does not write through a link of its name", async () => {
    const store = open();
    const target = path.join(parent, "target");
    writeFileSync(target, "mine");
    symlinkSync(target, path.join(await store.folderFor(PLACE), "out.txt"));
    await store.write(PLACE, "out.txt", BYTES);
    expect(readFileSync(target, "utf8")).toBe("mine");
  });

  it.each([
    [null, SCAN],
    ["{evidence_dir}/{scan_id}-nmap", `${SCAN}-nmap`],
    ["{evidence_dir}", SCAN],
    ["nmap/{session_id}", `nmap/s-1/${SCAN}`],
    ["{session_id}/{scan_id}/x", `s-1/${SCAN}/x`],
  ])("goes where %j says", (outputDir, expected) => {
    expect(open().pathFor({ ...PLACE, outputDir })).toBe(path.join(folder, expected));
  });

  it.each<[string, Partial<EvidencePlace>]>([
    ["a way up", { outputDir: "../{scan_id}" }],
    ["a way up inside", { outputDir: "a/../../{scan_id}" }],
    ["an absolute folder", { outputDir: "/etc/{scan_id}" }],
    ["an unknown placeholder", { outputDir: "{home}/{scan_id}" }],
    ["a session id with a way up", { sessionId: "../x" }],
    ["a scan id with a slash", { scanId: "a/b" }],
    ["no scan id", { scanId: "" }],
  ])("never leaves the folder by %s", (_what, place) => {
    expect(() => open().pathFor({ ...PLACE, ...place })).toThrow("does not name a place below the evidence folder");
  });

  it.each(["../out.txt", "a/b", "", ".hidden", "x\0"])("is not called %j", async (name) => {
    expect(await messageOf(open().write(PLACE, name, BYTES))).toMatch(/^EvidenceError/);
  });
});

describe("a folder that somebody else prepared", () => {
  it.each<[string, () => void, string]>([
    ["a link", () => symlinkSync(parent, folder), "it is a link"],
    ["a file", () => writeFileSync(folder, ""), "it is no folder"],
    [
      "a folder that others may write in",
      () => {
        mkdirSync(folder);
        chmodSync(folder, 0o777);
      },
      "others may write in it",
    ],
    [
      "a call's folder that is a link",
      () => {
        mkdirSync(folder);
        symlinkSync("/tmp", path.join(folder, SCAN));
      },
      "it is a link",
    ],
  ])("is not used when it is %s", async (_what, prepare, why) => {
    prepare();
    expect(await messageOf(open().write(PLACE, "out.txt", BYTES))).toContain(why);
    expect(existsSync(`/tmp/out.txt`)).toBe(false);
  });

  it.skipIf(!IS_ROOT)("is not used where somebody else could put another in its place", async () => {
    const shared = path.join(parent, "shared");
    mkdirSync(shared);
    const store = createEvidenceStore({ folder: path.join(shared, "mine"), keepDays: 1, maxBytes: 1e9 });
    await store.folderFor(PLACE);
    chmodSync(shared, 0o777);
    expect(await messageOf(store.folderFor(PLACE))).toContain("others may write in it");
    chmodSync(shared, 0o1777);
    await store.folderFor(PLACE);
    chmodSync(shared, 0o755);
    chownSync(shared, 12_345, 12_345);
    expect(await messageOf(store.folderFor(PLACE))).toContain("it belongs to another user");
  });

  it.skipIf(!IS_ROOT)("is not used when it is another user's", async () => {
    mkdirSync(folder, { mode: 0o700 });
    chownSync(folder, 12_345, 12_345);
    expect(await messageOf(open().folderFor(PLACE))).toContain("it belongs to another user");
  });
});

describe("a disk without room", () => {
  it.skipIf(!IS_ROOT)("leaves no half file, and is said", async (context) => {
    mkdirSync(folder, { mode: 0o700 });
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=256k,mode=0700", "tmpfs", folder]);
    if (mounted.status !== 0) return context.skip("this machine does not let anybody mount");
    try {
      const store = open();
      const message = await messageOf(store.write(PLACE, "out.txt", Buffer.alloc(1_000_000, "x")));
      expect(message).toMatch(/^EvidenceError: .*cannot be written: the disk is full$/);
      expect(readdirSync(path.join(folder, SCAN))).toEqual([]);
      expect(await store.write(PLACE, "small.txt", BYTES)).toContain("small.txt");
    } finally {
      spawnSync("umount", [folder]);
    }
  });
});

describe("what a program left", () => {
  it("is listed by name with its hash; links and pipes are not followed", async () => {
    const store = open();
    const place = await store.folderFor(PLACE);
    mkdirSync(path.join(place, "sub"));
    writeFileSync(path.join(place, "sub", "b.xml"), "<b/>");
    writeFileSync(path.join(place, "a.xml"), "<a/>");
    symlinkSync("/etc/passwd", path.join(place, "link"));
    spawnSync("mkfifo", [path.join(place, "pipe")]);
    expect(await store.list(PLACE)).toEqual(
      [
        ["a.xml", "<a/>"],
        ["sub/b.xml", "<b/>"],
      ].map(([name = "", text = ""]) => ({
        file: path.join(place, name),
        bytes: 4,
        hash: `sha256:${hash("sha256", text)}`,
      })),
    );
  });

  it("is nothing where its folder is a link now", async () => {
    const store = open();
    const place = await store.folderFor(PLACE);
    rmSync(place, { recursive: true });
    symlinkSync("/etc", place);
    expect(await store.list(PLACE)).toEqual([]);
  });

  it("is nothing where there is no folder", async () => {
    expect(await open().list(PLACE)).toEqual([]);
    expect(existsSync(folder)).toBe(false);
  });
});

describe("a scratch folder", () => {
  it("is gone afterwards, also when the work fails", async () => {
    const store = open();
    const made = await store.scratch(PLACE, (scratch) => Promise.resolve([modeOf(scratch), readdirSync(scratch)]));
    expect(made).toEqual([0o700, []]);
    expect(await messageOf(store.scratch(PLACE, () => Promise.reject(new Error("no"))))).toBe("Error: no");
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("sweeping", () => {
  const DAY = 24 * 60 * 60;
  const now = 1_700_000_000;

  async function keep(store: EvidenceStore, end: string, days: number, size: number): Promise<void> {
    const file = await store.write({ ...PLACE, scanId: `1600000000-${end}` }, "out.txt", Buffer.alloc(size));
    utimesSync(file, now - days * DAY, now - days * DAY);
  }

  it("takes what is too old, then the oldest of what is too much, and never a running call's", async () => {
    const store = open({ keepDays: 10, maxBytes: 250, now: () => now * 1000 });
    await keep(store, "0000000000000001", 20, 100);
    await keep(store, "0000000000000002", 30, 100);
    await keep(store, "0000000000000003", 5, 100);
    await keep(store, "0000000000000004", 4, 100);
    await keep(store, "0000000000000005", 3, 100);
    const running = ["019a0000-0000-7000-0000-000000000002"];
    expect(await store.sweep(running)).toEqual({ removed: 3, bytes: 300 });
    expect(readdirSync(folder).sort()).toEqual(["1600000000-0000000000000002", "1600000000-0000000000000005"]);
  });

  it("leaves alone what never was a call's, though it is old", async () => {
    const store = open({ keepDays: 0, maxBytes: 0, now: () => Date.now() + 1000 });
    await store.write(PLACE, "out.txt", BYTES);
    for (const name of ["id_ed25519", `${SCAN}.txt`, "photos/1.jpg", "backup-1700000000/x"]) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), "mine");
    }
    expect(await store.sweep([])).toEqual({ removed: 1, bytes: BYTES.byteLength });
    expect(readdirSync(folder).sort()).toEqual([`${SCAN}.txt`, "backup-1700000000", "id_ed25519", "photos"]);
  });

  it.each<[what: string, prepare: (elsewhere: string) => void]>([
    ["a link", (elsewhere) => symlinkSync(elsewhere, folder)],
    [
      "a folder that others may write in",
      (elsewhere) => {
        renameSync(elsewhere, folder);
        chmodSync(folder, 0o777);
      },
    ],
  ])("removes nothing through %s, whose owner could turn it elsewhere meanwhile", async (_what, prepare) => {
    const elsewhere = path.join(parent, "elsewhere");
    mkdirSync(path.join(elsewhere, SCAN), { recursive: true });
    writeFileSync(path.join(elsewhere, SCAN, "id_ed25519"), "mine");
    prepare(elsewhere);
    const store = open({ keepDays: 0, now: () => Date.now() + 1000 });
    expect(await store.sweep([])).toEqual({ removed: 0, bytes: 0 });
    expect(readFileSync(path.join(folder, SCAN, "id_ed25519"), "utf8")).toBe("mine");
  });

  it("removes a link and not where it leads, and is no trouble without a folder", async () => {
    const store = open({ keepDays: 0, now: () => Date.now() + 1000 });
    expect(await store.sweep([])).toEqual({ removed: 0, bytes: 0 });
    const target = path.join(parent, "target");
    writeFileSync(target, "mine");
    symlinkSync(target, path.join(await store.folderFor(PLACE), "link"));
    await store.sweep([]);
    expect(readdirSync(folder)).toEqual([]);
    expect(readFileSync(target, "utf8")).toBe("mine");
  });
});
