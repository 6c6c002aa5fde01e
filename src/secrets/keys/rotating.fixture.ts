import { writeSync } from "node:fs";
import { open } from "../../storage/temporary-store.fixture.ts";
import { rotateKey } from "./rotate-key.ts";

/**
 * A process of its own that rotates the key of a folder and is killed at a stage of it: `before-<n>` and `after-<n>` stand
 * around what it does alone for the nth time, inside of the transaction; `committed-<n>` is right after that one. A key may
 * come from the environment. `none`: it is not killed.
 */
const [folder = "", stage = "none"] = process.argv.slice(2);
const store = await open(folder);
const reach = (name: string): void => {
  if (name === stage) process.kill(process.pid, "SIGKILL");
};

let turn = 0;
const { sealing } = store;
const rotation = await rotateKey({
  folder,
  fromEnvironment: process.env["TOOLGATE_SECRETS_KEY"],
  oldFromEnvironment: process.env["TOOLGATE_SECRETS_KEY_OLD"],
  sealing: {
    keyId: () => sealing.keyId(),
    isInUse: () => sealing.isInUse(),
    adopt: (keyId, seen) => sealing.adopt(keyId, seen),
    async replaceAll(change) {
      turn += 1;
      const done = await sealing.replaceAll((rows, keyId) => {
        reach(`before-${turn}`);
        const changed = change(rows, keyId);
        reach(`after-${turn}`);
        return changed;
      });
      reach(`committed-${turn}`);
      return done;
    },
  },
});
writeSync(1, JSON.stringify(rotation));
await store.close();
