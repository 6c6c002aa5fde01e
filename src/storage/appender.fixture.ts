import { writeSync } from "node:fs";
import { entry, intent, open, outcome } from "./temporary-store.fixture.ts";

/**
 * A process of its own that uses the store of a folder:
 * `append N` writes N records; `hold N` starts N calls and waits; `endless` writes until killed, a line for each
 * acknowledged record; `open` says which calls it recovered; `take N` tries N calls under limits of 25 a minute and 10 at
 * once, says how many were let through, and waits; `lone` makes one call after the other until killed, by way of the spool,
 * with a line for each acknowledged record; `stuck` starts one call by way of the spool and does nothing more, `once` ends
 * after that without closing the store.
 */
const [folder = "", action = "", given = "0"] = process.argv.slice(2);
const count = Number(given);
const say = (line: string): void => void writeSync(1, `${line}\n`);

const recoverable: string[] = [];
const onDeadCalls = (ids: readonly string[]): Promise<void> => Promise.resolve(void recoverable.push(...ids));
const isSpooling = ["lone", "stuck", "once"].includes(action);
const store = await open(folder, { onDeadCalls, ...(isSpooling ? { spoolAfter: 0 } : {}) });
say("ready");

if (action === "append") {
  for (let n = 0; n < count; n += 8) {
    const group = Array.from({ length: Math.min(8, count - n) }, (_, k) =>
      entry({ callId: `${process.pid}-${n + k}` }),
    );
    for (const result of await Promise.all(group.map((one) => store.audit.append(one)))) {
      if (!result.ok) throw new Error(result.message);
    }
  }
  await store.close();
} else if (action === "hold") {
  for (let n = 0; n < count; n += 1) await store.audit.appendIntent(intent(`${process.pid}-${n}`));
  say("holding");
  process.stdin.resume();
} else if (action === "take") {
  const shared = { key: "[]", windowMs: 60_000 };
  const limits = [
    { ...shared, id: "rate", kind: "rate", max: 25 },
    ...(process.argv[5] === "at-once" ? [{ ...shared, id: "at-once", kind: "concurrent", max: 10 } as const] : []),
  ] as const;
  const tries = Array.from({ length: count }, (_, n) =>
    store.audit.appendIntent(intent(`${process.pid}-${n}`), { limits }),
  );
  const results = await Promise.all(tries);
  const codes = results.map((result) => (result.ok ? "ok" : result.code));
  say(JSON.stringify({ taken: codes.filter((code) => code === "ok").length, codes: [...new Set(codes)] }));
  process.stdin.resume();
} else if (action === "endless") {
  for (let n = 0; ; n += 1) {
    const id = `${process.pid}-${n}`;
    const result =
      n % 2 === 0 ? await store.audit.appendIntent(intent(id)) : await store.audit.append(entry({ callId: id }));
    if (result.ok) say(String(result.seq));
  }
} else if (action === "lone") {
  for (let n = 0; ; n += 1) {
    const id = `${process.pid}-${n}`;
    if ((await store.audit.appendIntent(intent(id))).ok) say(`intent ${id}`);
    if ((await store.audit.appendOutcome(outcome(id))).ok) say(`outcome ${id}`);
    // Somebody else's turn, as between two requests.
    await new Promise((resolve) => setImmediate(resolve));
  }
} else if (action === "stuck") {
  await store.audit.appendIntent(intent("stuck"));
  say("kept");
  // Not even its timers.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
} else if (action === "once") {
  await store.audit.appendIntent(intent("once"));
  say("kept");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
} else if (action === "open") {
  say(JSON.stringify({ recovered: store.recovered, hooked: recoverable }));
  await store.close();
}
