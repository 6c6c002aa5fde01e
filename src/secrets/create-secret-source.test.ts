import { execFile } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { promisify } from "node:util";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SecretBinding, SecretsConfig } from "../config/config.ts";
import { createEgressClient } from "../egress/client/create-egress-client.ts";
import type { EgressClient } from "../egress/egress.ts";
import { createSealing } from "../setup/create-sealing.ts";
import { attack, TENANT } from "../storage/temporary-store.fixture.ts";
import { toolOf, use } from "./bindings/tool.fixture.ts";
import { createSecretSource } from "./create-secret-source.ts";
import type { SecretDesk } from "./create-secret-source.ts";
import { createSecretWorld } from "./secret-world.fixture.ts";
import type { SecretWorld } from "./secret-world.fixture.ts";
import { startVault } from "./providers/vault/vault-server.fixture.ts";

const VALUE = "hunter2-s3cret";
const TOOL = { bindings: [{ tool: "api.get", host: null }] };
const run = promisify(execFile);

let world: SecretWorld;
let egress: EgressClient;
let env: NodeJS.ProcessEnv;
beforeEach(async () => {
  world = await createSecretWorld();
  egress = createEgressClient();
  env = {};
});
afterEach(async () => {
  await egress.close();
  await world.close();
});

function desk(config: Partial<SecretsConfig> = {}, workspace = "/w", tenant = TENANT): SecretDesk {
  const sealing = createSealing({ dataFolder: world.folder, workspace, environment: env, store: world.store });
  return createSecretSource({
    config: { providers: [{ kind: "store" }, { kind: "env", prefix: "P_" }], bindings: [], ...config },
    store: world.store,
    sealer: sealing.sealer,
    egress,
    environment: env,
    workspace,
    tenant,
  });
}

function bind(secret: string, change: Partial<SecretBinding> = {}): SecretBinding {
  return { secret, tools: ["api.get"], hosts: [], layer: "user", source: "toolgate.toml:1", ...change };
}

function elsewhere(...args: readonly string[]): Promise<unknown> {
  return run(process.execPath, [path.join(import.meta.dirname, "changing.fixture.ts"), world.folder, ...args]);
}

describe("opening secrets", () => {
  it("gives each, by name, from the first place that has it", async () => {
    await world.keep("a", VALUE, TOOL);
    Object.assign(env, { P_A: "other", P_B: "from env" });
    const source = desk({ bindings: [bind("b")] });
    expect(await source.open(["a", "b", "a"], use("api.get"))).toEqual({ a: VALUE, b: "from env" });
    const reversed = desk({ providers: [{ kind: "env", prefix: "P_" }, { kind: "store" }], bindings: [bind("b")] });
    expect(await reversed.open(["a"], use("api.get"))).toEqual({ a: "other" });
    expect(await source.open([], use("api.get"))).toEqual({});
  });

  it("gives names that are members of every object like any other", async () => {
    for (const name of ["__proto__", "constructor"]) await world.keep(name, VALUE, TOOL);
    const opened = await desk().open(["__proto__", "constructor"], use("api.get"));
    expect(Object.keys(opened).sort()).toEqual(["__proto__", "constructor"]);
    expect(Object.getPrototypeOf(opened)).toBe(Object.prototype);
  });

  it("refuses what is not bound, whether it is there or not, and asks no place", async () => {
    const vault = await startVault();
    const where = { url: vault.url, mount: "team/kv", path: "", version: 2, namespace: null } as const;
    const providers = [{ kind: "vault", ...where, token: { env: "P_B" }, timeoutMs: 1000 }] as const;
    await world.keep("a", VALUE, { bindings: [{ tool: "api.get", host: "example.com" }] });
    const source = desk({ providers, bindings: [bind("b", { tools: ["other"] })] });
    for (const [name, given] of [
      ["a", use("api.get")],
      ["a", use("api.get", "evil.com")],
      ["a", use("api.get", "example.com", "project")],
      ["b", use("api.get")],
      ["nowhere", use("api.get")],
      ["../a", use("api.get")],
    ] as const) {
      await expect(source.open([name], given), name).rejects.toMatchObject({ code: "SECRET_NOT_BOUND" });
    }
    expect(vault.seen).toEqual([]);
    await vault.close();
  });

  it("gives none where one of them may not be had", async () => {
    await world.keep("a", VALUE, TOOL);
    await expect(desk().open(["a", "b"], use("api.get"))).rejects.toMatchObject({ code: "SECRET_NOT_BOUND" });
    const half = desk({ bindings: [bind("b")] }).open(["a", "b"], use("api.get"));
    await expect(half).rejects.toMatchObject({ code: "SECRET_MISSING" });
    await expect(half).rejects.not.toThrow(VALUE);
  });

  it("says of a missing one who needs it and where it was looked for", async () => {
    const providers = [{ kind: "store" }, { kind: "env", prefix: "P_" }, { kind: "file", folder: "/nowhere" }] as const;
    env["P_KEY"] = "";
    const opened = desk({ providers, bindings: [bind("key")] }).open(["key"], use("api.get"));
    await expect(opened).rejects.toMatchObject({
      code: "SECRET_MISSING",
      message:
        "the secret `key`, which `api.get` needs, is nowhere to be found; looked in the store, the variable P_KEY (it is empty), the file /nowhere/key",
      hint: "Give it: toolgate secrets set key",
    });
  });

  it("does not take a later place for one that is out of order", async () => {
    const where = { url: "http://127.0.0.1:9", mount: "kv", path: "", version: 2, namespace: null } as const;
    const broken = { kind: "vault", ...where, token: { env: "P_T" }, timeoutMs: 1000 } as const;
    Object.assign(env, { P_KEY: VALUE, P_T: "hvs.x" });
    const source = desk({ providers: [broken, { kind: "env", prefix: "P_" }], bindings: [bind("key")] });
    await expect(source.open(["key"], use("api.get"))).rejects.toMatchObject({ code: "SECRET_UNAVAILABLE" });
  });

  it("hands a program no NUL character, and a host whatever there is", async () => {
    const bindings = [...TOOL.bindings, { tool: "api.get", host: "example.com" }];
    await world.keep("a", "x\u0000y", { bindings });
    await expect(desk().open(["a"], use("api.get"))).rejects.toMatchObject({ code: "SECRET_UNAVAILABLE" });
    expect(await desk().open(["a"], use("api.get", "example.com"))).toEqual({ a: "x\u0000y" });
  });

  it("gives back any text, unread", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme", minLength: 1 }), async (text) => {
        const row = await world.keep("any", text, { bindings: [{ tool: "api.get", host: "example.com" }] });
        expect(await desk().open(["any"], use("api.get", "example.com"))).toEqual({ any: text });
        await world.store.secrets.remove(row.id);
      }),
      { numRuns: 25 },
    );
  });
});

