import { execFile } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { attack, open } from "../../storage/temporary-store.fixture.ts";
import { createSecretWorld } from "../secret-world.fixture.ts";
import type { SecretWorld } from "../secret-world.fixture.ts";
import { createSealer } from "../seal.ts";
import { rotateKey } from "./rotate-key.ts";
import type { Rotation } from "./rotate-key.ts";

const [K1, K2] = ["1".repeat(64), "2".repeat(64)];
const VALUES = { token: "s3cret", pem: "-----\nline\n-----\n", tiny: "ab", tool: { A: "x", B: "{_secret:token}" } };

let world: SecretWorld;
beforeEach(async () => {
  world = await createSecretWorld();
});
afterEach(() => world.close());

async function fill(target: SecretWorld = world): Promise<void> {
  for (const name of ["token", "pem", "tiny"] as const) await target.keep(name, VALUES[name]);
  await target.keepTool("tool", VALUES.tool);
}

const keyNames = (): readonly string[] => readdirSync(world.folder).filter((name) => name.startsWith("secrets"));
const keyFile = (): string => path.join(world.folder, "secrets.key");

/** Another process; resolves with what it printed, `""` when it was killed. */
function rotateElsewhere(stage: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const fixture = path.join(import.meta.dirname, "rotating.fixture.ts");
  return new Promise((resolve) => {
    execFile(process.execPath, [fixture, world.folder, stage], { env: { ...process.env, ...env } }, (_error, stdout) =>
      resolve(stdout),
    );
  });
}

describe("rotating the key", () => {
  it("seals everything anew and removes the key before", async () => {
    await fill();
    const [bytes, from] = [readFileSync(keyFile()), await world.store.sealing.keyId()];
    const before = await world.store.tools.get("tool-tool");
    const rotation = await rotateKey(world.source());
    expect(rotation).toMatchObject({ from, resealed: 4, removed: [keyFile()] });
    expect(await world.store.sealing.keyId()).toBe(rotation.to);
    expect(readFileSync(keyFile()).equals(bytes)).toBe(false);
    expect([keyNames(), statSync(keyFile()).mode & 0o777]).toEqual([["secrets.key"], 0o600]);
    expect(await world.readAll()).toEqual(VALUES);
    const after = await world.store.tools.get("tool-tool");
    // Approvals hang on the version; the values are the same.
    expect(after?.environment?.version).toBe(before?.environment?.version);
    expect(after?.environment?.sealed).not.toBe(before?.environment?.sealed);
    const rows = await world.store.secrets.list("/w");
    expect(rows.every(({ sealed, version }) => sealed.includes(`.${rotation.to}.`) && version === 1)).toBe(true);
  });

  it("leaves nothing that the key before would open", async () => {
    await fill();
    copyFileSync(keyFile(), path.join(world.folder, "stolen"));
    await rotateKey(world.source());
    rmSync(keyFile());
    renameSync(path.join(world.folder, "stolen"), keyFile());
    await expect(world.readAll()).rejects.toMatchObject({ code: "KEY_WRONG" });
  });

  it("also works where nothing was ever sealed", async () => {
    const rotation = await rotateKey(world.source());
    expect(rotation).toMatchObject({ from: null, resealed: 0 });
    await fill();
    expect((await createSealer(world.source())).keyId).toBe(rotation.to);
    expect(await world.readAll()).toEqual(VALUES);
  });

  it("lets a process that runs on seal and open with the new key at once", async () => {
    await fill();
    const running = await createSealer(world.source());
    const mine = running.seal("mine", { boundTo: "x" });
    const { to } = JSON.parse(await rotateElsewhere("none")) as Rotation;
    const sealed = (await createSealer(world.source())).seal("new", { boundTo: "x" });
    expect(sealed).toContain(`.${to}.`);
    expect(running.open(sealed, { boundTo: "x" })).toEqual({ ok: true, value: "new" });
    expect(running.open(mine, { boundTo: "x" })).toEqual({ ok: true, value: "mine" });
    // What it sealed with the key before must not get into the database: nothing would open it.
    const [row] = await world.store.secrets.find("token", "/w");
    await expect(world.store.secrets.update({ ...row!, sealed: mine, version: 2 })).rejects.toThrow(
      "changed meanwhile",
    );
  });

  it("covers every tenant of the folder", async () => {
    await fill();
    const other = await open(world.folder, { tenant: "other" });
    await other.secrets.create({ ...(await world.keep("elsewhere", "x")), id: "foreign" });
    // Its row was sealed for another tenant, so it does not open: nothing may be thrown away then.
    await expect(rotateKey(world.source())).rejects.toMatchObject({ code: "SEALED_UNREADABLE" });
    await other.secrets.remove("foreign");
    expect((await rotateKey(world.source())).resealed).toBe(5);
    await other.close();
  });

  it("changes nothing when a value does not open, and names it without showing any", async () => {
    await fill();
    attack(world.folder, (db) => db.exec("UPDATE secrets SET name = 'other' WHERE name = 'tiny'"));
    const before = keyNames();
    const rotated = rotateKey(world.source());
    await expect(rotated).rejects.toMatchObject({
      code: "SEALED_UNREADABLE",
      message: expect.stringContaining("the secret `other`") as string,
      hint: expect.stringContaining("TOOLGATE_SECRETS_KEY_OLD") as string,
    });
    await expect(rotated).rejects.not.toThrow("s3cret");
    expect(keyNames()).toEqual(before);
    expect(await world.readAll()).toMatchObject({ token: "s3cret", tool: VALUES.tool });
  });

  it.each<[string, string, (file: string) => void]>([
    ["is gone", "SEALED_UNREADABLE", (file) => rmSync(file)],
    ["is cut", "KEY_UNUSABLE", (file) => writeFileSync(file, "x")],
    ["may be read by others", "KEY_UNUSABLE", (file) => chmodSync(file, 0o604)],
  ])("makes no new key when the one in use %s", async (_what, code, spoil) => {
    await fill();
    spoil(keyFile());
    const before = keyNames();
    await expect(rotateKey(world.source())).rejects.toMatchObject({ code });
    expect(keyNames()).toEqual(before);
  });
});

