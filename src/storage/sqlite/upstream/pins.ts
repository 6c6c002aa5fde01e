import type Sqlite from "better-sqlite3";
import type { PinRepository, StoredPin } from "../../upstream-repositories.ts";
import { promised } from "../promised.ts";
import type { Revision } from "../revision.ts";

interface PinRow extends Omit<StoredPin, "workspace"> {
  readonly workspace: string;
}

const COLUMNS = `workspace, server, tool, accepted, offered, refused_hash AS "refusedHash", accepted_at AS "acceptedAt",
  accepted_by AS "acceptedBy", seen_at AS "seenAt"`;

export function createPins(db: Sqlite.Database, tenant: string, revision: Revision): PinRepository {
  const list = db.prepare<[string, string], PinRow>(
    `SELECT ${COLUMNS} FROM mcp_pins WHERE tenant = ? AND workspace IN ('', ?) ORDER BY server, workspace, tool`,
  );
  const ofServer = db.prepare<[string, string, string], PinRow>(
    `SELECT ${COLUMNS} FROM mcp_pins WHERE tenant = ? AND workspace = ? AND server = ? ORDER BY tool`,
  );
  const put = db.prepare<(string | null)[]>(
    `INSERT INTO mcp_pins(tenant, workspace, server, tool, accepted, offered, refused_hash, accepted_at, accepted_by,
       seen_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET accepted = excluded.accepted, offered = excluded.offered,
       refused_hash = excluded.refused_hash, accepted_at = excluded.accepted_at, accepted_by = excluded.accepted_by,
       seen_at = excluded.seen_at`,
  );
  const remove = db.prepare<[string, string, string, string]>(
    "DELETE FROM mcp_pins WHERE tenant = ? AND workspace = ? AND server = ? AND tool = ?",
  );
  const write = (workspace: string, before: readonly StoredPin[], after: readonly StoredPin[]): boolean => {
    const known = new Map(before.map((pin) => [pin.tool, pin]));
    const changed = after.filter((pin) => known.get(pin.tool) !== pin);
    const kept = new Set(after.map(({ tool }) => tool));
    for (const { server, tool, ...pin } of changed) {
      const { accepted, offered, refusedHash, acceptedAt, acceptedBy, seenAt } = pin;
      put.run(tenant, workspace, server, tool, accepted, offered, refusedHash, acceptedAt, acceptedBy, seenAt);
    }
    const gone = before.filter(({ tool }) => !kept.has(tool));
    for (const { server, tool } of gone) remove.run(tenant, workspace, server, tool);
    return changed.length + gone.length > 0;
  };
  return {
    list: (workspace) => promised(() => list.all(tenant, workspace).map(fromRow)),
    change: ({ server, workspace }, toNext) =>
      promised(() => {
        let after: readonly StoredPin[] = [];
        revision.change(() => {
          const before = ofServer.all(tenant, workspace ?? "", server).map(fromRow);
          after = toNext(before);
          return write(workspace ?? "", before, after);
        });
        return after;
      }),
  };
}

function fromRow({ workspace, ...row }: PinRow): StoredPin {
  return { ...row, workspace: workspace === "" ? null : workspace };
}
