import { setImmediate as nextTurn } from "node:timers/promises";
import type Sqlite from "better-sqlite3";
import { canonicalJson } from "../model/canonical-json.ts";
import type { AuditKeys } from "./audit-keys.ts";
import { createCheckpointTable, type Checkpoint } from "./checkpoints.ts";

/** First line of an export; `keyId` names the key that its checkpoints are signed with. */
export const EXPORT_FORMAT = "toolgate-audit-export";

/** A record's line is its stored text between these, so that what is checked is what was hashed. */
export const RECORD_LINE: { readonly before: '{"hash":"'; readonly between: '","record":'; readonly after: "}" } = {
  before: '{"hash":"',
  between: '","record":',
  after: "}",
};

const BATCH = 512;

/**
 * The log as JSON lines without line ends: a header, then each record, each checkpoint after the record it signs. Ends at
 * the last checkpoint, so that every line can be proved. `open` gives a connection of its own, closed at the end.
 */
export async function* exportRecords(open: () => Sqlite.Database, keys: AuditKeys): AsyncGenerator<string> {
  const db = open();
  try {
    db.exec("BEGIN");
    yield canonicalJson({ format: EXPORT_FORMAT, keyId: keys.keyId, version: 1 });
    const checkpoints = createCheckpointTable(db, keys).list();
    const last = checkpoints.at(-1)?.seq ?? 0;
    const select = db.prepare<[number, number], { seq: number; body: string; hash: string }>(
      `SELECT seq, body, hash FROM audit WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ${BATCH}`,
    );
    let next = 0;
    for (let rows = select.all(0, last); rows.length > 0; rows = select.all(rows.at(-1)?.seq ?? last, last)) {
      for (const { seq, body, hash } of rows) {
        yield `${RECORD_LINE.before}${hash}${RECORD_LINE.between}${body}${RECORD_LINE.after}`;
        for (; (checkpoints[next]?.seq ?? Infinity) <= seq; next += 1) yield* toLine(checkpoints[next]);
      }
      await nextTurn();
    }
  } finally {
    db.close();
  }
}

function* toLine(checkpoint: Checkpoint | undefined): Generator<string> {
  if (checkpoint !== undefined) yield canonicalJson({ checkpoint: { ...checkpoint } });
}
