import { createSecretKey, hash } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { SecretsKeyError } from "./secrets-key-error.ts";

export const KEY_BYTES = 32;

export const KEY_VARIABLE = "TOOLGATE_SECRETS_KEY";
export const OLD_KEY_VARIABLE = "TOOLGATE_SECRETS_KEY_OLD";

/** One key of the ring. */
export interface SealingKey {
  /** Stands in every envelope: 16 hex digits of a hash of the key. */
  readonly id: string;
  readonly key: KeyObject;
  /** `null`: given by a variable. */
  readonly file: string | null;
}

export function toSealingKey(bytes: Buffer, file: string | null): SealingKey {
  return { id: hash("sha256", bytes).slice(0, 16), key: createSecretKey(bytes), file };
}

/** @throws SecretsKeyError for anything but 64 hex digits, or base64 of 32 bytes */
export function parseKey(text: string, variable: string): SealingKey {
  const isHex = /^[0-9a-f]{64}$/i.test(text);
  const isBase64 = /^[A-Za-z0-9+/_-]{43}=?$/.test(text);
  const bytes = isHex ? Buffer.from(text, "hex") : Buffer.from(text, "base64");
  if ((isHex || isBase64) && bytes.length === KEY_BYTES) return toSealingKey(bytes, null);
  const message = `${variable} must be 64 hex digits, or base64 of ${KEY_BYTES} bytes.`;
  throw new SecretsKeyError("KEY_UNUSABLE", message, "Make one with: openssl rand -hex 32");
}
