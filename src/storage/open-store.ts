import { statSync } from "node:fs";
import { join } from "node:path";
import type Sqlite from "better-sqlite3";
import { createAppendQueue } from "../audit/append-queue.ts";
import { insertFirstHead } from "../audit/chain-head.ts";
import { createChainWriter } from "../audit/chain-writer.ts";
import { createAuditLog } from "../audit/create-audit-log.ts";
import type { AuditKeys } from "../audit/audit-keys.ts";
import { createBacklog } from "../audit/spool/create-backlog.ts";
import { createSpool } from "../audit/spool/create-spool.ts";
import { toSpoolKey } from "../audit/spool/spool-line.ts";
import { prepareDataFolder } from "./data-folder.ts";
import { loadKeys } from "./keys/keys.ts";
import { migrate } from "./schema/migrations.ts";
import { openDatabase, openReader } from "./open-database.ts";
import { isDead, ownIdentity, renderIdentity } from "./process-identity.ts";
import { recoverDeadCalls } from "./recovery.ts";
import { createSystemClock } from "./elapsed-clock.ts";
import { createAccessRequests } from "./sqlite/upstream/access-requests.ts";
import { createApprovals } from "./sqlite/approvals.ts";
import { createLimitTable } from "./sqlite/limit-table.ts";
import { createLimits } from "./sqlite/limits.ts";
import { createRevision } from "./sqlite/revision.ts";
import { createRules } from "./sqlite/rules.ts";
import { createRunningCalls } from "./sqlite/running-calls.ts";
import { createScrubValues } from "./sqlite/scrub-values.ts";
import { createKeyClaim, createSealing } from "./sqlite/sealing.ts";
import { createPins } from "./sqlite/upstream/pins.ts";
import { createSecrets } from "./sqlite/secrets.ts";
import { createServerGrants } from "./sqlite/upstream/server-grants.ts";
import { createSessions } from "./sqlite/sessions.ts";
import { createSettings } from "./sqlite/settings.ts";
import { createTokens } from "./sqlite/tokens.ts";
import { createTools } from "./sqlite/tools.ts";
import type { Store, StoreOptions } from "./store.ts";
import { toStoreError } from "./to-store-error.ts";

/**
 * Opens the store of a data folder, making it when it is not there, and closes the calls of dead writers.
 * Rejects with `StoreError`, or with what `onDeadCalls` rejected with.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { db, keys, path } = await openSafely(options);
  try {
    return await createStore(options, db, keys, path);
  } catch (error) {
    db.close();
    throw isSqliteError(error) ? toStoreError(error, options.dataFolder) : error;
  }
}

interface Opened {
  readonly db: Sqlite.Database;
  readonly keys: AuditKeys;
  readonly path: string;
}

async function openSafely({ dataFolder, durability }: StoreOptions): Promise<Opened> {
  try {
    const path = prepareDataFolder(dataFolder);
    // A database without bytes has no log yet. Keys come first, so whoever finds a log finds its keys.
    const keys = loadKeys(dataFolder, statSync(path).size === 0);
    const db = await openDatabase(path, durability, (opened) =>
      migrate(opened, dataFolder, () => insertFirstHead(opened, keys.headKey)),
    );
    return { db, keys, path };
  } catch (error) {
    throw toStoreError(error, dataFolder);
  }
}

const SPOOL_AFTER = 32;

async function createStore(options: StoreOptions, db: Sqlite.Database, keys: AuditKeys, path: string): Promise<Store> {
  const { tenant, dataFolder, onDeadCalls } = options;
  const own = ownIdentity();
  const writerIdentity = renderIdentity(own);
  const clock = options.clock ?? createSystemClock(own);
  const limits = createLimitTable(db, clock, (stored) => stored !== writerIdentity && isDead(stored, own));
  const writer = createChainWriter({ db, keys, clock, limits });
  const revision = createRevision(db, tenant);
  const claimKey = createKeyClaim(db);
  const spool = { folder: join(dataFolder, "spool"), key: toSpoolKey(keys.headKey) };
  const recovered = await recoverDeadCalls({ db, writer, own, spool: { ...spool, tenant }, onDeadCalls });
  const queue = createAppendQueue({
    writer,
    backlog: createBacklog({
      // What is to survive a power failure is in the log before it is acknowledged.
      spool: options.durability === "fsync" ? null : createSpool({ ...spool, writer: writerIdentity }),
      spoolAfter: options.spoolAfter ?? SPOOL_AFTER,
      seen: writer.seen,
    }),
    describeFailure: (error) => describeFailure(error, dataFolder),
  });
  const audit = createAuditLog({ db, writer, keys, tenant, writerIdentity, queue, openReader: () => openReader(path) });
  return {
    audit,
    running: createRunningCalls(db, tenant, writerIdentity, queue.settle),
    approvals: createApprovals(db, tenant, revision, clock),
    rules: createRules(db, tenant, revision),
    limits: createLimits(limits, tenant),
    tokens: createTokens(db, tenant, revision),
    settings: createSettings(db, tenant, revision),
    sessions: createSessions(db, tenant, own, revision),
    tools: createTools(db, tenant, revision, claimKey),
    secrets: createSecrets(db, tenant, revision, claimKey),
    scrubValues: createScrubValues(db, tenant, revision, claimKey),
    sealing: createSealing(db, revision),
    pins: createPins(db, tenant, revision),
    serverGrants: createServerGrants(db, tenant, revision),
    accessRequests: createAccessRequests(db, tenant, revision),
    revision: () => revision.read(),
    recovered,
    close: () => closeStore(db, audit),
  };
}

function describeFailure(error: unknown, dataFolder: string): string {
  if (!isSqliteError(error)) return error instanceof Error ? error.message : String(error);
  const { message, hint } = toStoreError(error, dataFolder);
  return `${message} ${hint}`;
}

function isSqliteError(error: unknown): boolean {
  return String((error as NodeJS.ErrnoException | null)?.code).startsWith("SQLITE_");
}

function closeStore(db: Sqlite.Database, audit: { close(): void }): Promise<void> {
  return new Promise((resolve) => {
    try {
      audit.close();
    } finally {
      db.close();
    }
    resolve();
  });
}
