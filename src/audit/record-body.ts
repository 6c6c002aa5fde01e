import { hash } from "node:crypto";
import { canonicalJson } from "../model/canonical-json.ts";
import { asJson } from "../model/json.ts";
import type { JsonObject } from "../model/json.ts";
import { RECORD_KINDS, type AuditEntry, type AuditRecord } from "./audit-log.ts";

/** `previousHash` of the first record. */
export const NO_HASH: string = "0".repeat(64);

/** A record's text but for its place in the chain, so that little is left to do while the database is locked. */
export interface RecordDraft {
  readonly at: string;
  readonly before: string;
  readonly after: string;
}

/** Splits the canonical text where, by the order of keys, `previousHash` and `seq` belong. */
export function toDraft(entry: AuditEntry, at: string): RecordDraft {
  const { callId, caller, code, data, kind, status, tool, workspace } = entry;
  const who = `{"at":"${at}","callId":${quote(callId)},"caller":${canonicalJson(asJson(caller))},"code":${quote(code)}`;
  return {
    at,
    before: `${who},"data":${canonicalJson(data)},"kind":"${kind}"`,
    after: `"status":${quote(status)},"tool":${quote(tool)},"workspace":${quote(workspace)}}`,
  };
}

function quote(text: string | null): string {
  return JSON.stringify(text);
}

/** The canonical JSON of the whole record: what is stored and hashed. */
export function renderBody(draft: RecordDraft, seq: number, previousHash: string): string {
  return `${draft.before},"previousHash":"${previousHash}","seq":${seq},${draft.after}`;
}

/** Lower-case hex SHA-256 of a body's UTF-8 text. */
export function hashBody(body: string): string {
  return hash("sha256", body);
}

/**
 * Whether a body states this place in the chain, without parsing it: a quote inside a string is escaped, and after
 * `previousHash` no nested object can follow, so that the last such key is the record's own.
 */
export function matchPlace(body: string, seq: number, previousHash: string): boolean {
  const place = `,"previousHash":"${previousHash}","seq":${seq},"status":`;
  return body.startsWith('{"at":"') && body.startsWith(place, body.lastIndexOf(',"previousHash":"'));
}

/** The number that a body states, or `null` when it states none. */
export function readPlace(body: string): number | null {
  const tail = body.slice(body.lastIndexOf(',"previousHash":"'));
  const match = /^,"previousHash":"[0-9a-f]{64}","seq":(\d+),"status":/.exec(tail);
  return match === null ? null : Number(match[1]);
}

/** The record of a stored body, or `null` when it is not the canonical text of one. */
export function parseBody(body: string, bodyHash: string): AuditRecord | null {
  try {
    const value = JSON.parse(body) as JsonObject;
    if (!isRecord(value) || canonicalJson(value) !== body) return null;
    return { ...(value as unknown as Omit<AuditRecord, "hash">), hash: bodyHash };
  } catch {
    return null;
  }
}

function isRecord(value: JsonObject): boolean {
  const { at, callId, caller, code, data, kind, previousHash, seq, status, tool, workspace } = value;
  return (
    [at, previousHash, workspace].every((text) => typeof text === "string") &&
    [callId, code, status, tool].every((text) => typeof text === "string" || text === null) &&
    [caller, data].every((object) => typeof object === "object" && object !== null && !Array.isArray(object)) &&
    RECORD_KINDS.some((known) => known === kind) &&
    Number.isSafeInteger(seq) &&
    Object.keys(value).length === 11
  );
}
