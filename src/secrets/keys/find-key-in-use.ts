import path from "node:path";
import { createFirstKey } from "./key-files.ts";
import { readKeyRing } from "./key-ring.ts";
import type { KeyRing, KeySource } from "./key-ring.ts";
import type { SealingKey } from "./sealing-key.ts";
import { KEY_VARIABLE, OLD_KEY_VARIABLE } from "./sealing-key.ts";
import { SecretsKeyError } from "./secrets-key-error.ts";

export interface KeyInUse {
  readonly key: SealingKey;
  readonly ring: KeyRing;
}

/**
 * The key that everything is sealed with. While nothing is, a key that is there is taken, or one is made (0600).
 * Rejects with `SecretsKeyError`: while something is sealed, a new key could only hide that the old one is lost.
 */
export async function findKeyInUse(source: KeySource): Promise<KeyInUse> {
  const { sealing, folder } = source;
  for (;;) {
    const id = await sealing.keyId();
    const ring = readKeyRing(source);
    const key = ring.keys.find((one) => one.id === id);
    if (key !== undefined) return { key, ring };
    // A rotation may have ended between the two looks.
    if ((await sealing.keyId()) !== id) continue;
    if (id !== null && (await sealing.isInUse())) throw explainMissing(id, ring, folder);
    const [first] = ring.keys;
    if (first !== undefined) await sealing.adopt(first.id, id);
    else if (ring.broken[0] !== undefined) throw ring.broken[0];
    else if (await sealing.isInUse()) throw explainMissing("", ring, folder);
    else createFirstKey(folder);
    // Another process may have been faster; what it did counts.
  }
}

function explainMissing(id: string, { keys, broken }: KeyRing, folder: string): SecretsKeyError {
  // A file that would be the key says best what is wrong.
  if (broken[0] !== undefined) return broken[0];
  const file = path.join(folder, "secrets.key");
  if (keys.length === 0) {
    const message = `${file} is missing, while values that were sealed with it are there.`;
    const hint = `Put the file back from a backup, or set ${KEY_VARIABLE}. Without the key, give every sealed value again.`;
    return new SecretsKeyError("KEY_MISSING", message, hint);
  }
  const known = keys.map((key) => `${key.id} (${key.file ?? "given by a variable"})`).join(", ");
  const message = `What is sealed was sealed with the key ${id}; known here: ${known}.`;
  const hint = `Put the right key back from a backup, or give it as ${OLD_KEY_VARIABLE} until \`toolgate secrets rotate\` is done.`;
  return new SecretsKeyError("KEY_WRONG", message, hint);
}
