import { RECORD_KINDS } from "../../../audit/audit-log.ts";
import type { AuditFilter, AuditLog, AuditRecord } from "../../../audit/audit-log.ts";
import type { AskedQuestion } from "../../../model/question.ts";
import { parseChoice, parseWhole } from "../../arguments/choice.ts";
import { parseDuration } from "../../arguments/duration.ts";
import { CliError, usageError } from "../../cli-error.ts";
import type { Cli } from "../../cli.ts";
import { renderJson } from "../../cli.ts";
import { EXIT } from "../../exit-codes.ts";
import type { ExitCode } from "../../exit-codes.ts";
import { escapeBlock } from "../../output/text/escape.ts";
import { renderFields } from "../../output/fields.ts";
import { renderTime } from "../../output/text/relative-time.ts";
import type { Colors, Screen } from "../../output/screen.ts";
import { shortenIds } from "../../output/text/short-ids.ts";
import { renderTable } from "../../output/table.ts";
import { findCallId } from "./find-call-id.ts";

export interface ListOptions {
  readonly call?: string;
  readonly tool?: string;
  readonly kind?: string;
  readonly status?: string;
  readonly principal?: string;
  readonly since?: string;
  readonly limit: string;
}

export async function listRecords(cli: Cli, options: ListOptions): Promise<ExitCode> {
  const filter: AuditFilter = {
    callId: options.call,
    tool: options.tool,
    kind: options.kind === undefined ? undefined : parseChoice(options.kind, RECORD_KINDS, "kind of record"),
    status: options.status,
    principal: options.principal,
    since: options.since === undefined ? undefined : parseSince(options.since, new Date()),
    limit: parseWhole(options.limit, "--limit", [1, 100_000]),
  };
  return cli.withRuntime("control", async ({ control }) => {
    const records = await control.audit.query(filter);
    cli.print(records, (screen) => renderRecords(records, screen));
    if (records.length === 0) cli.note("No such records.");
    return EXIT.ok;
  });
}

/** An ISO 8601 time as it is, or how long before now. */
export function parseSince(text: string, now: Date, option: string = "--since"): string {
  if (/^\d+[a-z]+$/.test(text)) return new Date(now.getTime() - parseDuration(text, option)).toISOString();
  const time = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw usageError(`${option} takes a time such as 2026-05-01T12:00Z or 2h, not \`${text}\``);
  return new Date(time).toISOString();
}

function renderRecords(records: readonly AuditRecord[], screen: Screen): string {
  if (records.length === 0) return "";
  const now = new Date();
  const shorten = shortenIds(
    records.flatMap(({ callId }) => callId ?? []),
    screen,
  );
  return renderTable(
    [
      { title: "no", value: (record: AuditRecord) => String(record.seq) },
      { title: "when", value: (record) => renderTime(record.at, now, screen) },
      { title: "kind", value: (record) => record.kind },
      { title: "tool", value: (record) => record.tool ?? "-", shrinks: true },
      { title: "status", value: (record) => record.status ?? "-", style: paintStatus },
      { title: "code", value: (record) => record.code ?? "-", shrinks: true },
      { title: "by", value: (record) => `${record.caller.agent} of ${record.caller.principal}`, shrinks: true },
      { title: "call", value: ({ callId }) => (callId === null ? "-" : shorten(callId)) },
    ],
    records,
    screen,
  );
}

function paintStatus(text: string, record: AuditRecord, colors: Colors): string {
  if (record.status === "success") return colors.green(text);
  return record.status === "failed" || record.status === "refused" || record.status === "interrupted"
    ? colors.red(text)
    : text;
}

export async function showRecords(cli: Cli, id: string): Promise<ExitCode> {
  return cli.withRuntime("control", async ({ control }) => {
    const records = await findRecords(id, control.audit);
    if (records.length === 0) {
      const hint = "`toolgate audit list` shows the numbers, and the ids of calls";
      throw new CliError("NO_RECORD", `nothing is recorded about \`${id}\``, { hint });
    }
    cli.print(records, (screen) => records.map((record) => renderRecord(record, screen)).join("\n"));
    return EXIT.ok;
  });
}

/** A number is a record's; where there is no such record it may still begin the id of a call. */
async function findRecords(id: string, audit: Pick<AuditLog, "query">): Promise<readonly AuditRecord[]> {
  if (/^\d{1,15}$/.test(id)) {
    const found = await audit.query({ afterSeq: Number(id) - 1, limit: 1 });
    if (found[0]?.seq === Number(id)) return found;
  }
  return audit.query({ callId: await findCallId(id, audit), limit: 100 });
}

function renderRecord(record: AuditRecord, screen: Screen): string {
  const head = renderFields(
    [
      ["record", `${record.seq} ${record.kind}`],
      ["at", record.at],
      ["tool", record.tool],
      ["call", record.callId],
      ["status", [record.status, record.code].filter((part) => part !== null).join(" ")],
      ["by", `${record.caller.agent} of ${record.caller.principal}`],
      ["credential", record.caller.credential],
      ["workspace", record.workspace],
      ["asked", describeAsked(record)],
      ["hash", record.hash],
    ],
    screen,
  );
  return `${head}${escapeBlock(renderJson(record.data))}`;
}

/** What the client was asked in the middle of a call, in words of the record alone; `null`: nothing. */
function describeAsked({ data }: AuditRecord): string | null {
  const { asked, unasked } = (data["evidence"] ?? data) as Partial<AskedInRecord>;
  const put = (asked ?? []).map(({ kind, server, answer }) => `${kind} for ${server ?? "Toolgate"}: ${answer}`);
  const all = unasked === undefined ? put : [...put, `${unasked} not put`];
  return all.length === 0 ? null : all.join(", ");
}

interface AskedInRecord {
  readonly asked: readonly AskedQuestion[];
  readonly unasked: number;
}
