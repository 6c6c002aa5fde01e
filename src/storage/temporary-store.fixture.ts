import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import type Sqlite from "better-sqlite3";
import type { AuditEntry } from "../audit/audit-log.ts";
import type { Caller } from "../model/caller.ts";
import { openStore } from "./open-store.ts";
import type { Store, StoreOptions } from "./store.ts";

export const TENANT = "local";

export const CALLER: Caller = {
  tenant: TENANT,
  principal: "ada",
  agent: "claude",
  roles: ["agent"],
  credential: "token-1",
};

/** Runs `work` in a folder that is removed afterwards. */
export async function inFolder<T>(work: (folder: string) => Promise<T> | T): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "toolgate-store-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function open(dataFolder: string, extra: Partial<StoreOptions> = {}): Promise<Store> {
  return openStore({ dataFolder, tenant: TENANT, durability: "process", ...extra });
}

/** Runs `work` with a store of its own. */
export function withStore<T>(work: (store: Store, folder: string) => Promise<T>): Promise<T> {
  return inFolder(async (folder) => {
    const store = await open(folder);
    try {
      return await work(store, folder);
    } finally {
      await store.close();
    }
  });
}

/** What an attacker with the file has: any statement, no keys. */
export function attack(folder: string, work: (db: Sqlite.Database) => void): void {
  const db = new Database(join(folder, "toolgate.db"));
  try {
    db.exec("DROP TRIGGER IF EXISTS audit_is_append_only_1; DROP TRIGGER IF EXISTS audit_is_append_only_2");
    work(db);
  } finally {
    db.close();
  }
}

export function entry(change: Partial<AuditEntry> = {}): AuditEntry {
  return {
    kind: "refused",
    callId: "call-1",
    tool: "git_log",
    status: "refused",
    code: "DENIED",
    caller: CALLER,
    workspace: "/home/ada/project",
    data: { reason: "rule 1" },
    ...change,
  };
}

export function intent(callId: string): AuditEntry {
  return entry({ kind: "intent", callId, status: null, code: null });
}

export function outcome(callId: string): AuditEntry {
  return entry({ kind: "outcome", callId, status: "success", code: null });
}
