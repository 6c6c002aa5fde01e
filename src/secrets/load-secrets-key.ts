import { randomBytes } from "node:crypto";
import { mkdirSync, statSync } from "node:fs";
import path from "node:path";
import { createWhole, readIfThere } from "../storage/key-file.ts";

/** Why there is no key to seal and open secrets with; the message never shows any of it. */
export class SecretsKeyError extends Error {
  readonly code: "KEY_MISSING" | "KEY_UNUSABLE";
  readonly hint: string;

  constructor(code: SecretsKeyError["code"], message: string, hint: string) {
    super(message);
    this.name = "SecretsKeyError";
    this.code = code;
    this.hint = hint;
  }
}

export interface KeySource {
  /** The data folder; the key is its file `secrets.key`. */
  readonly folder: string;
  /** `TOOLGATE_SECRETS_KEY`, 64 hex digits or base64 of 32 bytes; used instead of the file when it is set. */
  readonly fromEnvironment: string | undefined;
  /** Whether anything was sealed before: then a new key could only hide that the old one is lost. */
  readonly isInUse: () => Promise<boolean>;
}

const KEY_BYTES = 32;
const VARIABLE = "TOOLGATE_SECRETS_KEY";

/** Reads the key, or makes one (0600) when nothing was ever sealed. Rejects with `SecretsKeyError`. */
export async function loadSecretsKey({ folder, fromEnvironment, isInUse }: KeySource): Promise<Buffer> {
  if (fromEnvironment !== undefined) return parseKey(fromEnvironment);
  const file = path.join(folder, "secrets.key");
  const existing = readKeyFile(file);
  if (existing !== null) return existing;
  if (await isInUse()) {
    throw new SecretsKeyError(
      "KEY_MISSING",
      `${file} is missing, while values that were sealed with it are there.`,
      `Put the file back from a backup, or set ${VARIABLE}. Without the key, give every sealed value again.`,
    );
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  createWhole(file, randomBytes(KEY_BYTES));
  // Another process may have been faster; its key is the one that counts.
  return readKeyFile(file) ?? loadSecretsKey({ folder, fromEnvironment, isInUse });
}

function readKeyFile(file: string): Buffer | null {
  const key = readIfThere(file);
  if (key === null) return null;
  if (key.length !== KEY_BYTES) {
    throw unusable(`${file} must be ${KEY_BYTES} bytes long and has ${key.length}.`, "Put it back from a backup.");
  }
  if ((statSync(file).mode & 0o077) !== 0) {
    throw unusable(`${file} can be read by other users.`, `Close it: chmod 600 '${file}'`);
  }
  return key;
}

function parseKey(text: string): Buffer {
  const isHex = /^[0-9a-f]{64}$/i.test(text);
  const isBase64 = /^[A-Za-z0-9+/_-]{43}=?$/.test(text);
  const key = isHex ? Buffer.from(text, "hex") : Buffer.from(text, "base64");
  if ((isHex || isBase64) && key.length === KEY_BYTES) return key;
  const hint = "Make one with: openssl rand -hex 32";
  throw unusable(`${VARIABLE} must be 64 hex digits, or base64 of ${KEY_BYTES} bytes.`, hint);
}

function unusable(message: string, hint: string): SecretsKeyError {
  return new SecretsKeyError("KEY_UNUSABLE", message, hint);
}
