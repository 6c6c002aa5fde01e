import { createPublicKey, hash as hashOf, type KeyObject } from "node:crypto";
import type { AuditVerification, TamperKind } from "../audit-log.ts";
import { isSigned, type Checkpoint } from "../checkpoints.ts";
import { EXPORT_FORMAT, RECORD_LINE } from "../export.ts";
import { hashBody, matchPlace, NO_HASH, parseBody } from "../record-body.ts";

interface Reading {
  readonly key: KeyObject;
  readonly keyId: string;
  seq: number;
  hash: string;
  signedSeq: number;
  checkpoints: number;
}

interface Fault {
  readonly seq: number;
  readonly kind: TamperKind;
  readonly message: string;
}

/**
 * Checks an export with nothing but the public key of the log (`checkpoint.pub`, got in some other way than the export
 * itself). Every record must be signed for by a checkpoint after it. An export cut off at an earlier checkpoint is a
 * sound, shorter log: compare `records` with what was promised. Throws when the key is not a public key.
 */
export async function verifyExport(
  lines: AsyncIterable<string> | Iterable<string>,
  publicKeyPem: string,
): Promise<AuditVerification> {
  const key = createPublicKey(publicKeyPem);
  const keyId = hashOf("sha256", key.export({ type: "spki", format: "der" }));
  const reading: Reading = { key, keyId, seq: 0, hash: NO_HASH, signedSeq: 0, checkpoints: 0 };
  let isFirst = true;
  for await (const line of lines) {
    if (line === "") continue;
    const fault = isFirst ? readHeader(line) : readLine(reading, line);
    isFirst = false;
    if (fault !== null) return { ok: false, records: reading.seq, ...fault };
  }
  if (isFirst) return { ok: false, records: 0, ...bad(1, "malformed", "The export is empty.") };
  if (reading.signedSeq === reading.seq) {
    return { ok: true, records: reading.seq, checkpoints: reading.checkpoints, headHash: reading.hash };
  }
  const problem = `No checkpoint signs the records from ${reading.signedSeq + 1} to the end.`;
  return { ok: false, records: reading.seq, ...bad(reading.signedSeq + 1, "truncated", problem) };
}

function readHeader(line: string): Fault | null {
  const header = parseObject(line);
  if (header?.["format"] === EXPORT_FORMAT && header["version"] === 1) return null;
  return bad(1, "malformed", `The first line must say that this is a ${EXPORT_FORMAT} of version 1.`);
}

function readLine(reading: Reading, line: string): Fault | null {
  return line.startsWith(RECORD_LINE.before) ? readRecord(reading, line) : readCheckpoint(reading, line);
}

function readRecord(reading: Reading, line: string): Fault | null {
  const seq = reading.seq + 1;
  const hashEnd = RECORD_LINE.before.length + 64;
  const hash = line.slice(RECORD_LINE.before.length, hashEnd);
  const body = line.slice(hashEnd + RECORD_LINE.between.length, -RECORD_LINE.after.length);
  const isFramed = line.startsWith(RECORD_LINE.between, hashEnd) && line.endsWith(RECORD_LINE.after);
  const record = isFramed ? parseBody(body, hash) : null;
  if (record === null) return bad(seq, "malformed", `The line of record ${seq} is not a record.`);
  if (hash !== hashBody(body)) return bad(seq, "altered", `Record ${seq} is not the text that was hashed.`);
  if (record.seq > seq) return bad(seq, "removed", `Record ${seq} is missing: record ${record.seq} follows.`);
  if (record.seq < seq) {
    return bad(record.seq, "inserted", `Record ${record.seq} comes twice, or after records that follow it.`);
  }
  if (!matchPlace(body, seq, reading.hash)) {
    return bad(
      Math.max(1, seq - 1),
      "altered",
      `Record ${seq} was written after another record than the one before it.`,
    );
  }
  reading.seq = seq;
  reading.hash = hash;
  return null;
}

function readCheckpoint(reading: Reading, line: string): Fault | null {
  const seq = Math.max(1, reading.seq);
  const checkpoint = parseObject(line)?.["checkpoint"] as Checkpoint | undefined;
  if (typeof checkpoint?.signature !== "string") {
    return bad(seq, "malformed", `The line after record ${reading.seq} is neither a record nor a checkpoint.`);
  }
  if (!isSigned(checkpoint, reading.key, reading.keyId)) {
    return bad(seq, "checkpoint", `The checkpoint after record ${reading.seq} was not signed with the given key.`);
  }
  if (checkpoint.seq !== reading.seq || checkpoint.hash !== reading.hash) {
    const from = reading.signedSeq + 1;
    return bad(from, "checkpoint", `The checkpoint after record ${reading.seq} signs another log.`);
  }
  reading.signedSeq = reading.seq;
  reading.checkpoints += 1;
  return null;
}

function parseObject(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function bad(seq: number, kind: TamperKind, message: string): Fault {
  return { seq, kind, message };
}
