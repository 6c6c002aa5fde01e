import { createHash, createHmac, createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";

interface RecordRow {
  readonly seq: number;
  readonly body: string;
  readonly hash: string;
}

/**
 * Says whether the log in a folder is sound, slowly and in the plainest way, sharing no code with the real verifier:
 * what both agree on is unlikely to be a mistake of either.
 */
export function isSoundByReference(folder: string): boolean {
  const db = new Database(join(folder, "toolgate.db"), { readonly: true });
  try {
    const rows = db.prepare("SELECT seq, body, hash FROM audit ORDER BY seq").all() as RecordRow[];
    return areRecordsSound(rows) && isHeadSound(folder, db, rows) && areCheckpointsSound(folder, db, rows);
  } finally {
    db.close();
  }
}

function areRecordsSound(rows: readonly RecordRow[]): boolean {
  let previous = "0".repeat(64);
  for (const [index, row] of rows.entries()) {
    let record: Record<string, unknown>;
    try {
      record = JSON.parse(row.body) as Record<string, unknown>;
    } catch {
      return false;
    }
    if (sortedJson(record) !== row.body) return false;
    if (row.seq !== index + 1 || record["seq"] !== index + 1) return false;
    if (record["previousHash"] !== previous) return false;
    if (createHash("sha256").update(row.body).digest("hex") !== row.hash) return false;
    previous = row.hash;
  }
  return true;
}

function isHeadSound(folder: string, db: Database.Database, rows: readonly RecordRow[]): boolean {
  const head = db.prepare("SELECT seq, hash, mac FROM audit_head").get() as
    { seq: number; hash: string; mac: string } | undefined;
  if (head === undefined || head.seq !== rows.length) return false;
  if (head.hash !== (rows.at(-1)?.hash ?? "0".repeat(64))) return false;
  const key = readFileSync(join(folder, "audit.key"));
  return createHmac("sha256", key).update(`toolgate-audit-head:${head.seq}:${head.hash}`).digest("hex") === head.mac;
}

function areCheckpointsSound(folder: string, db: Database.Database, rows: readonly RecordRow[]): boolean {
  const key = createPublicKey(readFileSync(join(folder, "checkpoint.pub")));
  const keyId = createHash("sha256")
    .update(key.export({ type: "spki", format: "der" }))
    .digest("hex");
  const checkpoints = db.prepare("SELECT * FROM audit_checkpoints").all() as Record<string, string>[];
  return checkpoints.every((checkpoint) => {
    const seq = Number(checkpoint["seq"]);
    const { hash, at, key_id, signature } = checkpoint as Record<"hash" | "at" | "key_id" | "signature", string>;
    const signed = sortedJson({ at, hash, keyId: key_id, purpose: "toolgate-audit-checkpoint", seq });
    if (key_id !== keyId || rows[seq - 1]?.hash !== hash) return false;
    return verify(null, Buffer.from(signed), key, Buffer.from(signature, "base64"));
  });
}

function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
