import { describe, expect, it } from "vitest";
import { createProgress } from "./progress.ts";
import type { ProgressStep } from "./progress.ts";

function toOutput(text: string): { readonly kind: "output"; readonly stream: "stdout"; readonly text: string } {
  return { kind: "output", stream: "stdout", text };
}

describe("createProgress", () => {
  it("sends the first event at once and what follows together, in growing numbers", async () => {
    const sent: ProgressStep[] = [];
    const progress = createProgress({
      send: (step) => Promise.resolve(void sent.push(step)),
      intervalMs: 5,
    });
    progress.onEvent({ kind: "started", callId: "c" });
    expect(sent).toEqual([{ progress: 1, message: "Call c started.\n" }]);
    for (const text of ["a", "b", "c"]) progress.onEvent(toOutput(text));
    expect(sent).toHaveLength(1);
    await progress.finish();
    expect(sent.slice(1)).toEqual([{ progress: 2, message: "abc" }]);
  });

  it("waits for a slow client and keeps only the end of what piles up", async () => {
    const gates: (() => void)[] = [];
    const sent: ProgressStep[] = [];
    const progress = createProgress({
      send(step) {
        sent.push(step);
        return new Promise((resolve) => gates.push(resolve));
      },
      intervalMs: 1,
    });
    progress.onEvent(toOutput("first"));
    for (let turn = 0; turn < 20; turn++) progress.onEvent(toOutput(String(turn % 10).repeat(10_000)));
    expect(sent).toHaveLength(1);
    const finished = progress.finish();
    gates[0]?.();
    while (gates.length < 2) await new Promise((resolve) => setTimeout(resolve, 1));
    gates[1]?.();
    await finished;
    expect(sent).toHaveLength(2);
    expect(sent[1]?.message).toMatch(/^\[134464 characters left out\]\n/u);
    expect(sent[1]?.message?.endsWith("9".repeat(10_000))).toBe(true);
  });

  it("ends quietly when the client is gone, and sends nothing after finish", async () => {
    let attempts = 0;
    const progress = createProgress({
      send() {
        attempts += 1;
        return Promise.reject(new Error("closed"));
      },
      intervalMs: 1,
    });
    progress.onEvent(toOutput("a"));
    await new Promise((resolve) => setTimeout(resolve, 5));
    progress.onEvent(toOutput("b"));
    await progress.finish();
    progress.onEvent(toOutput("c"));
    expect(attempts).toBe(1);
  });

  it("names the approval and the way to answer it on a line of its own", async () => {
    const sent: ProgressStep[] = [];
    const progress = createProgress({
      send: (step) => Promise.resolve(void sent.push(step)),
    });
    progress.onEvent(toOutput("x"));
    progress.onEvent(toOutput("half a line"));
    progress.onEvent({
      kind: "awaiting-approval",
      approvalId: "ap-1",
      expiresAt: "2030-01-01T00:00:00.000Z",
      tool: "held",
      specifier: null,
      mode: "default",
      suggestions: [],
    });
    await progress.finish();
    expect(sent[1]?.message).toBe(
      "half a line\nWaiting until 2030-01-01T00:00:00.000Z for a human: toolgate approvals approve ap-1\n",
    );
  });

  it("hands on what an upstream server says of its progress, and never goes back with it", async () => {
    const sent: ProgressStep[] = [];
    const progress = createProgress({ send: (step) => Promise.resolve(void sent.push(step)) });
    for (const value of [0, 50, 20, 50, 100]) {
      progress.onEvent({ kind: "progress", progress: value, total: 100, message: `at ${value}` });
    }
    await progress.finish();
    expect(sent).toEqual([0, 50, 100].map((value) => ({ progress: value, total: 100, message: `at ${value}` })));
  });

  it("keeps the last steps of a server that floods", async () => {
    const sent: ProgressStep[] = [];
    const progress = createProgress({ send: (step) => Promise.resolve(void sent.push(step)) });
    for (let value = 0; value < 1000; value++) progress.onEvent({ kind: "progress", progress: value });
    await progress.finish();
    expect(sent.length).toBeLessThanOrEqual(17);
    expect(sent.at(-1)).toEqual({ progress: 999 });
  });
});
