import path from "node:path";
import type { Call } from "../model/call.ts";
import { EvidenceError } from "./evidence-error.ts";
import type { EvidencePlace } from "./evidence-store.ts";

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** Names the call in its output: the second it came, and the end of its id, which ties files to the record. */
export function toScanId({ id, receivedAt }: Pick<Call, "id" | "receivedAt">): string {
  return `${Math.floor(receivedAt / 1000)}-${endOfId(id)}`;
}

/** Whether a path below the evidence folder is a call's: each has a scan id in the name of a folder. */
export function isOfCall(relative: string): boolean {
  return relative
    .split("/")
    .slice(0, -1)
    .some((part) => /(?:^|\D)\d{9,11}-[0-9a-f]{16}(?![0-9a-f])/.test(part));
}

/** What call id and scan id have in common. */
export function endOfId(id: string): string {
  return id.replaceAll("-", "").slice(-16);
}

/**
 * The folder of a call below `base`. A template that leaves out `{scan_id}` gets a folder of that name at its end: no
 * two calls share one. @throws EvidenceError when it would not be below `base`
 */
export function toEvidenceFolder(base: string, { scanId, sessionId, outputDir }: EvidencePlace): string {
  for (const id of [scanId, sessionId]) if (!NAME.test(id)) throw outside(id);
  const template = outputDir ?? "{scan_id}";
  const whole = template.includes("{scan_id}") ? template : `${template}/{scan_id}`;
  const relative = whole
    .replace(/^\{evidence_dir\}/, ".")
    .replaceAll("{scan_id}", scanId)
    .replaceAll("{session_id}", sessionId);
  const folder = path.resolve(base, relative);
  if (relative.startsWith("/") || !folder.startsWith(`${base}/`) || /[\0{}]/.test(relative)) throw outside(whole);
  return folder;
}

/** @throws EvidenceError for what could lead to another folder */
export function checkName(name: string): string {
  if (NAME.test(name)) return name;
  throw outside(name);
}

function outside(text: string): EvidenceError {
  const hint = "`output_dir` is a folder like {evidence_dir}/{scan_id}-nmap";
  return new EvidenceError(`${JSON.stringify(text)} does not name a place below the evidence folder`, hint);
}