describe("a secret of a workspace", () => {
  it("comes before the one of every workspace, and only there", async () => {
    await world.keep("a", "everywhere", TOOL);
    await world.keep("a", "here", { workspace: "/w" });
    expect(await desk().open(["a"], use("api.get"))).toEqual({ a: "here" });
    expect(await desk({}, "/x").open(["a"], use("api.get"))).toEqual({ a: "everywhere" });
  });

  it("releases the value of every workspace to the project's tools, there alone", async () => {
    await world.keep("a", VALUE);
    await world.keep("a", null, { workspace: "/w", ...TOOL });
    expect(await desk().open(["a"], use("api.get", null, "project"))).toEqual({ a: VALUE });
    await expect(desk({}, "/x").open(["a"], use("api.get", null, "project"))).rejects.toMatchObject({
      code: "SECRET_NOT_BOUND",
    });
  });
});

describe("what other processes do", () => {
  it("holds for the next call", async () => {
    const source = desk();
    await expect(source.open(["a"], use("api.get"))).rejects.toMatchObject({ code: "SECRET_NOT_BOUND" });
    await elsewhere("keep", "a", VALUE, "api.get");
    expect(await source.open(["a"], use("api.get"))).toEqual({ a: VALUE });
    await elsewhere("remove", "id-a-");
    await expect(source.open(["a"], use("api.get"))).rejects.toMatchObject({ code: "SECRET_NOT_BOUND" });
  });

  it("may be another key: it is read, and what was there opens as before", async () => {
    await world.keep("a", VALUE, TOOL);
    const source = desk();
    expect(await source.open(["a"], use("api.get"))).toEqual({ a: VALUE });
    await run(process.execPath, [path.join(import.meta.dirname, "keys/rotating.fixture.ts"), world.folder]);
    expect(await source.open(["a"], use("api.get"))).toEqual({ a: VALUE });
    await run(process.execPath, [path.join(import.meta.dirname, "keys/rotating.fixture.ts"), world.folder]);
    await elsewhere("keep", "b", "new", "api.get");
    expect(await source.open(["a", "b"], use("api.get"))).toEqual({ a: VALUE, b: "new" });
  });

  it("and calls go on while the key changes again and again", async () => {
    await world.keep("a", VALUE, TOOL);
    const [source, other] = [desk(), desk()];
    let isOver = false;
    const opening = async (from: SecretDesk): Promise<void> => {
      while (!isOver) {
        expect(await from.open(["a"], use("api.get"))).toEqual({ a: VALUE });
        await nextTurn();
      }
    };
    const opened = Promise.all([opening(source), opening(other)]);
    for (let turn = 0; turn < 3; turn++) {
      await run(process.execPath, [path.join(import.meta.dirname, "keys/rotating.fixture.ts"), world.folder]);
    }
    isOver = true;
    await opened;
  });
});

