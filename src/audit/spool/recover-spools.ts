import { readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { AppendResult } from "../audit-log.ts";
import type { ChainJob } from "../chain-writer.ts";
import { toDraft } from "../record-body.ts";
import { readSpool, type ReadSpool } from "./read-spool.ts";
import type { SpoolKey } from "./spool-line.ts";
import type { KeptJob } from "./spooled-job.ts";

/** Kept beside the others for a person to look at. */
const DAMAGED_ENDING = ".damaged";

export interface SpoolRecovery {
  readonly folder: string;
  readonly key: SpoolKey;
  /** As of the log's writer; `null`: the log takes nothing. */
  readonly write: (jobs: readonly ChainJob[]) => readonly AppendResult[] | null;
  readonly tenant: string;
  /** Whether the process behind a stored identity was gone before the spools were looked at. */
  readonly isDead: (identity: string) => boolean;
}

/** The stored identities of the processes that have a spool. @throws what the system says of the folder */
export function listSpoolWriters({ folder, key }: Pick<SpoolRecovery, "folder" | "key">): readonly string[] {
  return readSpools(folder, key).flatMap(({ spool: { writer } }) => (writer === null ? [] : [writer]));
}

/**
 * Writes what dead processes left in their spools to the log. Of several openers at once, one writes each record: what is in
 * the log already is looked for in the transaction that would add it. Returns the ids of calls that were under way and could
 * not be written. @throws what `write` throws, and what the system says of the folder
 */
export function recoverSpools(recovery: SpoolRecovery): readonly string[] {
  return readSpools(recovery.folder, recovery.key).flatMap(({ path, spool }) => recoverSpool(path, spool, recovery));
}

function readSpools(folder: string, key: SpoolKey): readonly { readonly path: string; readonly spool: ReadSpool }[] {
  return listSpools(folder).flatMap((name) => {
    const path = join(folder, name);
    const spool = unlessGone(() => readSpool(path, key));
    return spool === null ? [] : [{ path, spool }];
  });
}

function recoverSpool(path: string, spool: ReadSpool, recovery: SpoolRecovery): readonly string[] {
  const { writer, kept, damagedBytes } = spool;
  // Without a first line it is being made just now.
  if (writer === null ? damagedBytes === null : !recovery.isDead(writer)) return [];
  const jobs: ChainJob[] = kept.map(({ after, job }) => ({ kind: "spooled", after, job, isOwn: false }));
  if (damagedBytes !== null) jobs.push(toDamage(path, damagedBytes, recovery));
  if (jobs.length > 0 && recovery.write(jobs) === null) return findUnderWay(kept);
  if (damagedBytes !== null) unlessGone(() => renameSync(path, `${path}${DAMAGED_ENDING}`));
  else rmSync(path, { force: true });
  return [];
}

function findUnderWay(kept: readonly KeptJob[]): readonly string[] {
  const underWay = new Set<string>();
  for (const { job } of kept) {
    if (job.kind === "intent") underWay.add(job.running.callId);
    else underWay.delete(job.callId);
  }
  return [...underWay];
}

/** That something was there which nobody with the key wrote is a fact that belongs into the log. */
function toDamage(path: string, bytes: number, { tenant }: SpoolRecovery): ChainJob {
  const caller = { tenant, principal: "toolgate", agent: "recovery", roles: [], credential: "none" };
  const data = { file: `${path}${DAMAGED_ENDING}`, bytes };
  const what = { kind: "admin", callId: null, tool: null, status: "audit.spool.damaged", code: null } as const;
  return { kind: "record", draft: toDraft({ ...what, caller, workspace: "", data }, new Date().toISOString()) };
}

function listSpools(folder: string): readonly string[] {
  return unlessGone(() => readdirSync(folder))?.filter((name) => NAME.test(name)) ?? [];
}

const NAME = /^[0-9a-f]{32}\.spool$/u;

/** `null`: there is none, or another process was done with it first. */
function unlessGone<T>(look: () => T): T | null {
  try {
    return look();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
