import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { KeySource } from "./load-secrets-key.ts";
import { createSealer } from "./seal.ts";
import type { Sealer } from "./seal.ts";
import { openEnvironment, sealEnvironment } from "./seal-environment.ts";

const HEX = "0123456789abcdef".repeat(4);
const root = mkdtempSync(path.join(tmpdir(), "toolgate-secrets-"));
afterAll(() => rmSync(root, { recursive: true }));

function source(change: Partial<KeySource> = {}): KeySource {
  const folder = mkdtempSync(path.join(root, "x"));
  return { folder, fromEnvironment: undefined, isInUse: () => Promise.resolve(false), ...change };
}

let sealer: Sealer;
beforeAll(async () => {
  sealer = await createSealer(source({ fromEnvironment: HEX }));
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
    const other = await createSealer(source({ fromEnvironment: "f".repeat(64) }));
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
    const given = source();
    const sealed = (await createSealer(given)).seal("secret", { boundTo: "row" });
    const file = path.join(given.folder, "secrets.key");
    expect([readFileSync(file).length, statSync(file).mode & 0o777]).toEqual([32, 0o600]);
    const again = await createSealer({ ...given, isInUse: () => Promise.resolve(true) });
    expect(again.open(sealed, { boundTo: "row" })).toEqual({ ok: true, value: "secret" });
  });

  it("is the same for processes that start at once", async () => {
    const given = source();
    const [one, other] = await Promise.all([createSealer(given), createSealer(given)]);
    expect(other.open(one.seal("x", { boundTo: "row" }), { boundTo: "row" }).ok).toBe(true);
  });

  it("is not made anew while something is sealed", async () => {
    const lost = createSealer(source({ isInUse: () => Promise.resolve(true) }));
    await expect(lost).rejects.toMatchObject({
      code: "KEY_MISSING",
      hint: expect.stringContaining("backup") as string,
    });
  });

  it.each<[string, Buffer, number]>([
    ["is too short", Buffer.from("short"), 0o600],
    ["can be read by others", Buffer.alloc(32), 0o640],
  ])("is refused when its file %s", async (_what, bytes, mode) => {
    const given = source();
    const file = path.join(given.folder, "secrets.key");
    writeFileSync(file, bytes);
    chmodSync(file, mode);
    await expect(createSealer(given)).rejects.toMatchObject({ code: "KEY_UNUSABLE" });
  });

  it("may be given in three spellings, which mean the same", async () => {
    const bytes = Buffer.from(HEX, "hex");
    const sealed = sealer.seal("secret", { boundTo: "row" });
    for (const text of [HEX.toUpperCase(), bytes.toString("base64"), bytes.toString("base64url")]) {
      const made = await createSealer(source({ fromEnvironment: text }));
      expect(made.open(sealed, { boundTo: "row" }).ok).toBe(true);
    }
  });

  it.each(["", "x", HEX.slice(1), `${HEX}0`, "g".repeat(64), ` ${HEX}`, "A".repeat(42), "A".repeat(45)])(
    "is refused as %j, without being shown",
    async (text) => {
      const made = createSealer(source({ fromEnvironment: text }));
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
