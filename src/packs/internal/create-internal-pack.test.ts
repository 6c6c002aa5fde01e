import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BUILTIN_API_SHAPES } from "../../manifest/whitelist/builtin-apis.ts";
import type { Caller } from "../../model/caller.ts";
import type { JsonObject } from "../../model/json.ts";
import { CALLER, entry, intent, outcome, withStore } from "../../storage/temporary-store.fixture.ts";
import { DEFAULT_FILE_LIMITS } from "../fs/access/limits.ts";
import type { Reach } from "../fs/access/reach.ts";
import { createInternalPack } from "./create-internal-pack.ts";
import type { QueryAudit } from "./own-calls.ts";

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), "toolgate-internal-")));
  mkdirSync(path.join(folder, "in"));
  writeFileSync(path.join(folder, "in/a.txt"), "grüße\n");
  writeFileSync(path.join(folder, "in/secret.pem"), "key");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function call(
  api: string,
  args: JsonObject = {},
  options: { readonly caller?: Caller; readonly queryAudit?: QueryAudit; readonly nowMs?: number } = {},
): Promise<unknown> {
  const pack = createInternalPack({
    now: () => options.nowMs ?? 0,
    queryAudit: options.queryAudit ?? (() => Promise.resolve([])),
    reachOf: ({ session }): Reach => ({
      folders: [folder],
      base: folder,
      sessionFolder: session.folder,
      denied: (place) => (place.endsWith(".pem") ? "keys are kept from tools" : null),
      pinned: () => [],
      readHardLinks: false,
      limits: DEFAULT_FILE_LIMITS,
    }),
  });
  const handler = pack.apis.find(({ name }) => name === api)?.handler;
  if (handler === undefined) throw new Error(`no ${api}`);
  const session = { id: "session-1", folder: path.join(folder, "session") };
  const { signal } = new AbortController();
  return Promise.resolve().then(() =>
    handler(args, { callId: "call-1", signal, session, caller: options.caller ?? CALLER }),
  );
}

const inFolder = (name: string): string => path.join(folder, name);

describe("the APIs that ship", () => {
  it("are those that tools may name", () => {
    const { apis } = createInternalPack({ now: Date.now, queryAudit: () => Promise.resolve([]), reachOf: never });
    expect(apis.map(({ name }) => name)).toEqual([...BUILTIN_API_SHAPES.keys()]);
    for (const { name, effect, params } of apis) expect(BUILTIN_API_SHAPES.get(name)).toEqual({ name, effect, params });
  });

  it.each<[string, JsonObject]>([
    ["fs.read_file", {}],
    ["fs.read_file", { path: "in/a.txt" }],
    ["fs.read_file", { path: 5 }],
    ["fs.read_file", { path: "/x", encoding: "latin1" }],
    ["fs.read_file", { path: "/x", other: "y" }],
    ["audit.query", { limit: 501 }],
    ["audit.query", { limit: "all" }],
    ["audit.query", { principal: "bob" }],
    ["datetime.now", { format: "epoch" }],
    ["session.info", { id: "session-2" }],
  ])("%s refuses %j, whatever declared the tool", async (api, args) => {
    await expect(call(api, args)).rejects.toMatchObject({ name: "HandlerError", reason: "invalid-arguments" });
  });
});

function never(): Reach {
  throw new Error("not reached");
}

describe("fs.read_file", () => {
  it("gives text, or bytes as base64", async () => {
    const file = inFolder("in/a.txt");
    expect(await call("fs.read_file", { path: file })).toEqual({
      path: "in/a.txt",
      encoding: "utf-8",
      content: "grüße\n",
      size: 8,
    });
    const content = Buffer.from("grüße\n").toString("base64");
    expect(await call("fs.read_file", { path: file, encoding: "base64" })).toMatchObject({ content, size: 8 });
  });

  it("refuses what is denied, a link that came after the check, a folder, and what is no text", async () => {
    writeFileSync(inFolder("in/binary"), Buffer.from([0, 255]));
    symlinkSync(inFolder("in/a.txt"), inFolder("in/link"));
    symlinkSync(inFolder("in"), inFolder("linked"));
    const reasons: readonly (readonly [string, string])[] = [
      ["in/secret.pem", "denied"],
      ["in/link", "changed"],
      ["linked/a.txt", "changed"],
      ["in", "not-a-file"],
      ["in/none", "not-found"],
      ["in/binary", "binary"],
    ];
    for (const [name, reason] of reasons) {
      await expect(call("fs.read_file", { path: inFolder(name) }), name).rejects.toMatchObject({ reason });
    }
  });

  it("does not read more than it would give", async () => {
    writeFileSync(inFolder("in/large"), Buffer.alloc(DEFAULT_FILE_LIMITS.maxSliceBytes + 1, "a"));
    await expect(call("fs.read_file", { path: inFolder("in/large") })).rejects.toMatchObject({ reason: "too-large" });
  });
});

