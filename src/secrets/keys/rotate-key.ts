import type { SealedRow, SealingRepository } from "../../storage/repositories.ts";
import { showText } from "../../text/show-text.ts";
import { openRow } from "../open-row.ts";
import type { OpenedRow } from "../open-row.ts";
import { toSealer } from "../seal.ts";
import { createNextKey, settleKeyFiles } from "./key-files.ts";
import { readKeyRing } from "./key-ring.ts";
import type { KeyRing, KeySource } from "./key-ring.ts";
import { KEY_VARIABLE, OLD_KEY_VARIABLE } from "./sealing-key.ts";
import { SecretsKeyError } from "./secrets-key-error.ts";

export interface Rotation {
  /** Id of the key before; `null`: nothing was ever sealed. */
  readonly from: string | null;
  readonly to: string;
  /** How many values are sealed with the new key now. */
  readonly resealed: number;
  /** Key files that nothing needed any more. */
  readonly removed: readonly string[];
}

export interface RotationSource extends KeySource {
  readonly sealing: KeySource["sealing"] & Pick<SealingRepository, "replaceAll">;
}

/**
 * Makes a new key, or takes the one of `TOOLGATE_SECRETS_KEY`, and seals everything with it. The new key is on the disk
 * before anything is sealed with it, and an old one goes after nothing is: killed at any moment, everything still opens,
 * and the next rotation clears up. Rejects with `SecretsKeyError` when a value does not open; then nothing changed.
 */
export async function rotateKey(source: RotationSource): Promise<Rotation> {
  const { sealing } = source;
  let before: string | null = null;
  let after: Pick<Rotation, "to" | "resealed"> | null = null;
  await sealing.replaceAll((rows, from) => {
    before = from;
    const ring = readKeyRing(source);
    if (ring.given !== null && ring.given.id === from && rows.every((row) => isSealedWith(row, from))) return null;
    const opened = openAll(rows, ring, from);
    const key = ring.given ?? createNextKey(source.folder);
    const sealer = toSealer(key, () => key);
    after = { to: key.id, resealed: rows.length };
    return { keyId: key.id, sealed: opened.map((row) => row.seal(sealer)) };
  });
  return toRotation(before, after, await settle(source));
}

function toRotation(
  from: string | null,
  after: Pick<Rotation, "to" | "resealed"> | null,
  removed: readonly string[],
): Rotation {
  if (after !== null) return { from, ...after, removed };
  // What a rotation that was killed had left to do.
  if (removed.length > 0) return { from, to: from ?? "", resealed: 0, removed };
  const message = `Everything is sealed with the key of ${KEY_VARIABLE} already.`;
  const hint = `Give a new key as ${KEY_VARIABLE} and the one before as ${OLD_KEY_VARIABLE}, to every Toolgate process.`;
  throw new SecretsKeyError("KEY_UNCHANGED", message, hint);
}

/** Puts the key files in order, while nobody seals anything. */
async function settle(source: RotationSource): Promise<readonly string[]> {
  let removed: readonly string[] = [];
  await source.sealing.replaceAll((rows, keyId) => {
    const inUse = readKeyRing(source).keys.filter(({ id }) => id === keyId);
    const key = inUse.find(({ file }) => file === null) ?? inUse[0];
    const isNeeded = (id: string): boolean => id === keyId || rows.some((row) => isSealedWith(row, id));
    if (key !== undefined) removed = settleKeyFiles(source.folder, key, isNeeded);
    return null;
  });
  return removed;
}

function isSealedWith(row: SealedRow, keyId: string): boolean {
  return readEnvelope(row).split(".")[1] === keyId;
}

function readEnvelope(row: SealedRow): string {
  if (row.kind === "tool") return row.environment.sealed;
  return row.kind === "secret" ? row.secret.sealed : row.value.sealed;
}

function openAll(rows: readonly SealedRow[], { keys, broken }: KeyRing, keyId: string | null): readonly OpenedRow[] {
  const opened = rows.map((row) => openRow(row, (id) => keys.find((key) => key.id === id)));
  const failed = rows.filter((_row, at) => opened[at] === null);
  if (failed.length === 0) return opened.filter((row) => row !== null);
  if (broken[0] !== undefined) throw broken[0];
  const names = failed.slice(0, LISTED).map(describeRow).join(", ");
  const more = failed.length > LISTED ? `, and ${failed.length - LISTED} more` : "";
  const message = `Nothing was changed: ${failed.length} of ${rows.length} sealed values do not open with any key that is known: ${names}${more}.`;
  const hint = `Give the key ${keyId ?? "that they were sealed with"} as ${OLD_KEY_VARIABLE}, or remove them first.`;
  throw new SecretsKeyError("SEALED_UNREADABLE", message, hint);
}

const LISTED = 10;

function describeRow(row: SealedRow): string {
  if (row.kind === "tool") return `the tool \`${showText(row.tool.name)}\``;
  if (row.kind === "scrub-value") return `the scrub value ${row.value.id}`;
  return `the secret \`${showText(row.secret.name)}\``;
}
