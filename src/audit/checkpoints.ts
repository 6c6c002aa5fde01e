import { sign, verify, type KeyObject } from "node:crypto";
import type Sqlite from "better-sqlite3";
import { canonicalJson } from "../model/canonical-json.ts";
import type { AuditKeys } from "./audit-keys.ts";
import type { ChainHead } from "./chain-head.ts";

/** A signed statement: up to record `seq`, the log was the one whose last hash is `hash`. */
export interface Checkpoint {
  readonly seq: number;
  readonly hash: string;
  readonly at: string;
  readonly keyId: string;
  /** Base64 Ed25519 over the canonical JSON of the rest. */
  readonly signature: string;
}

/** Records between two checkpoints, at most (and one group). */
export const CHECKPOINT_EVERY = 1000;

export interface CheckpointTable {
  /** Signs the head unless that was done already. Must run in the transaction that read the head. */
  add(head: ChainHead): void;
  list(): readonly Checkpoint[];
}

export function createCheckpointTable(db: Sqlite.Database, keys: AuditKeys): CheckpointTable {
  const insert = db.prepare<[number, string, string, string, string]>(
    "INSERT INTO audit_checkpoints(seq, hash, at, key_id, signature) VALUES (?, ?, ?, ?, ?)",
  );
  const exists = db.prepare<[number]>("SELECT 1 FROM audit_checkpoints WHERE seq = ?");
  const select = db.prepare<[], Checkpoint>(
    'SELECT seq, hash, at, key_id AS "keyId", signature FROM audit_checkpoints ORDER BY seq',
  );
  return {
    add: (head) => {
      if (head.seq === 0 || exists.get(head.seq) !== undefined) return;
      const { seq, hash, at, keyId, signature } = signCheckpoint(keys, head);
      insert.run(seq, hash, at, keyId, signature);
    },
    list: () => select.all(),
  };
}

/** Whether the holder of the key signed exactly this. */
export function isSigned(checkpoint: Checkpoint, publicKey: KeyObject, keyId: string): boolean {
  if (checkpoint.keyId !== keyId) return false;
  const signature = Buffer.from(checkpoint.signature, "base64");
  // Base64 has several texts for one value; only the usual one is taken.
  if (signature.toString("base64") !== checkpoint.signature) return false;
  return verify(null, Buffer.from(toSignedText(checkpoint)), publicKey, signature);
}

function signCheckpoint(keys: AuditKeys, head: ChainHead): Checkpoint {
  const statement = { seq: head.seq, hash: head.hash, at: new Date().toISOString(), keyId: keys.keyId };
  const signature = sign(null, Buffer.from(toSignedText(statement)), keys.privateKey).toString("base64");
  return { ...statement, signature };
}

/** `purpose` keeps a signature made with this key for anything else from passing as a checkpoint. */
function toSignedText({ seq, hash, at, keyId }: Omit<Checkpoint, "signature">): string {
  return canonicalJson({ at, hash, keyId, purpose: "toolgate-audit-checkpoint", seq });
}
