import { setImmediate as nextTurn } from "node:timers/promises";
import type Sqlite from "better-sqlite3";
import type { AuditFilter, AuditRecord } from "./audit-log.ts";
import { parseBody } from "./record-body.ts";

interface Row {
  readonly seq: number;
  readonly body: string;
  readonly hash: string;
}

/** Records looked through before other work gets its turn: a few milliseconds. */
const WINDOW = 50_000;
const DEFAULT_LIMIT = 50;

/** Looks up records of one tenant. Rejects when `since` is no time or a stored record cannot be read. */
export function createQuery(
  db: Sqlite.Database,
  tenant: string,
): (filter: AuditFilter) => Promise<readonly AuditRecord[]> {
  const statements = new Map<string, Sqlite.Statement<(string | number)[], Row>>();
  const prepare = (sql: string): Sqlite.Statement<(string | number)[], Row> => {
    const statement = statements.get(sql) ?? db.prepare<(string | number)[], Row>(sql);
    statements.set(sql, statement);
    return statement;
  };
  const highest = db.prepare<[], number>("SELECT coalesce(max(seq), 0) FROM audit").pluck();

  return async (filter) => {
    const { where, values } = toConditions(filter, tenant);
    const limit = Math.max(0, Math.trunc(filter.limit ?? DEFAULT_LIMIT)) || 0;
    const isForward = filter.afterSeq !== undefined;
    const statement = prepare(
      `SELECT seq, body, hash FROM audit WHERE seq IN (
         SELECT seq FROM audit INDEXED BY audit_scan WHERE seq > ? AND seq <= ? AND ${where}
         ORDER BY seq ${isForward ? "ASC" : "DESC"} LIMIT ?) ORDER BY seq`,
    );
    const found: Row[] = [];
    const last = highest.get() ?? 0;
    for (const [from, to] of toWindows(filter.afterSeq ?? 0, last, isForward)) {
      if (found.length >= limit) break;
      const rows = statement.all(from, to, ...values, limit - found.length);
      if (isForward) found.push(...rows);
      else found.unshift(...rows);
      await nextTurn();
    }
    return found.map(toRecord);
  };
}

function toConditions(filter: AuditFilter, tenant: string): { where: string; values: string[] } {
  const { callId, tool, kind, status, principal, since } = filter;
  const equal = { tenant, call_id: callId, tool, kind, status, principal };
  const conditions = Object.entries(equal).flatMap(([column, value]) => (value === undefined ? [] : [[column, value]]));
  const where = conditions.map(([column]) => `${column} = ?`);
  const values = conditions.map(([, value]) => String(value));
  if (since !== undefined) {
    where.push("at >= ?");
    values.push(toTime(since));
  }
  return { where: where.join(" AND "), values };
}

function toTime(since: string): string {
  const time = new Date(since);
  if (!Number.isNaN(time.getTime())) return time.toISOString();
  throw new Error(`since must be an ISO 8601 time such as 2030-01-31T12:00:00Z, not ${JSON.stringify(since)}.`);
}

/** Ranges `(from, to]` that cover `(first, last]`, nearest first. */
function* toWindows(first: number, last: number, isForward: boolean): Generator<readonly [number, number]> {
  if (isForward) for (let from = first; from < last; from += WINDOW) yield [from, Math.min(from + WINDOW, last)];
  else for (let to = last; to > first; to -= WINDOW) yield [Math.max(to - WINDOW, first), to];
}

function toRecord({ seq, body, hash }: Row): AuditRecord {
  const record = parseBody(body, hash);
  if (record !== null) return record;
  throw new Error(`Record ${seq} of the audit cannot be read. Run \`toolgate audit verify\` to see what was changed.`);
}
