import { hash } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { open } from "../storage/temporary-store.fixture.ts";
import type { Store } from "../storage/store.ts";
import type { KeySource } from "./keys/key-ring.ts";
import { createSealer } from "./seal.ts";
import type { Sealer } from "./seal.ts";
import { openEnvironment, resealEnvironment, sealEnvironment } from "./seal-environment.ts";

const HEX = "0123456789abcdef".repeat(4);
const root = mkdtempSync(path.join(tmpdir(), "toolgate-secrets-"));
const stores: Store[] = [];
afterAll(async () => {
  for (const store of stores) await store.close();
  rmSync(root, { recursive: true });
});

/** A data folder of its own, with a database in it. */
async function source(change: Partial<KeySource> = {}): Promise<KeySource & Pick<Store, "secrets">> {
  const folder = mkdtempSync(path.join(root, "x"));
  const store = await open(folder);
  stores.push(store);
  const { sealing, secrets } = store;
  return { folder, fromEnvironment: undefined, sealing, secrets, ...change };
}

/** Something that is sealed, so that its key must be kept. */
async function keep(secrets: Store["secrets"], sealed: string): Promise<void> {
  const at = "2026-01-01T00:00:00.000Z";
  const row = { name: "a", workspace: null, hasValue: true, bindings: [], version: 1, createdBy: "ada" };
  await secrets.create({ ...row, id: "s1", sealed, createdAt: at, updatedAt: at });
}

let sealer: Sealer;
beforeAll(async () => {
  sealer = await createSealer(await source({ fromEnvironment: HEX }));
});

describe("sealing", () => {
  it("gives back any text, and never writes it twice the same", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string(), (text, boundTo) => {
        const [one, other] = [sealer.seal(text, { boundTo }), sealer.seal(text, { boundTo })];
        expect(one).not.toBe(other);
        expect(sealer.open(one, { boundTo })).toEqual({ ok: true, value: text });
      }),
    );
  });

  it("does not open elsewhere", () => {
    const sealed = sealer.seal("secret", { boundTo: "row 1" });
    expect(sealer.open(sealed, { boundTo: "row 2" })).toMatchObject({ ok: false, code: "TAMPERED" });
  });

  it("does not open once any character is changed, cut or added", () => {
    const sealed = sealer.seal("secret", { boundTo: "row" });
    for (let index = 0; index < sealed.length; index++) {
      for (const put of ["", "A", "B", ".", "=", `${sealed[index] ?? ""}A`]) {
        const changed = sealed.slice(0, index) + put + sealed.slice(index + 1);
        if (changed !== sealed) expect(sealer.open(changed, { boundTo: "row" }).ok, changed).toBe(false);
      }
    }
  });

  it.each([
    "",
    "secret",
    "aes-gcm:AAAA",
    "toolgate-sealed-1",
    "toolgate-sealed-1.x.y.z.w",
    "toolgate-sealed-1....",
    "....",
  ])("takes %j for no envelope, and never for plain text", (text) =>
    expect(sealer.open(text, { boundTo: "row" })).toMatchObject({ ok: false, code: "MALFORMED" }),
  );

  it("says when another key was used", async () => {
    const other = await createSealer(await source({ fromEnvironment: "f".repeat(64) }));
    const opened = other.open(sealer.seal("secret", { boundTo: "row" }), { boundTo: "row" });
    expect(opened).toMatchObject({ ok: false, code: "OTHER_KEY" });
    expect(JSON.stringify(opened)).not.toContain(HEX);
  });

  it("refuses text that would come back changed", () => {
    expect(() => sealer.seal("\ud800", { boundTo: "row" })).toThrow("surrogate");
  });
});

