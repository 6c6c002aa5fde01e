import { describe, expect, it } from "vitest";
import type { Approval } from "../storage/repositories.ts";
import { findAnswered, parseApprovalResponse, toApprovalCancelled, toApprovalRequest } from "./protocol.ts";

const APPROVAL: Approval = {
  id: "a1",
  tenant: "local",
  workspace: "/w",
  callId: "c1",
  tool: "shell.exec",
  binding: "sha256:1",
  principal: "ada",
  agent: "claude",
  credential: "t",
  summary: {
    effect: "write",
    risk: null,
    reasons: ["no rule"],
    mode: "default",
    specifier: "npm test",
    commands: ["npm test"],
    suggestions: [{ id: "1", rules: ["shell.exec(npm test)"], label: "exactly this" }, { id: 2 }, null],
    request: { argsHash: "sha256:2" },
  },
  state: "pending",
  createdAt: "2026-05-01T12:00:00.000Z",
  expiresAt: "2026-05-01T12:02:00.000Z",
  answer: null,
};

describe("toApprovalRequest", () => {
  it("has every field of the page, and what an answer needs to be a good one", () => {
    expect(toApprovalRequest(APPROVAL, "turn-1")).toEqual({
      turnId: "turn-1",
      callId: "c1",
      approvalId: "a1",
      tool: "shell.exec",
      specifier: "npm test",
      mode: "default",
      commands: ["npm test"],
      risk: "write",
      reasons: ["no rule"],
      suggestions: [{ id: "1", rules: ["shell.exec(npm test)"], label: "exactly this" }],
      expiresAt: "2026-05-01T12:02:00.000Z",
      argsHash: "sha256:2",
      agentId: "claude",
    });
  });

  it("has them also for a question of an earlier version", () => {
    expect(toApprovalRequest({ ...APPROVAL, summary: {} }, null)).toMatchObject({
      specifier: null,
      mode: "default",
      suggestions: [],
      argsHash: null,
    });
  });
});

describe("parseApprovalResponse", () => {
  it.each<[object, object]>([
    [
      { callId: "c1", decision: "allow_once" },
      { callId: "c1", approvalId: null, verdict: "approve" },
    ],
    [
      { approvalId: "a1", decision: "deny" },
      { callId: null, approvalId: "a1", verdict: "deny" },
    ],
    [
      { callId: "c1", decision: "allow_always" },
      { verdict: "approve", always: { rule: null } },
    ],
    [
      { callId: "c1", decision: "allow_always", rule: "  " },
      { verdict: "approve", always: { rule: null } },
    ],
    [
      { callId: "c1", decision: "allow_always", rule: " x(y) " },
      { verdict: "approve", always: { rule: "x(y)" } },
    ],
    [{ callId: "c1", decision: "allow_once", rule: "x" }, { verdict: "approve" }],
    [{ callId: "c1", decision: "ALLOW_ONCE" }, { verdict: "deny" }],
    [{ callId: "c1", decision: "" }, { verdict: "deny" }],
    [{ callId: "c1", decision: "yes", rule: "x" }, { verdict: "deny" }],
  ])("reads %j", (payload, expected) => {
    const parsed = parseApprovalResponse(payload);
    expect(parsed).toMatchObject({ ok: true, ...expected });
    if (!("always" in expected)) expect(parsed).not.toHaveProperty("always");
  });

  it.each([
    null,
    "allow_once",
    [],
    {},
    { decision: "allow_once" },
    { callId: "", decision: "allow_once" },
    { callId: 7, decision: "allow_once" },
    { callId: "c1" },
    { callId: "c1", decision: true },
    { callId: "c1", decision: "allow_always", rule: ["x"] },
    { callId: "c1", decision: "allow_always", rule: "x".repeat(1_001) },
  ])("refuses %j", (payload) => {
    expect(parseApprovalResponse(payload)).toMatchObject({ ok: false });
  });
});

describe("findAnswered", () => {
  const other = { ...APPROVAL, id: "a2", callId: "c2" };

  it.each<[string | null, string | null, string | null]>([
    ["a1", null, "a1"],
    [null, "c2", "a2"],
    ["a1", "c1", "a1"],
    ["a1", "c2", null],
    ["a9", null, null],
  ])("approval %j and call %j mean %j", (approvalId, callId, found) => {
    const response = { ok: true, approvalId, callId, verdict: "approve" } as const;
    expect(findAnswered([APPROVAL, other], response)?.id ?? null).toBe(found);
  });
});

describe("toApprovalCancelled", () => {
  it("names the question by both ids", () => {
    expect(toApprovalCancelled(APPROVAL, "timeout")).toEqual({ callId: "c1", approvalId: "a1", cause: "timeout" });
  });
});
