import {
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  generateKeyPairSync,
  hash,
  randomBytes,
  type KeyObject,
} from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { AuditKeys } from "../../audit/audit-keys.ts";
import { createWhole, readIfThere } from "./key-file.ts";
import { StoreError } from "../store.ts";

/**
 * Reads `audit.key`, `checkpoint.key` and `checkpoint.pub` of a data folder. Missing ones are made (0600) only when
 * `create` says that there is no log yet: new keys beside an old log would make it look rewritten.
 */
export function loadKeys(folder: string, create: boolean): AuditKeys {
  const head = loadKey(folder, "audit.key", create ? () => randomBytes(32) : null);
  if (head.length !== 32) throw unusable(folder, "audit.key", `must be 32 bytes long and has ${head.length}`);
  const privateKey = toPrivateKey(folder, loadKey(folder, "checkpoint.key", create ? newPrivatePem : null));
  const publicKey = createPublicKey(privateKey);
  const publicKeyPem = publicKey.export({ type: "spki", format: "pem" }).toString();
  const published = loadKey(folder, "checkpoint.pub", () => Buffer.from(publicKeyPem));
  if (published.toString().trim() !== publicKeyPem.trim()) {
    throw unusable(folder, "checkpoint.pub", "does not belong to checkpoint.key");
  }
  return { headKey: createSecretKey(head), privateKey, publicKey, publicKeyPem, keyId: toKeyId(publicKey) };
}

/** Lower-case hex SHA-256 of the public key's DER form. */
function toKeyId(publicKey: KeyObject): string {
  return hash("sha256", publicKey.export({ type: "spki", format: "der" }));
}

function loadKey(folder: string, name: string, make: (() => Buffer) | null): Buffer {
  const path = join(folder, name);
  const existing = readIfThere(path);
  if (existing !== null) return existing;
  if (make === null) throw unusable(folder, name, "is missing, while the log that was written with it is there");
  createWhole(path, make());
  return readFileSync(path);
}

function newPrivatePem(): Buffer {
  return Buffer.from(generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }));
}

function toPrivateKey(folder: string, pem: Buffer): KeyObject {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === "ed25519") return key;
  } catch {
    // Reported below, without the key's text.
  }
  throw unusable(folder, "checkpoint.key", "must be an Ed25519 private key in PKCS#8 PEM form");
}

function unusable(folder: string, name: string, problem: string): StoreError {
  return new StoreError(
    "CORRUPT",
    `The key ${join(folder, name)} ${problem}.`,
    `Put the file back from a backup. Without one, move the whole folder ${folder} aside and start again: ` +
      "the old audit stays readable there, but its end can no longer be proved.",
  );
}