describe("the key", () => {
  it("is made once, for its owner alone, and read again", async () => {
    const given = await source();
    const sealed = (await createSealer(given)).seal("secret", { boundTo: "row" });
    await keep(given.secrets, sealed);
    const file = path.join(given.folder, "secrets.key");
    expect([readFileSync(file).length, statSync(file).mode & 0o777]).toEqual([32, 0o600]);
    const again = await createSealer(given);
    expect(again.open(sealed, { boundTo: "row" })).toEqual({ ok: true, value: "secret" });
  });

  it("is the same for processes that start at once", async () => {
    const given = await source();
    const [one, other] = await Promise.all([createSealer(given), createSealer(given)]);
    expect(other.open(one.seal("x", { boundTo: "row" }), { boundTo: "row" }).ok).toBe(true);
  });

  it.each<[string, string, (file: string, given: KeySource) => KeySource]>([
    ["missing", "KEY_MISSING", (file, given) => (rmSync(file), given)],
    ["another one", "KEY_WRONG", (file, given) => (writeFileSync(file, Buffer.alloc(32, 7)), given)],
    ["given, and another one", "KEY_WRONG", (file, given) => (rmSync(file), { ...given, fromEnvironment: HEX })],
    ["too short", "KEY_UNUSABLE", (file, given) => (writeFileSync(file, "short"), given)],
    ["empty", "KEY_UNUSABLE", (file, given) => (writeFileSync(file, ""), given)],
    ["readable by others", "KEY_UNUSABLE", (file, given) => (chmodSync(file, 0o640), given)],
    ["a folder", "KEY_UNUSABLE", (file, given) => (rmSync(file), mkdirSync(file), given)],
  ])("that is %s is %s while something is sealed, and no new one is made", async (_what, code, spoil) => {
    const given = await source();
    await keep(given.secrets, (await createSealer(given)).seal("secret", { boundTo: "row" }));
    const spoilt = spoil(path.join(given.folder, "secrets.key"), given);
    const before = readdirSync(given.folder);
    const made = createSealer(spoilt);
    await expect(made).rejects.toMatchObject({ code, hint: expect.stringMatching(/./) as string });
    expect(readdirSync(given.folder)).toEqual(before);
  });

  it("that is given goes along with the one of the file, which opens what it sealed", async () => {
    const given = await source();
    const sealed = (await createSealer(given)).seal("secret", { boundTo: "row" });
    await keep(given.secrets, sealed);
    const both = await createSealer({ ...given, fromEnvironment: HEX });
    expect(both.open(sealed, { boundTo: "row" })).toEqual({ ok: true, value: "secret" });
    expect(both.keyId).toBe(sealed.split(".")[1]);
  });

  it("is replaced without a word when nothing is sealed any more", async () => {
    const given = await source();
    await keep(given.secrets, (await createSealer(given)).seal("secret", { boundTo: "row" }));
    rmSync(path.join(given.folder, "secrets.key"));
    await given.secrets.remove("s1");
    const made = await createSealer(given);
    await keep(given.secrets, made.seal("secret", { boundTo: "row" }));
    expect(await given.sealing.keyId()).toBe(made.keyId);
  });

  it.each<[string, Buffer, number]>([
    ["is too short", Buffer.from("short"), 0o600],
    ["can be read by others", Buffer.alloc(32), 0o640],
  ])("is refused when its file %s", async (_what, bytes, mode) => {
    const given = await source();
    const file = path.join(given.folder, "secrets.key");
    writeFileSync(file, bytes);
    chmodSync(file, mode);
    await expect(createSealer(given)).rejects.toMatchObject({ code: "KEY_UNUSABLE" });
  });

  it("may be given in three spellings, which mean the same", async () => {
    const bytes = Buffer.from(HEX, "hex");
    const sealed = sealer.seal("secret", { boundTo: "row" });
    for (const text of [HEX.toUpperCase(), bytes.toString("base64"), bytes.toString("base64url")]) {
      const made = await createSealer(await source({ fromEnvironment: text }));
      expect(made.open(sealed, { boundTo: "row" }).ok).toBe(true);
    }
  });

  it.each(["", "x", HEX.slice(1), `${HEX}0`, "g".repeat(64), ` ${HEX}`, "A".repeat(42), "A".repeat(45)])(
    "is refused as %j, without being shown",
    async (text) => {
      const made = createSealer(await source({ fromEnvironment: text }));
      await expect(made).rejects.toMatchObject({ code: "KEY_UNUSABLE" });
      if (text.length > 1) await expect(made).rejects.not.toThrow(text);
    },
  );
});

