import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, statSync, unlinkSync } from "node:fs";
import path from "node:path";
import { createWhole, readIfThere } from "../../storage/keys/key-file.ts";
import { SecretsKeyError } from "./secrets-key-error.ts";
import { KEY_BYTES, toSealingKey } from "./sealing-key.ts";
import type { SealingKey } from "./sealing-key.ts";

/** The key in use, where a file holds it; others are `secrets-<id>.key` beside it, for as long as a rotation goes on. */
const KEY_FILE = "secrets.key";
const OTHER_KEY = /^secrets-([0-9a-f]{16})\.key$/;
/** What a rotation that was killed may leave of a file that it was writing. */
const DRAFT = /^secrets-[0-9a-f]{16}\.key\.[0-9a-f]{16}$/;

/** A rotation gives a file one other name. */
const MOST_TRIES = 5;

export interface KeyFiles {
  /** `secrets.key` first. */
  readonly keys: readonly SealingKey[];
  /** Why others cannot be used. */
  readonly broken: readonly SecretsKeyError[];
}

/** Every key that a data folder holds. A file that is given another name meanwhile is looked for again. */
export function readKeyFiles(folder: string, tries: number = MOST_TRIES): KeyFiles {
  const names = listNames(folder).filter((name) => name === KEY_FILE || OTHER_KEY.test(name));
  const keys: SealingKey[] = [];
  const broken: SecretsKeyError[] = [];
  for (const name of names.sort((a, b) => Number(b === KEY_FILE) - Number(a === KEY_FILE))) {
    try {
      const key = readKeyFile(path.join(folder, name), OTHER_KEY.exec(name)?.[1] ?? null);
      if (key !== null) keys.push(key);
      else if (tries > 1) return readKeyFiles(folder, tries - 1);
    } catch (error) {
      broken.push(error as SecretsKeyError);
    }
  }
  return { keys, broken };
}

/** The first key of a folder; whichever process was first made the one that counts. */
export function createFirstKey(folder: string): void {
  write(path.join(folder, KEY_FILE), randomBytes(KEY_BYTES));
}

/** A new key beside the one in use, on the disk for good when this returns. */
export function createNextKey(folder: string): SealingKey {
  const bytes = randomBytes(KEY_BYTES);
  const { id, key } = toSealingKey(bytes, null);
  const file = path.join(folder, `secrets-${id}.key`);
  write(file, bytes);
  return { id, key, file };
}

function write(file: string, bytes: Buffer): void {
  const folder = path.dirname(file);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    createWhole(file, bytes);
    syncFolder(folder);
  } catch (error) {
    const message = `${file} cannot be written (${toCause(error)}).`;
    throw new SecretsKeyError("KEY_UNUSABLE", message, "The data folder must be writable, and its disk not full.");
  }
}

/**
 * Gives the key in use the name `secrets.key`, unless a variable gives it, and removes every other one that nothing is
 * sealed with any more. Each step leaves every key that is needed in place. Returns the removed files.
 */
export function settleKeyFiles(folder: string, inUse: SealingKey, isNeeded: (id: string) => boolean): string[] {
  const current = path.join(folder, KEY_FILE);
  const removed: string[] = [];
  if (inUse.file !== null && inUse.file !== current) {
    const replaced = readKeyFiles(folder).keys.find(({ file }) => file === current);
    const isKept = replaced !== undefined && isNeeded(replaced.id);
    if (isKept) renameSync(current, path.join(folder, `secrets-${replaced.id}.key`));
    else if (replaced !== undefined) removed.push(current);
    renameSync(inUse.file, current);
  }
  const spare = readKeyFiles(folder).keys.filter(({ id }) => !isNeeded(id));
  const drafts = listNames(folder).filter((name) => DRAFT.test(name));
  const files = [...spare.flatMap(({ file }) => file ?? []), ...drafts.map((name) => path.join(folder, name))];
  for (const file of files) unlinkSync(file);
  syncFolder(folder);
  return [...removed, ...files];
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw toUnreadable(folder, error);
  }
}

/** `null`: it went away meanwhile. */
function readKeyFile(file: string, expectedId: string | null): SealingKey | null {
  const bytes = read(file);
  if (bytes === null) return null;
  if (bytes.length !== KEY_BYTES) {
    const message = `${file} must be ${KEY_BYTES} bytes long and has ${bytes.length}.`;
    throw new SecretsKeyError("KEY_UNUSABLE", message, "Put it back from a backup.");
  }
  if ((statSync(file).mode & 0o077) !== 0) {
    const message = `${file} can be read by other users.`;
    throw new SecretsKeyError("KEY_UNUSABLE", message, `Close it: chmod 600 '${file}'`);
  }
  const key = toSealingKey(bytes, file);
  if (expectedId === null || key.id === expectedId) return key;
  const message = `${file} holds another key than its name says (${key.id}).`;
  throw new SecretsKeyError("KEY_UNUSABLE", message, "Put it back from a backup, or move it away.");
}

function read(file: string): Buffer | null {
  try {
    return readIfThere(file);
  } catch (error) {
    throw toUnreadable(file, error);
  }
}

function toUnreadable(file: string, error: unknown): SecretsKeyError {
  const hint = "It must be there, and readable by the user that Toolgate runs as.";
  return new SecretsKeyError("KEY_UNUSABLE", `${file} cannot be read (${toCause(error)}).`, hint);
}

function toCause(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}

/** A name in a folder survives a power failure only then. */
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