describe("a rotation that is killed", () => {
  const stages = ["before-1", "after-1", "committed-1", "before-2", "after-2", "committed-2"];

  it.each(stages)("at %s leaves everything open, and the next one finishes", async (stage) => {
    await fill();
    expect(await rotateElsewhere(stage)).toBe("");
    expect(await world.readAll()).toEqual(VALUES);
    await world.keep(`after ${stage}`, "new");
    const rotation = await rotateKey(world.source());
    expect(rotation.resealed).toBe(5);
    expect(await world.readAll()).toEqual({ ...VALUES, [`after ${stage}`]: "new" });
    expect(keyNames()).toEqual(["secrets.key"]);
  });

  it("may have been killed while it wrote or renamed a file", async () => {
    await fill();
    await rotateElsewhere("committed-1");
    const next = keyNames().find((name) => name !== "secrets.key") ?? "";
    const id = next.slice("secrets-".length, -".key".length);
    expect(await world.store.sealing.keyId()).toBe(id);
    // `secrets.key` was moved away and its place not taken yet; a draft of another key was left.
    rmSync(keyFile());
    writeFileSync(path.join(world.folder, `secrets-${id}.key.0123456789abcdef`), "dra", { mode: 0o600 });
    expect(await world.readAll()).toEqual(VALUES);
    await rotateKey(world.source());
    expect(keyNames()).toEqual(["secrets.key"]);
    expect(await world.readAll()).toEqual(VALUES);
  });

  it("does not fail over a file that only looks like a key", async () => {
    await fill();
    const odd = path.join(world.folder, `secrets-${"0".repeat(16)}.key`);
    writeFileSync(odd, Buffer.alloc(32), { mode: 0o600 });
    expect(await world.readAll()).toEqual(VALUES);
    await rotateKey(world.source());
    expect(await world.readAll()).toEqual(VALUES);
    expect(existsSync(odd)).toBe(true);
  });

  it("and started by several at once ends with one key", async () => {
    await fill();
    await Promise.all([rotateElsewhere("none"), rotateElsewhere("committed-1"), rotateElsewhere("none")]);
    expect(await world.readAll()).toEqual(VALUES);
    await rotateKey(world.source());
    expect([keyNames(), await world.readAll()]).toEqual([["secrets.key"], VALUES]);
  });
});

