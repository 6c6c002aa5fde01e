/** Rows that were read, kept for as long as no process changed anything that decides calls. */
export interface KnownRows<Row> {
  /** @param revision as read just now: another one than before, and everything is read again */
  of(revision: number, key: string): Row | null;
}

/** A gateway has few credentials and is asked for the same ones all the time. */
const MOST_ROWS = 1000;

/** @param read looks a row up; that there is none is not kept, so that guesses take no room */
export function createKnownRows<Row>(read: (key: string) => Row | null): KnownRows<Row> {
  const rows = new Map<string, Row>();
  let seen: number | null = null;
  return {
    of(revision, key) {
      if (seen !== revision || rows.size >= MOST_ROWS) rows.clear();
      seen = revision;
      const known = rows.get(key);
      if (known !== undefined) return known;
      const row = read(key);
      if (row !== null) rows.set(key, row);
      return row;
    },
  };
}
