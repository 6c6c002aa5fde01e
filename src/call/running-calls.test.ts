import { describe, expect, it } from "vitest";
import type { Call } from "../model/call.ts";
import type { RunningCall } from "./gate.ts";
import { createRunningCalls } from "./running-calls.ts";
import type { RunningCallTable } from "./running-calls.ts";

let count = 0;
function toCall(credential: string): Pick<Call, "id" | "caller" | "trace"> {
  const caller = { tenant: "t", principal: "p", agent: "a", credential, roles: ["agent"] } as unknown as Call["caller"];
  return { id: `call-${(count += 1)}`, caller, trace: null };
}

function enter(table: RunningCallTable, credential = "one"): RunningCall {
  const entered = table.enter(toCall(credential), undefined);
  if (typeof entered === "string") throw new Error(entered);
  return entered;
}

describe("a call that waits for its client", () => {
  it("takes no room from others, until it has all its answers", () => {
    const table = createRunningCalls(1);
    const call = enter(table);
    expect(table.enter(toCall("other"), undefined)).toBe("full");
    const [first, second] = [call.ask(), call.ask()];
    enter(table, "other").leave();
    first?.();
    first?.();
    enter(table, "other").leave();
    second?.();
    expect(table.enter(toCall("other"), undefined)).toBe("full");
  });

  it("takes none either while a human is asked as well, whichever is over first", () => {
    const table = createRunningCalls(1);
    const call = enter(table);
    expect(call.wait()).toBe(true);
    call.ask()?.();
    enter(table, "other").leave();
    const answered = call.ask();
    call.proceed();
    enter(table, "other").leave();
    answered?.();
    expect(table.enter(toCall("other"), undefined)).toBe("full");
  });

  it("leaves nothing behind when it ends while it asks", () => {
    const table = createRunningCalls(1);
    const call = enter(table);
    const answered = call.ask();
    call.leave();
    answered?.();
    enter(table, "other");
    expect(table.enter(toCall("other"), undefined)).toBe("full");
  });

  it("cannot ask once it has ended, which would make room for more calls than may run", () => {
    const table = createRunningCalls(1);
    const call = enter(table);
    call.leave();
    expect(call.ask()).toBeNull();
    enter(table, "other");
    expect(table.enter(toCall("other"), undefined)).toBe("full");
  });

  it("asks no more than twenty questions with the other calls of its credential, and others theirs", () => {
    const table = createRunningCalls(2);
    const calls = Array.from({ length: 10 }, () => {
      const call = enter(table);
      return { call, open: [call.ask(), call.ask()] };
    });
    const [first] = calls;
    expect(first?.call.ask()).toBeNull();
    const late = enter(table);
    expect(late.ask()).toBeNull();
    expect(enter(table, "other").ask()).not.toBeNull();
    first?.open[0]?.();
    expect(late.ask()).not.toBeNull();
    calls[1]?.call.leave();
    expect([late.ask(), late.ask()]).not.toContain(null);
    expect(late.ask()).toBeNull();
  });
});