describe("a key from the environment", () => {
  it("takes the place of the file, which is removed", async () => {
    await fill();
    const given = { fromEnvironment: K1 };
    expect(await rotateKey(world.source(given))).toMatchObject({ resealed: 4, removed: [keyFile()] });
    expect([keyNames(), await world.readAll(given)]).toEqual([[], VALUES]);
    await expect(world.readAll()).rejects.toMatchObject({ code: "KEY_MISSING" });
  });

  it("is replaced by another one while both are given", async () => {
    await fill();
    await rotateKey(world.source({ fromEnvironment: K1 }));
    const both = { fromEnvironment: K2, oldFromEnvironment: K1 };
    // Until then, processes that have both and those that have the one before alone understand each other.
    await expect(world.readAll({ fromEnvironment: K2 })).rejects.toMatchObject({ code: "KEY_WRONG" });
    expect(await world.readAll(both)).toEqual(VALUES);
    expect((await createSealer(world.source(both))).keyId).toBe(
      (await createSealer(world.source({ fromEnvironment: K1 }))).keyId,
    );
    expect(await rotateKey(world.source(both))).toMatchObject({ resealed: 4, removed: [] });
    expect(await world.readAll({ fromEnvironment: K2 })).toEqual(VALUES);
    await expect(world.readAll({ fromEnvironment: K1 })).rejects.toMatchObject({ code: "KEY_WRONG" });
  });

  it("gives way to a file again", async () => {
    await fill();
    await rotateKey(world.source({ fromEnvironment: K1 }));
    await rotateKey(world.source({ oldFromEnvironment: K1 }));
    expect([keyNames(), await world.readAll()]).toEqual([["secrets.key"], VALUES]);
  });

  it("that is in use already rotates nothing, and says what to give", async () => {
    const given = { fromEnvironment: K1 };
    await createSealer(world.source(given));
    const rotated = rotateKey(world.source(given));
    await expect(rotated).rejects.toMatchObject({ code: "KEY_UNCHANGED" });
    await expect(rotated).rejects.not.toThrow(K1);
  });

  it.each(["before-1", "after-1", "committed-1", "after-2"])("survives a kill at %s", async (stage) => {
    await fill();
    await rotateElsewhere(stage, { TOOLGATE_SECRETS_KEY: K1 });
    const given = { fromEnvironment: K1 };
    expect(await world.readAll(given)).toEqual(VALUES);
    await rotateKey(world.source(given)).catch((error: unknown) =>
      expect(error).toMatchObject({ code: "KEY_UNCHANGED" }),
    );
    expect([keyNames(), await world.readAll(given)]).toEqual([[], VALUES]);
  });

  it("that is malformed is refused, and not shown, while a file is there", async () => {
    await fill();
    const bad = rotateKey(world.source({ fromEnvironment: `${K1}0` }));
    await expect(bad).rejects.toMatchObject({ code: "KEY_UNUSABLE" });
    await expect(bad).rejects.not.toThrow(K1);
    const old = createSealer(world.source({ oldFromEnvironment: "x" }));
    await expect(old).rejects.toThrow("TOOLGATE_SECRETS_KEY_OLD");
  });
});