describe("a key that is lost", () => {
  it("refuses the call, says what to do, and is found again without a restart", async () => {
    await world.keep("a", VALUE, TOOL);
    const file = path.join(world.folder, "secrets.key");
    rmSync(file);
    const source = desk();
    await expect(source.open(["a"], use("api.get"))).rejects.toMatchObject({
      code: "SECRET_UNAVAILABLE",
      message: expect.stringContaining("is missing") as string,
      hint: expect.stringContaining("backup") as string,
    });
    writeFileSync(file, Buffer.alloc(32, 1), { mode: 0o600 });
    await expect(source.open(["a"], use("api.get"))).rejects.toThrow("was sealed with the key");
  });

  it("does not hinder what is in other places", async () => {
    await world.keep("a", VALUE, TOOL);
    rmSync(path.join(world.folder, "secrets.key"));
    env["P_B"] = "from env";
    expect(await desk({ bindings: [bind("b")] }).open(["b"], use("api.get"))).toEqual({ b: "from env" });
  });
});

describe("whoever can write the database and has no key", () => {
  it.each([
    ["binds a secret to another tool", `UPDATE secrets SET bindings = '[{"tool":"evil","host":null}]'`],
    ["binds it to another host", `UPDATE secrets SET bindings = '[{"tool":"evil","host":"evil.com"}]'`],
    ["gives it another name", "UPDATE secrets SET name = 'b'"],
    ["moves it to a workspace", "UPDATE secrets SET workspace = '/w'"],
    ["moves it to another row", "UPDATE secrets SET id = 'other'"],
    ["says that it has no value", "UPDATE secrets SET has_value = 0"],
    ["puts a text in its place", "UPDATE secrets SET sealed = 'hunter2'"],
    ["changes the envelope", "UPDATE secrets SET sealed = sealed || 'A'"],
    ["gives it to another tenant", "UPDATE secrets SET tenant = 'other'"],
    [
      "adds a row that binds",
      `INSERT INTO secrets SELECT tenant, 'z', name, '/w', 0, '[{"tool":"evil","host":null}]', sealed, 1, '', '', '' FROM secrets`,
    ],
  ])("%s in vain", async (_what, statement) => {
    await world.keep("a", VALUE, TOOL);
    env["P_A"] = "from env";
    attack(world.folder, (db) => db.exec(`${statement}; UPDATE revisions SET value = value + 1`));
    const source = desk();
    for (const given of [use("evil"), use("evil", "evil.com"), use("api.get", null, "project"), use("api.get")]) {
      for (const name of ["a", "b"]) {
        const opened = await source.open([name], given).catch((error: unknown) => error);
        expect(opened).toMatchObject({ name: "SecretError" });
      }
    }
    const other = await desk({}, "/w", "other")
      .open(["a"], use("api.get"))
      .catch((error: unknown) => error);
    expect(other).toMatchObject({ name: "SecretError" });
  });
});

describe("what is said for people", () => {
  it("names who bound a secret and who has it", async () => {
    await world.keep("a", VALUE, TOOL);
    env["P_B"] = VALUE;
    const source = desk({ bindings: [bind("b")] });
    expect([await source.findBinding("a", use("api.get")), await source.locate("a")]).toEqual([
      "toolgate secrets",
      "the store",
    ]);
    expect([await source.findBinding("b", use("api.get")), await source.locate("b")]).toEqual([
      "toolgate.toml:1",
      "the variable P_B",
    ]);
    expect([await source.findBinding("c", use("api.get")), await source.locate("c")]).toEqual([null, null]);
  });

  it("never shows a value, whatever the tool and the secret are called", async () => {
    await world.keep("a", VALUE, TOOL);
    const source = desk();
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.string(), fc.option(fc.string()), async (name, tool, host) => {
        const given = { tool: { ...toolOf("x"), name: tool }, host };
        const error: unknown = await source.open([name, "a"], given).catch((thrown: unknown) => thrown);
        expect(error).toMatchObject({ code: "SECRET_NOT_BOUND" });
        expect(JSON.stringify([(error as Error).message, (error as Error & { hint: string }).hint])).not.toContain(
          VALUE,
        );
        expect((error as Error).message).not.toMatch(/[\u0000-\u001f\u202e]/);
      }),
    );
  });
});
