import { describe, expect, it } from "vitest";
import type { CallEvent } from "../../model/call.ts";
import { limitEvents } from "./limit-events.ts";

const log = (data: string, logger?: string): CallEvent => ({ kind: "log", level: "info", data, logger });
const step = (progress: number, message?: string): CallEvent => ({ kind: "progress", progress, message });

function listen(): {
  readonly told: CallEvent[];
  readonly tell: (event: CallEvent) => void;
  readonly pass: (ms: number) => void;
} {
  const told: CallEvent[] = [];
  let now = 0;
  const tell = limitEvents((event) => void told.push(event), { now: () => now });
  return { told, tell, pass: (ms) => void (now += ms) };
}

describe("what a server says in the middle of a call", () => {
  it("is passed on as it is where it is not much", () => {
    const { told, tell } = listen();
    const events = [log("a", "b"), step(1), step(2, "half"), log("c")];
    for (const event of events) tell(event);
    expect(told).toEqual(events);
  });

  it("ends after a thousand lines, or a million characters", () => {
    const many = listen();
    for (let line = 0; line < 5_000; line += 1) many.tell(log("x"));
    expect(many.told).toHaveLength(1_000);
    const long = listen();
    for (let line = 0; line < 500; line += 1) long.tell(log("x".repeat(60_000)));
    expect(long.told).toHaveLength(17);
  });

  it("is progress a hundred times at once, and fifty times a second from then on", () => {
    const { told, tell, pass } = listen();
    for (let at = 0; at < 5_000; at += 1) tell(step(at));
    expect(told).toHaveLength(100);
    pass(1_000);
    for (let at = 0; at < 5_000; at += 1) tell(step(at));
    expect(told).toHaveLength(150);
    // A clock that goes back gives nothing.
    pass(-60_000);
    tell(step(1));
    expect(told).toHaveLength(150);
  });

  it("is never shown in part: half of a secret is not known to be one", () => {
    const { told, tell } = listen();
    const secret = "s3cret";
    tell(log(secret + "x".repeat(70_000), secret + "x".repeat(300)));
    tell(step(1, secret + "x".repeat(5_000)));
    expect(told).toHaveLength(2);
    expect(JSON.stringify(told)).not.toContain("s3c");
    expect(JSON.stringify(told)).toContain("(70006 characters, too many to show)");
  });
});
