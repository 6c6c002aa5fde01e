import { describe, expect, it } from "vitest";
import { respondClosed } from "../respond.ts";
import type { RawCall } from "../../model/call.ts";
import type { Outcome } from "../../model/outcome.ts";
import { joinObservers } from "../../telemetry/join-observers.ts";
import type { CallObserver, CallReport } from "./call-observer.ts";
import { observeCall } from "./observe-call.ts";

const RAW: RawCall = {
  entry: "nested",
  tool: "t",
  args: { secret: "hunter2hunter2" },
  caller: { tenant: "l", principal: "p", agent: "a", roles: ["agent"], credential: "c" },
  parent: { callId: "parent", depth: 1 },
};
const REFUSED: Outcome = { ...respondClosed(RAW), callId: "c1" };
const CAME = { traceparent: "00-1-2-01", tracestate: null, baggage: null };

function createLog(): { readonly logged: unknown[]; readonly logFailure: (id: string, cause: unknown) => void } {
  const logged: unknown[] = [];
  return { logged, logFailure: (id, cause) => logged.push([id, (cause as Error).message]) };
}

describe("an observer", () => {
  it("is told how the call ended and how long each step took, and nothing of what it was about", () => {
    const reports: CallReport[] = [];
    const observer: CallObserver = { begin: () => ({ trace: null, end: (report) => reports.push(report) }) };
    const observed = observeCall(RAW, CAME, observer, createLog());
    expect(observed.trace).toEqual(CAME);
    observed.passed("receive");
    observed.passed("resolve");
    observed.walked(REFUSED);
    observed.ended(REFUSED, {});
    const [report] = reports;
    expect(report).toMatchObject({
      callId: "c1",
      parentCallId: "parent",
      tool: null,
      status: "refused",
      code: "DRAINING",
    });
    expect(report?.steps.map(({ step, completed }) => [step, completed])).toEqual([
      ["receive", true],
      ["resolve", true],
      ["validate", false],
      ["record", true],
    ]);
    expect(JSON.stringify(report)).not.toContain("hunter2");
  });

  it.each<[string, CallObserver]>([
    [
      "at the beginning",
      {
        begin: () => {
          throw new Error("bad begin");
        },
      },
    ],
    [
      "at the end",
      {
        begin: () => ({
          trace: null,
          end: () => {
            throw new Error("bad end");
          },
        }),
      },
    ],
  ])("that throws %s changes nothing, and the log says so", (_when, observer) => {
    const log = createLog();
    const observed = observeCall(RAW, CAME, observer, log);
    observed.passed("receive");
    observed.walked(REFUSED);
    observed.ended(REFUSED, {});
    expect(observed.trace).toEqual(CAME);
    expect(log.logged).toHaveLength(1);
  });
});

describe("joinObservers", () => {
  it("is nobody where nobody wants to know", () => {
    expect(joinObservers(undefined, [], createLog().logFailure)).toBeUndefined();
  });

  it("tells the others when one fails", () => {
    const told: string[] = [];
    const log = createLog();
    const bad = (): void => {
      throw new Error("bad");
    };
    const joined = joinObservers(undefined, [bad, ({ callId }) => told.push(callId)], log.logFailure);
    joined?.begin({ entry: "cli", trace: null }).end({ callId: "c2" } as CallReport);
    expect([told, log.logged]).toEqual([["c2"], [["c2", "bad"]]]);
  });
});
