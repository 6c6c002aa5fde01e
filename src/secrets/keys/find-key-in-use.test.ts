import { symlinkSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createSecretWorld, type SecretWorld } from "../secret-world.fixture.ts";
import { findKeyInUse } from "./find-key-in-use.ts";
import { rotateKey } from "./rotate-key.ts";

let world: SecretWorld;
beforeEach(async () => {
  world = await createSecretWorld();
});
afterEach(() => world.close());

it("finds the key that is in use by the time it has looked, where a rotation came in between", async () => {
  await world.keep("token", "s3cret");
  const { sealing, ...source } = world.source();
  let rotations = 0;
  const keyId = async (): Promise<string | null> => {
    const id = await sealing.keyId();
    if (rotations++ === 0) await rotateKey(world.source());
    return id;
  };
  const { key } = await findKeyInUse({ ...source, sealing: { ...sealing, keyId } });
  expect(key.id).toBe(await world.store.sealing.keyId());
});

it("does not look for ever for a key file that is a link to nowhere", async () => {
  await world.keep("token", "s3cret");
  symlinkSync("nowhere", path.join(world.folder, `secrets-${"0".repeat(16)}.key`));
  const { ring } = await findKeyInUse(world.source());
  expect(ring.keys).toHaveLength(1);
});
