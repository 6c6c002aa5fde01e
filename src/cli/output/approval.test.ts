import { describe, expect, it } from "vitest";
import type { Approval } from "../../storage/repositories.ts";
import { renderApproval, renderApprovals } from "./approval.ts";
import { createKeptScreen } from "./screen.fixture.ts";

const approval: Approval = {
  id: "a1",
  tenant: "local",
  workspace: "/w",
  callId: "c1",
  tool: "notes.append",
  binding: "sha256:00",
  principal: "me",
  agent: "cursor",
  credential: "token:t1",
  summary: {
    effect: "write",
    description: "Adds a line\u001b[8m",
    reasons: ["no rule speaks about it"],
    plan: {
      kind: "command",
      argv: ["/usr/bin/tee", "-a", "no\u001b[2Ktes.txt; rm -rf /"],
      cwd: "/w",
      environment: [],
      fixedEnvironment: { PATH: "/usr/bin", GIT_PAGER: "cat -v" },
      paths: [{ param: "file", candidate: "/w/link", resolved: "/etc/passwd" }],
      injected: {},
      timeoutMs: 5000,
      maxStdoutBytes: 1,
      maxStderrBytes: 1,
    },
  },
  state: "pending",
  createdAt: "2026-05-01T12:00:00.000Z",
  expiresAt: "2026-05-01T12:02:00.000Z",
  answer: null,
};
const now = new Date("2026-05-01T12:00:00.000Z");

describe("renderApproval", () => {
  it("shows what exactly would run, and where a link leads, with nothing that could fake it", () => {
    const text = renderApproval(approval, now, createKeptScreen({ isTerminal: true }));
    expect(text).toContain("/usr/bin/tee -a $'no\\u001b[2Ktes.txt; rm -rf /'");
    expect(text).toContain("/w/link is /etc/passwd");
    expect(text).toMatch(/sets +'GIT_PAGER=cat -v'/);
    expect(text).toContain("in 2m");
    expect(text).not.toContain("\u001b");
  });

  it("does without a plan that it does not know", () => {
    const text = renderApproval({ ...approval, summary: { plan: { kind: "later" } } }, now, createKeptScreen());
    expect(text).toContain("notes.append");
    expect(text).not.toContain("runs");
  });
});

describe("renderApprovals", () => {
  it("gives one line each", () => {
    const text = renderApprovals([approval], now, createKeptScreen());
    expect(text.split("\n")).toHaveLength(2);
    expect(text.startsWith("a1\tnotes.append\t/usr/bin/tee -a ")).toBe(true);
  });
});
