import { expect, it } from "vitest";
import { join } from "node:path";
import Database from "better-sqlite3";
import { createChainWriter, type ChainWriter } from "../audit/chain-writer.ts";
import { toDraft } from "../audit/record-body.ts";
import { createSpool } from "../audit/spool/create-spool.ts";
import { recoverSpools } from "../audit/spool/recover-spools.ts";
import { toSpoolKey } from "../audit/spool/spool-line.ts";
import { createSystemClock } from "./elapsed-clock.ts";
import { loadKeys } from "./keys/keys.ts";
import { isDead, ownIdentity } from "./process-identity.ts";
import { recoverDeadCalls } from "./recovery.ts";
import { createLimitTable } from "./sqlite/limit-table.ts";
import { startAppender, type Appender } from "./start-appender.fixture.ts";
import { entry, inFolder, intent, open, outcome, TENANT } from "./temporary-store.fixture.ts";

it("writes once what a living process keeps, also if another one takes it for dead", () =>
  inFolder(async (folder) => {
    const store = await open(folder, { spoolAfter: 0 });
    await store.audit.append(entry());
    await store.audit.appendIntent(intent("a"));
    await store.audit.appendOutcome(outcome("a"));
    const db = new Database(join(folder, "toolgate.db"));
    const keys = loadKeys(folder, false);
    const clock = createSystemClock(ownIdentity());
    const writer = createChainWriter({ db, keys, clock, limits: createLimitTable(db, clock, () => false) });
    const key = toSpoolKey(keys.headKey);
    recoverSpools({
      folder: join(folder, "spool"),
      key,
      tenant: TENANT,
      isDead: () => true,
      write: (jobs) => writer.write(jobs),
    });
    db.close();
    expect(await store.audit.query({ callId: "a" })).toMatchObject([{ kind: "intent" }, { kind: "outcome" }]);
    // Its own spool is gone.
    expect(await store.audit.appendIntent(intent("b"))).toEqual({ ok: true, seq: 4 });
    await store.close();
  }));

async function kill({ child, ended }: Appender): Promise<void> {
  child.kill("SIGKILL");
  await ended;
}

it("leaves the calls of a process alone that acknowledges an outcome and dies while spools are recovered", () =>
  inFolder(async (folder) => {
    const dead = startAppender(folder, "stuck");
    await dead.until("kept\n");
    const dying = startAppender(folder, "hold", "1");
    await dying.until("holding\n");
    await kill(dead);

    const db = new Database(join(folder, "toolgate.db"));
    const keys = loadKeys(folder, false);
    const own = ownIdentity();
    const clock = createSystemClock(own);
    const limits = createLimitTable(db, clock, () => false);
    const writer = createChainWriter({ db, keys, clock, limits });
    const place = { folder: join(folder, "spool"), key: toSpoolKey(keys.headKey), tenant: TENANT };
    const callId = `${dying.child.pid}-0`;
    const identity = String(db.prepare("SELECT writer FROM running_calls WHERE call_id = ?").pluck().get(callId));
    let isDying = true;
    const meanwhile: ChainWriter = {
      ...writer,
      write(jobs) {
        if (isDying) {
          isDying = false;
          const spool = createSpool({ ...place, writer: identity });
          const draft = toDraft(outcome(callId), new Date().toISOString());
          expect(spool.keep({ after: writer.seen(), job: { kind: "outcome", draft, tenant: TENANT, callId } })).toBe(
            true,
          );
          dying.child.kill("SIGKILL");
          while (!isDead(identity, own));
        }
        return writer.write(jobs);
      },
    };
    await recoverDeadCalls({ db, writer: meanwhile, own, spool: place, onDeadCalls: undefined });
    db.close();
    await dying.ended;

    const store = await open(folder);
    expect(await store.audit.query({ callId })).toMatchObject([
      { kind: "intent" },
      { kind: "outcome", status: "success" },
    ]);
    await store.close();
  }));
