import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { findKeyInUse } from "./keys/find-key-in-use.ts";
import { readKeyRing } from "./keys/key-ring.ts";
import type { KeySource } from "./keys/key-ring.ts";
import type { SealingKey } from "./keys/sealing-key.ts";

/** Encrypts values for the database, each bound to the place where it is kept. */
export interface Sealer {
  /** Of the key that it seals with. */
  readonly keyId: string;
  /** AES-256-GCM with a new nonce each time. Throws for text that is not well-formed Unicode. */
  seal(plaintext: string, place: SealedPlace): string;
  /** With whichever known key the envelope names. */
  open(envelope: string, place: SealedPlace): Opened;
}

export interface SealedPlace {
  /** What the value belongs to, such as a row's id: moved elsewhere it does not open. */
  readonly boundTo: string;
}

export type Opened =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly code: "MALFORMED" | "OTHER_KEY" | "TAMPERED"; readonly message: string };

interface Envelope {
  readonly keyId: string;
  readonly nonce: Buffer;
  readonly ciphertext: Buffer;
  readonly tag: Buffer;
}

const VERSION = "toolgate-sealed-1";
const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals with the key in use, making the first one where nothing was ever sealed. A key that another process brought in
 * since is read when an envelope names it. Rejects with `SecretsKeyError`; nothing ever falls back to plain text.
 */
export async function createSealer(source: KeySource): Promise<Sealer> {
  const { key, ring } = await findKeyInUse(source);
  let { keys } = ring;
  const find = (id: string): SealingKey | undefined => keys.find((one) => one.id === id);
  return toSealer(key, (id) => {
    const known = find(id);
    if (known !== undefined) return known;
    // What it sealed itself, it opens for as long as it lives.
    keys = [...readKeyRing(source).keys, key];
    return find(id);
  });
}

/** Finds the key of an id; what it throws means that there is none. */
export type FindKey = (id: string) => SealingKey | undefined;

export function toSealer({ id, key }: SealingKey, find: FindKey): Sealer {
  return {
    keyId: id,
    seal: (plaintext, { boundTo }) => seal(plaintext, boundTo, key, id),
    open: (envelope, place) => openWith(find, envelope, place),
  };
}

/** Opens an envelope with the key that it names. */
export function openWith(find: FindKey, envelope: string, { boundTo }: SealedPlace): Opened {
  const parsed = parseEnvelope(envelope);
  if (parsed === null) return fail("MALFORMED", "the sealed value is not in the form that Toolgate writes");
  const key = tryFind(find, parsed.keyId);
  if (key !== null) return open(parsed, boundTo, key);
  return fail("OTHER_KEY", `the value was sealed with the key ${parsed.keyId}, which is not known here`);
}

function tryFind(find: FindKey, keyId: string): KeyObject | null {
  try {
    return find(keyId)?.key ?? null;
  } catch {
    return null;
  }
}

function seal(plaintext: string, boundTo: string, key: KeyObject, keyId: string): string {
  if (!plaintext.isWellFormed()) throw new Error("A text with a lone surrogate cannot be sealed.");
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(toAdditionalData(keyId, boundTo));
  const ciphertext = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final()]);
  const parts = [nonce, ciphertext, cipher.getAuthTag()].map((part) => part.toString("base64url"));
  return [VERSION, keyId, ...parts].join(".");
}

function open({ keyId, nonce, ciphertext, tag }: Envelope, boundTo: string, key: KeyObject): Opened {
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(toAdditionalData(keyId, boundTo));
  decipher.setAuthTag(tag);
  try {
    const value = Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString("utf8");
    return { ok: true, value };
  } catch {
    return fail("TAMPERED", "the sealed value was changed, or belongs to something else");
  }
}

/** Two different places never give the same bytes. */
function toAdditionalData(keyId: string, boundTo: string): Buffer {
  return Buffer.from(JSON.stringify([VERSION, keyId, boundTo]));
}

function parseEnvelope(text: string): Envelope | null {
  const [version, keyId, ...parts] = text.split(".");
  const [nonce, ciphertext, tag] = parts.map(decode);
  if (version !== VERSION || keyId === undefined || !/^[0-9a-f]{16}$/.test(keyId) || parts.length !== 3) return null;
  if (nonce?.length !== NONCE_BYTES || tag?.length !== TAG_BYTES || !ciphertext) return null;
  return { keyId, nonce, ciphertext, tag };
}

/** One spelling per value, so that a changed text never opens. */
function decode(text: string): Buffer | null {
  const bytes = Buffer.from(text, "base64url");
  return bytes.toString("base64url") === text ? bytes : null;
}

function fail(code: Extract<Opened, { ok: false }>["code"], message: string): Opened {
  return { ok: false, code, message };
}
