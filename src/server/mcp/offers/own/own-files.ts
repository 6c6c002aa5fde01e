import type { AuditRecord } from "../../../../audit/audit-log.ts";
import type { KeptFiles } from "../../../../model/outcome.ts";
import type { OwnTemplate } from "./own-records.ts";

const START = "toolgate://evidence/";

/** Bytes of one answer that asks for no number of them, and at most. */
const USUAL_LENGTH = 256 * 1024;
const MAX_LENGTH = 1024 * 1024;

/** Where the files are that are kept of a call, for whoever made it. */
export const FILES_TEMPLATE: OwnTemplate = {
  uriTemplate: `${START}{callId}/{+file}{?offset,length}`,
  name: "A file that is kept of a call",
  description:
    "What one of your own calls left behind; the result's `_meta` has the addresses. " +
    `\`offset\` and \`length\` are bytes; at most ${MAX_LENGTH} come at once`,
};

/** A part of a file of a call, as a URI asks for it. */
export interface WantedFile {
  readonly callId: string;
  /** Its path below the folder of the call. */
  readonly name: string;
  readonly offset: number;
  readonly length: number;
}

/** The address of a file. */
export function toFileUri(callId: string, name: string): string {
  return `${START}${callId}/${name.split("/").map(encodeURIComponent).join("/")}`;
}

/** What a URI asks for; `null`: no file of a call, or it cannot be read. */
export function toWantedFile(uri: string): WantedFile | null {
  const [, callId, name, query = ""] = /^toolgate:\/\/evidence\/([^/?#]+)\/([^?#]+)(?:\?([^#]*))?$/.exec(uri) ?? [];
  if (callId === undefined || name === undefined) return null;
  const params = new URLSearchParams(query);
  const [offset, length] = [readNumber(params.get("offset"), 0), readNumber(params.get("length"), USUAL_LENGTH)];
  const decoded = decode(name);
  if (offset === null || length === null || decoded === null) return null;
  return { callId, name: decoded, offset, length: Math.min(length, MAX_LENGTH) };
}

export function isFileUri(uri: string): boolean {
  return uri.startsWith(START);
}

/** What is kept of the call that the records are about; `null`: nothing. */
export function findKept(records: readonly AuditRecord[]): KeptFiles | null {
  const [end] = records.filter(({ kind }) => kind === "outcome");
  const evidence = end?.data["evidence"] as { readonly kept?: KeptFiles } | null | undefined;
  return evidence?.kept ?? null;
}

function readNumber(text: string | null, fallback: number): number | null {
  if (text === null) return fallback;
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

function decode(name: string): string | null {
  try {
    return decodeURIComponent(name);
  } catch {
    return null;
  }
}
