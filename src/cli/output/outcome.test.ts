import { describe, expect, it } from "vitest";
import type { Outcome } from "../../model/outcome.ts";
import { renderContent, renderEnd } from "./outcome.ts";
import { createKeptScreen } from "./screen.fixture.ts";

const outcome: Outcome = {
  callId: "c1",
  tool: "notes\u001b[1m",
  status: "success",
  error: null,
  step: null,
  content: [{ type: "text", text: "line\u001b]0;title\u0007\n" }],
  structured: null,
  approval: null,
  evidence: {
    status: "success",
    startedAt: "2026-05-01T12:00:00.000Z",
    durationMs: 1234,
    exitCode: 0,
    signal: null,
    stdoutHash: null,
    stderrHash: null,
    stdoutBytes: 5,
    stderrBytes: 0,
    truncated: true,
    leftoverProcesses: 2,
    containment: "process-tree",
  },
};

describe("renderContent", () => {
  it("shows nothing that acts in a terminal", () => {
    expect(renderContent(outcome, createKeptScreen({ isTerminal: true }))).toBe("line\\u001b]0;title\\u0007\n");
  });

  it("hands a file or a pipe the text as the gate let it out", () => {
    expect(renderContent(outcome, createKeptScreen())).toBe("line\u001b]0;title\u0007\n");
  });

  it("ends with one newline, and is empty for no text", () => {
    expect(renderContent({ ...outcome, content: [{ type: "text", text: "x" }] }, createKeptScreen())).toBe("x\n");
    expect(renderContent({ ...outcome, content: [] }, createKeptScreen())).toBe("");
  });
});

describe("renderContent of a failure", () => {
  const error = { code: "EXIT_NONZERO", message: "process exited with status 2", hint: null, details: {} } as const;
  it.each([
    ["EXIT_NONZERO: process exited with status 2\n[stderr]\nno\n", "[stderr]\nno\n"],
    ["EXIT_NONZERO: process exited with status 2", ""],
    ["process exited with status 2", ""],
    ["EXIT_NONZERO: process exited with status 25", "EXIT_NONZERO: process exited with status 25\n"],
    ["half of it", "half of it\n"],
  ])("leaves the error to the line below the output: %j", (text, shown) => {
    const failed: Outcome = { ...outcome, status: "failed", error, content: [{ type: "text", text }] };
    expect(renderContent(failed, createKeptScreen())).toBe(shown);
  });
});

describe("renderEnd", () => {
  it("says how a run ended", () => {
    expect(renderEnd(outcome, createKeptScreen())).toBe(
      "✓ notes\\u001b[1m  1.2s, exit 0, output cut, 2 leftover processes killed\n",
    );
  });

  it("says why a call was refused, escaped", () => {
    const error = { code: "DENIED", message: "no \u001b[2J", hint: "ask\u0007", details: {} } as const;
    expect(renderEnd({ ...outcome, status: "refused", error, evidence: null }, createKeptScreen())).toBe(
      "✗ notes\\u001b[1m was refused\n  DENIED: no \\u001b[2J\n  hint: ask\\u0007\n",
    );
  });
});
