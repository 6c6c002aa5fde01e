import type Sqlite from "better-sqlite3";
import type { AccessRequestRepository, StoredAccessRequest } from "../../upstream-repositories.ts";
import { promised } from "../promised.ts";
import type { Revision } from "../revision.ts";
import { createGrantWriter } from "./server-grants.ts";

interface RequestRow extends Omit<StoredAccessRequest, "workspace" | "subject" | "toolAllow"> {
  readonly workspace: string;
  readonly kind: "agent" | "user";
  readonly subject: string;
  readonly toolAllow: string;
}

const COLUMNS = `id, server, workspace, subject_kind AS kind, subject, status, reason, tool_allow AS "toolAllow",
  requested_by AS "requestedBy", requested_with AS "requestedWith", created_at AS "createdAt",
  reviewed_by AS "reviewedBy", reviewed_at AS "reviewedAt", review_note AS "reviewNote"`;

export function createAccessRequests(db: Sqlite.Database, tenant: string, revision: Revision): AccessRequestRepository {
  const list = db.prepare<[string, string], RequestRow>(
    `SELECT ${COLUMNS} FROM mcp_requests WHERE tenant = ? AND workspace IN ('', ?) ORDER BY created_at, id`,
  );
  const insert = db.prepare<(string | null)[]>(
    `INSERT INTO mcp_requests(tenant, id, server, workspace, subject_kind, subject, status, reason, tool_allow,
       requested_by, requested_with, created_at) VALUES (?, ?, ?, ?, ?, ?, 'pending', ?, ?, ?, ?, ?)
     ON CONFLICT (tenant, workspace, server, subject_kind, subject, tool_allow) WHERE status = 'pending' DO NOTHING`,
  );
  const count = db
    .prepare<[string, string], number>(
      "SELECT count(*) FROM mcp_requests WHERE tenant = ? AND requested_with = ? AND status = 'pending'",
    )
    .pluck();
  const review = db.prepare<(string | null)[]>(
    `UPDATE mcp_requests SET status = ?, reviewed_by = ?, reviewed_at = ?, review_note = ?
     WHERE tenant = ? AND id = ? AND status = 'pending'`,
  );
  const addGrant = createGrantWriter(db, tenant);
  return {
    list: (workspace) => promised(() => list.all(tenant, workspace).map(fromRow)),
    create: (request) => promised(() => revision.change(() => insert.run(tenant, ...toValues(request)).changes === 1)),
    countPending: (requestedWith) => promised(() => count.get(tenant, requestedWith) ?? 0),
    review: (id, { by, at, note, grant }) =>
      promised(() =>
        revision.change(() => {
          const status = grant === null ? "rejected" : "approved";
          const isFirst = review.run(status, by, at, note, tenant, id).changes === 1;
          if (isFirst && grant !== null) addGrant(grant);
          return isFirst;
        }),
      ),
  };
}

function toValues(request: StoredAccessRequest): (string | null)[] {
  const { id, server, workspace, subject, reason, requestedBy, requestedWith } = request;
  const toolAllow = JSON.stringify([...new Set(request.toolAllow)].sort());
  const createdAt = new Date(request.createdAt).toISOString();
  const whom = [subject.kind, subject.name, reason, toolAllow];
  return [id, server, workspace ?? "", ...whom, requestedBy, requestedWith, createdAt];
}

function fromRow({ workspace, kind, subject, ...row }: RequestRow): StoredAccessRequest {
  return {
    ...row,
    workspace: workspace === "" ? null : workspace,
    subject: { kind, name: subject },
    toolAllow: JSON.parse(row.toolAllow) as readonly string[],
  };
}
