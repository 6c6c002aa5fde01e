import { createHmac, timingSafeEqual, type KeyObject } from "node:crypto";
import type Sqlite from "better-sqlite3";
import { NO_HASH } from "./record-body.ts";

/** The end of the chain, sealed with a key so that nobody else can move it. */
export interface ChainHead {
  readonly seq: number;
  readonly hash: string;
  readonly mac: string;
}

/** The log's end is not what its writers left; nothing may be added to it before a person has looked. */
export class UntrustedHead extends Error {
  constructor(problem: string) {
    super(
      `The end of the audit log ${problem}. Nothing was recorded. Run \`toolgate audit verify\` to see what was changed, ` +
        "then restore a backup of the data folder or move it aside.",
    );
    this.name = "UntrustedHead";
  }
}

export interface HeadRow {
  /** The head as stored, unchecked; `null` when the row is gone. */
  read(): ChainHead | null;
  write(head: ChainHead): void;
}

export function createHeadRow(db: Sqlite.Database): HeadRow {
  const select = db.prepare<[], ChainHead>("SELECT seq, hash, mac FROM audit_head WHERE id = 1");
  let update: Sqlite.Statement<[number, string, string]> | null = null;
  return {
    read: () => select.get() ?? null,
    write: (head) => {
      update ??= db.prepare("UPDATE audit_head SET seq = ?, hash = ?, mac = ? WHERE id = 1");
      if (update.run(head.seq, head.hash, head.mac).changes !== 1) throw new UntrustedHead("cannot be written");
    },
  };
}

/** Writes the head of an empty log; part of making the database. */
export function insertFirstHead(db: Sqlite.Database, key: KeyObject): void {
  const { seq, hash, mac } = sealHead(key, 0, NO_HASH);
  db.prepare("INSERT INTO audit_head(id, seq, hash, mac) VALUES (1, ?, ?, ?)").run(seq, hash, mac);
}

export function sealHead(key: KeyObject, seq: number, hash: string): ChainHead {
  return { seq, hash, mac: createHmac("sha256", key).update(`toolgate-audit-head:${seq}:${hash}`).digest("hex") };
}

/** Whether the head was written by a holder of the key. */
export function isAuthentic(key: KeyObject, head: ChainHead): boolean {
  const given = Buffer.from(head.mac);
  const expected = Buffer.from(sealHead(key, head.seq, head.hash).mac);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