describe("a sealed environment", () => {
  const OWNER = { id: "t1", audience: { kind: "everybody" }, definition: "{}" } as const;
  const VALUES = { TOKEN: "s3cret", EMPTY: "", KEY_PEM: "-----\nline\n" };

  function sealed(values: Readonly<Record<string, string>> = VALUES): Parameters<typeof openEnvironment>[1] {
    const made = sealEnvironment(sealer, values, OWNER);
    if (!made.ok) throw new Error(made.messages.join());
    return made.environment;
  }

  it("comes back as it was given and shows names only", () => {
    const environment = sealed();
    expect(environment.names).toEqual(["EMPTY", "KEY_PEM", "TOKEN"]);
    expect(JSON.stringify(environment)).not.toContain("s3cret");
    expect(openEnvironment(sealer, environment, OWNER)).toEqual({ ok: true, values: VALUES });
    expect(sealed().version).not.toBe(environment.version);
  });

  it("opens only for its tool, with its names and its version", () => {
    const environment = sealed();
    const shorter = { ...environment, names: ["TOKEN"] };
    expect(openEnvironment(sealer, environment, { ...OWNER, id: "t2" })).toMatchObject({ ok: false, code: "TAMPERED" });
    for (const other of [{ definition: "{ }" }, { audience: { kind: "agent", key: "a" } as const }]) {
      expect(openEnvironment(sealer, environment, { ...OWNER, ...other })).toMatchObject({ code: "TAMPERED" });
    }
    expect(openEnvironment(sealer, shorter, OWNER)).toMatchObject({ ok: false, code: "TAMPERED" });
    expect(openEnvironment(sealer, { ...environment, version: "0" }, OWNER)).toMatchObject({ ok: false });
    expect(openEnvironment(sealer, { ...environment, sealed: "TOKEN=s3cret" }, OWNER)).toMatchObject({ ok: false });
  });

  it("of before versions were sealed along opens, keeps its version, and only with it", () => {
    const boundTo = JSON.stringify(["environment", "t1", "everybody", hash("sha256", "{}")]);
    const envelope = sealer.seal(JSON.stringify([["TOKEN", "s3cret"]]), { boundTo });
    const version = hash("sha256", envelope).slice(0, 16);
    const old = { names: ["TOKEN"], version, sealed: envelope };
    expect(openEnvironment(sealer, old, OWNER)).toEqual({ ok: true, values: { TOKEN: "s3cret" } });
    expect(openEnvironment(sealer, { ...old, version: "0" }, OWNER)).toMatchObject({ ok: false });
    const again = { ...old, sealed: resealEnvironment(sealer, { TOKEN: "s3cret" }, version, OWNER) };
    expect(openEnvironment(sealer, again, OWNER)).toEqual({ ok: true, values: { TOKEN: "s3cret" } });
  });

  it.each([
    "PATH",
    "LD_PRELOAD",
    "DYLD_INSERT_LIBRARIES",
    "NODE_OPTIONS",
    "BASH_ENV",
    "ENV",
    "IFS",
    "GIT_SSH_COMMAND",
    "GIT_EXTERNAL_DIFF",
    "GIT_CONFIG_COUNT",
    "PYTHONSTARTUP",
    "TOOLGATE_SECRETS_KEY",
    "OPENSSL_CONF",
    "NODE_V8_COVERAGE",
    "VIMINIT",
    "GTK_MODULES",
    "RUSTFLAGS",
    "path",
    "A=B",
    "",
    "A B",
    "__proto__=",
  ])("may not set %j", (name) => {
    expect(sealEnvironment(sealer, { [name]: "s3cret" }, OWNER)).toMatchObject({ ok: false });
  });

  it.each(["a\u0000b", "\udc00", "x".repeat(70_000)])("may not hold %.20j, and does not show it", (value) => {
    const made = sealEnvironment(sealer, { TOKEN: value }, OWNER);
    expect(made).toMatchObject({ ok: false });
    expect(JSON.stringify(made)).not.toContain(value);
  });

  it("has a limited number of variables", () => {
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`V${index}`, ""]));
    expect(sealEnvironment(sealer, many, OWNER)).toMatchObject({ ok: false });
  });
});
