import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SaveToolRequest, ToolChange } from "../../../call/runtime.ts";
import { openEnvironment } from "../../../secrets/seal-environment.ts";
import type { StoredTool } from "../../../storage/repositories.ts";
import { createToolWorld, OWNER } from "../tool-control.fixture.ts";
import type { ToolWorld } from "../tool-control.fixture.ts";

const VALUE = "ghp_s3cret-value";
const RECORD = { binary_name: "gh", deny_args: ["auth\\s+", "ssh-key"], tips: "GitHub CLI." };

let world: ToolWorld;
beforeEach(async () => {
  world = await createToolWorld();
});
afterEach(() => world.close());

function save(record: object, request: Partial<SaveToolRequest> = {}): Promise<ToolChange> {
  return world.save(JSON.stringify({ ...RECORD, ...record }), { format: "credentialed", ...request });
}

async function row(): Promise<StoredTool> {
  const [found] = await world.control.tools.listStored();
  if (found === undefined) throw new Error("nothing is stored");
  return found;
}

async function open(): Promise<object> {
  const stored = await row();
  if (stored.environment === null) return {};
  const opened = openEnvironment(await world.sealer, stored.environment, stored);
  return opened.ok ? opened.values : opened;
}

describe("a record with values", () => {
  it("is kept with their names, and the values are sealed", async () => {
    expect(await save({ encrypted_env: { GH_TOKEN: VALUE } })).toMatchObject({ ok: true, name: "gh", file: null });
    expect(JSON.parse((await row()).definition)).toMatchObject({ encrypted_env: { GH_TOKEN: null } });
    expect(await open()).toEqual({ GH_TOKEN: VALUE });
    expect(await row()).toMatchObject({ name: "gh", format: "credentialed", workspace: null });
  });

  it("leaves them nowhere else: not in the audit, and in no file", async () => {
    await save({ encrypted_env: { GH_TOKEN: VALUE } });
    await save({ encrypted_env: { GH_TOKEN: VALUE } });
    const records = await world.store.audit.query({ kind: "admin" });
    expect(records).toMatchObject([{ status: "tool.create", data: { environment: ["GH_TOKEN"] } }]);
    expect(JSON.stringify(records)).not.toContain("s3cret");
    for (const file of readdirSync(world.temp.path, { recursive: true, withFileTypes: true })) {
      if (!file.isFile()) continue;
      expect(readFileSync(path.join(file.parentPath, file.name), "latin1"), file.name).not.toContain("s3cret");
    }
  });

  it.each<[string, object]>([
    ["a bad pattern", { deny_args: ["(a"] }],
    ["a dangerous name", { encrypted_env: { LD_PRELOAD: VALUE } }],
    ["a value beside one that is no text", { encrypted_env: { A: VALUE, B: 5 } }],
    ["a value in the wrong place", { encrypted_env: VALUE }],
    ["a shell", { binary_name: "bash" }],
    ["NUL in a value", { encrypted_env: { A: `${VALUE}\u0000` } }],
  ])("is refused without showing them: %s", async (_what, change) => {
    const refused = await save({ encrypted_env: { GH_TOKEN: VALUE }, ...change });
    expect(refused).toMatchObject({ ok: false, code: "validation" });
    expect(JSON.stringify(refused)).not.toContain("s3cret");
    expect(await world.control.tools.listStored()).toEqual([]);
  });

  it("may be for one agent", async () => {
    expect((await save({ encrypted_env: { GH_TOKEN: VALUE }, agent_id: "cursor" })).ok).toBe(true);
    expect(await row()).toMatchObject({ audience: { kind: "agent", key: "cursor" } });
    const other = await save({ agent_id: "cursor" }, { audience: { kind: "agent", key: "claude" } });
    expect(other).toMatchObject({ ok: false, code: "validation" });
  });
});

describe("a record with names", () => {
  it.each([{ encrypted_env: { GH_TOKEN: null } }, { encrypted_env: ["GH_TOKEN"] }, { preset: "gh" }])(
    "takes the values beside it, and needs them: %j",
    async (record) => {
      expect(await save(record)).toMatchObject({
        code: "validation",
        message: expect.stringContaining("`GH_TOKEN`") as string,
        hint: expect.stringContaining("--env") as string,
      });
      expect((await save(record, { environment: { OTHER: "x" } })).ok).toBe(false);
      expect(await world.control.tools.listStored()).toEqual([]);
      expect((await save(record, { environment: { GH_TOKEN: VALUE, GH_HOST: "ghe.example" } })).ok).toBe(true);
      expect(await open()).toEqual({ GH_TOKEN: VALUE, GH_HOST: "ghe.example" });
    },
  );

  it("needs none that are optional", async () => {
    const record = { binary_name: "terraform", preset: "terraform" };
    expect((await save(record)).ok).toBe(true);
    expect((await row()).environment).toBeNull();
  });

  it("keeps what is sealed when it is updated, and seals anew what is given", async () => {
    await save({ encrypted_env: { GH_TOKEN: VALUE } });
    const update = { expectedName: "gh" };
    expect((await save({ encrypted_env: { GH_TOKEN: null }, tips: "New." }, update)).ok).toBe(true);
    expect(await open()).toEqual({ GH_TOKEN: VALUE });
    expect((await save({ encrypted_env: { GH_TOKEN: "ghp_other" } }, update)).ok).toBe(true);
    expect(await open()).toEqual({ GH_TOKEN: "ghp_other" });
    // What is given beside the record is meant for this time; the record may be an old copy.
    expect((await save({ encrypted_env: { GH_TOKEN: VALUE } }, { ...update, environment: { GH_TOKEN: "ghp_b" } })).ok).toBe(true); // prettier-ignore
    expect(await open()).toEqual({ GH_TOKEN: "ghp_b" });
    expect(await save({ encrypted_env: { GH_TOKEN: null, MORE: null } }, update)).toMatchObject({
      message: expect.stringContaining("`MORE`") as string,
    });
  });

  it("never takes the values of a tool in another format", async () => {
    const custom = JSON.stringify({ name: "gh", description: "d", command: "date" });
    await world.save(custom, { format: "custom", environment: { GH_TOKEN: VALUE } });
    const changed = await save({ encrypted_env: ["GH_TOKEN"] }, { expectedName: "gh" });
    expect(changed).toMatchObject({ ok: false, code: "name_conflict" });
  });

  it("is switched off and on", async () => {
    await save({ encrypted_env: { GH_TOKEN: VALUE } });
    const everybody = { kind: "everybody" } as const;
    expect((await world.control.tools.setEnabled("gh", everybody, false, OWNER)).ok).toBe(true);
    expect((await row()).enabled).toBe(false);
  });
});
