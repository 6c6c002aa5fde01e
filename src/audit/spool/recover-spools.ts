import { readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { ChainJob, ChainWriter } from "../chain-writer.ts";
import { toDraft } from "../record-body.ts";
import { readSpool, type ReadSpool } from "./read-spool.ts";
import type { SpoolKey } from "./spool-line.ts";

/** Kept beside the others for a person to look at. */
const DAMAGED_ENDING = ".damaged";

export interface SpoolRecovery {
  readonly folder: string;
  readonly key: SpoolKey;
  readonly writer: ChainWriter;
  readonly tenant: string;
  /** Whether the process behind a stored identity is certainly gone. */
  readonly isDead: (identity: string) => boolean;
}

/**
 * Writes what dead processes left in their spools to the log. Of several openers at once, one writes each record: what is in
 * the log already is looked for in the transaction that would add it. @throws what the log's writer throws
 */
export function recoverSpools(recovery: SpoolRecovery): void {
  for (const name of listSpools(recovery.folder)) {
    const path = join(recovery.folder, name);
    const spool = unlessGone(() => readSpool(path, recovery.key));
    if (spool !== null) recoverSpool(path, spool, recovery);
  }
}

function recoverSpool(path: string, { writer, kept, damagedBytes }: ReadSpool, recovery: SpoolRecovery): void {
  // Without a first line it is being made just now.
  if (writer === null ? damagedBytes === 0 : !recovery.isDead(writer)) return;
  const jobs: ChainJob[] = kept.map(({ after, job }) => ({ kind: "spooled", after, job }));
  if (damagedBytes > 0) jobs.push(toDamage(path, damagedBytes, recovery));
  if (jobs.length > 0) recovery.writer.write(jobs);
  if (damagedBytes > 0) unlessGone(() => renameSync(path, `${path}${DAMAGED_ENDING}`));
  else rmSync(path, { force: true });
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
