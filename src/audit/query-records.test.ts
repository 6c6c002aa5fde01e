import { beforeAll, afterAll, describe, expect, it } from "vitest";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CALLER, entry, intent, open, outcome } from "../storage/temporary-store.fixture.ts";
import type { Store } from "../storage/store.ts";
import type { AuditFilter } from "./audit-log.ts";

describe("query", () => {
  const folder = mkdtempSync(join(tmpdir(), "toolgate-query-"));
  let store: Store;

  beforeAll(async () => {
    store = await open(folder);
    const other = { ...CALLER, principal: "eve" };
    await store.audit.appendIntent(intent("a"));
    await store.audit.appendOutcome(outcome("a"));
    await store.audit.append(entry({ callId: "b", tool: "tar_list", caller: other }));
    await store.audit.append(entry({ kind: "admin", callId: null, tool: null, status: "rule.add", code: null }));
    await store.audit.append(entry({ callId: "c", caller: { ...CALLER, tenant: "elsewhere" } }));
    for (let n = 6; n <= 70; n += 1) await store.audit.append(entry({ callId: `call-${n}`, status: "pending" }));
  });

  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  const seqs = async (filter: AuditFilter): Promise<number[]> =>
    (await store.audit.query(filter)).map((record) => record.seq);

  it.each<[string, AuditFilter, number[]]>([
    ["a call's whole story", { callId: "a" }, [1, 2]],
    ["a tool", { tool: "tar_list" }, [3]],
    ["a kind", { kind: "admin" }, [4]],
    ["a status", { status: "success" }, [2]],
    ["a principal", { principal: "eve" }, [3]],
    ["several at once", { tool: "git_log", kind: "outcome", status: "success", principal: "ada" }, [2]],
    ["a call and something that does not fit it", { callId: "a", tool: "tar_list" }, []],
    ["nothing of another tenant", { callId: "c" }, []],
    ["what came after, oldest first", { afterSeq: 1, limit: 3 }, [2, 3, 4]],
    ["what came after within a filter", { afterSeq: 1, callId: "a" }, [2]],
    ["the newest, returned oldest first", { limit: 2 }, [69, 70]],
    ["nothing with a limit of none", { limit: 0 }, []],
    ["nothing with a negative limit", { limit: -1 }, []],
    ["nothing with no number as limit", { limit: Number.NaN }, []],
    ["nothing from the future", { since: "2999-01-01" }, []],
    ["text that looks like SQL as text", { tool: "x' OR 1=1 --" }, []],
  ])("finds %s", async (_name, filter, expected) => {
    expect(await seqs(filter)).toEqual(expected);
  });

  it("gives 50 records by default, and everything since a time in any form of ISO 8601", async () => {
    expect(await seqs({})).toEqual(Array.from({ length: 50 }, (_, n) => n + 21));
    expect(await seqs({ since: "2000-01-01T00:00:00+02:00", limit: 1000 })).toHaveLength(69);
  });

  it("refuses a time that is none", async () => {
    await expect(store.audit.query({ since: "yesterday" })).rejects.toThrow('not "yesterday"');
  });
});