describe("fs.list", () => {
  it("names what is there, without what is denied", async () => {
    mkdirSync(inFolder("in/sub"));
    symlinkSync("/etc", inFolder("in/away"));
    expect(await call("fs.list", { path: inFolder("in") })).toEqual({
      path: "in",
      entries: [
        { name: "a.txt", kind: "file", size: 8 },
        { name: "away", kind: "link", size: null },
        { name: "sub", kind: "folder", size: null },
      ],
      cut: false,
    });
  });
});

describe("session.info", () => {
  it("says who is calling, and no credential", async () => {
    const info = await call("session.info");
    expect(info).toEqual({
      session: "session-1",
      folder: inFolder("session"),
      principal: "ada",
      agent: "claude",
      roles: ["agent"],
      callId: "call-1",
    });
    expect(JSON.stringify(info)).not.toContain(CALLER.credential);
  });
});

describe("datetime.now", () => {
  const nowMs = Date.parse("2030-07-01T23:30:05.250Z");

  it.each([
    [{}, "2030-07-01T23:30:05+00:00"],
    [{ timezone: "Europe/Berlin" }, "2030-07-02T01:30:05+02:00"],
    [{ timezone: "Asia/Kolkata", format: "iso" }, "2030-07-02T05:00:05+05:30"],
    [{ timezone: "America/New_York", format: "date" }, "2030-07-01"],
    [{ timezone: "UTC", format: "time" }, "23:30:05"],
    [{ timezone: "Asia/Tokyo", format: "unix" }, "1909179005"],
  ])("with %j says %s", async (args, text) => {
    expect(await call("datetime.now", args, { nowMs })).toMatchObject({ text, iso: "2030-07-01T23:30:05.250Z" });
  });

  it("keeps midnight at 00, and four digits of the year", async () => {
    const midnight = Date.parse("2030-01-01T00:00:00Z");
    expect(await call("datetime.now", {}, { nowMs: midnight })).toMatchObject({ text: "2030-01-01T00:00:00+00:00" });
  });

  it.each(["Europe/Nowhere", "../etc/passwd", "UTC\n"])("knows no zone %j", async (timezone) => {
    await expect(call("datetime.now", { timezone })).rejects.toMatchObject({ name: "HandlerError" });
  });
});

describe("audit.query", () => {
  const other = { ...CALLER, agent: "cursor" };
  const bob = { ...CALLER, principal: "bob" };

  it("finds the caller's own calls that have ended, and nobody else's", async () => {
    await withStore(async (store) => {
      const { audit } = store;
      await audit.append(entry({ callId: "mine-1" }));
      await audit.append(entry({ callId: "theirs", caller: other }));
      await audit.append(entry({ callId: "bobs", caller: bob }));
      await audit.append(entry({ kind: "admin", callId: null, tool: null, status: "rule.add" }));
      await audit.appendIntent({ ...intent("mine-2"), tool: "files" });
      await audit.appendOutcome({ ...outcome("mine-2"), tool: "files" });
      const find = async (args: JsonObject): Promise<unknown> => {
        const result = (await call("audit.query", args, { queryAudit: (filter) => audit.query(filter) })) as {
          calls: { callId: string }[];
        };
        return result.calls.map(({ callId }) => callId);
      };
      expect(await find({})).toEqual(["mine-1", "mine-2"]);
      expect(await find({ tool: "files" })).toEqual(["mine-2"]);
      expect(await find({ status: "refused" })).toEqual(["mine-1"]);
      expect(await find({ limit: 1 })).toEqual(["mine-2"]);
      expect(await find({ since: "2999-01-01" })).toEqual([]);
    });
  });

  it("gives no arguments and no results", async () => {
    await withStore(async ({ audit }) => {
      await audit.append(entry({ data: { secret: "hunter2" } }));
      const found = await call("audit.query", {}, { queryAudit: (filter) => audit.query(filter) });
      expect(JSON.stringify(found)).not.toContain("hunter2");
      expect(found).toMatchObject({ calls: [{ seq: 1, tool: "git_log", status: "refused", code: "DENIED" }] });
    });
  });

  it("looks past the calls of other agents of the same person", async () => {
    await withStore(async ({ audit }) => {
      await audit.append(entry({ callId: "mine" }));
      await Promise.all(Array.from({ length: 30 }, () => audit.append(entry({ caller: other }))));
      const found = await call("audit.query", { limit: 1 }, { queryAudit: (filter) => audit.query(filter) });
      expect(found).toMatchObject({ calls: [{ callId: "mine" }], complete: true });
    });
  });

  it.each(["yesterday", "2030-13-45", "0", "1e9"])("takes no time like %j", async (since) => {
    await expect(call("audit.query", { since })).rejects.toMatchObject({ reason: "bad-time" });
  });
});
