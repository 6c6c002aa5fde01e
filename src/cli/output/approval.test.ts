import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../model/json.ts";
import type { Approval } from "../../storage/repositories.ts";
import { renderAnswered, renderApproval, renderApprovals } from "./approval.ts";
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

  it("shows each command of a line as it would run, and what may be allowed, with nothing that could fake it", () => {
    const stage = (...argv: string[]): object => ({ argv, redirects: [] });
    const { plan, ...rest } = approval.summary;
    const steps = [
      { operator: ";", stages: [stage("/usr/bin/npm", "ci")] },
      { operator: "&&", stages: [stage("/usr/bin/npm", "test", "\u202egnp.exe")] },
    ];
    const summary = {
      ...rest,
      risk: "high",
      mode: "acceptEdits",
      commands: ["npm ci", "npm test x"],
      suggestions: [{ id: "1", rules: ["shell.exec(npm ci)"], label: "exactly \u001b[31mthis" }],
      plan: { ...(plan as JsonObject), kind: "script", steps },
    };
    const text = renderApproval({ ...approval, summary: summary as JsonObject }, now, createKeptScreen());
    const lines = text.split("\n").map((line) => line.split("\t"));
    expect(lines).toContainEqual(["command 1", "/usr/bin/npm ci"]);
    expect(lines).toContainEqual(["command 2", "/usr/bin/npm test $'\\u202egnp.exe'"]);
    expect(lines).toContainEqual(["risk", "high"]);
    expect(lines).toContainEqual(["mode", "acceptEdits"]);
    expect(lines).toContainEqual(["always 1", "exactly \\u001b[31mthis"]);
    expect(text).not.toMatch(/[\u001b\u202e]/);
  });

  it("says when not everything is shown", () => {
    const summary = { ...approval.summary, cut: true };
    expect(renderApproval({ ...approval, summary }, now, createKeptScreen())).toContain("not everything is shown");
  });

  it.each([
    [
      {
        kind: "mcp",
        server: "github",
        tool: "drop_all",
        arguments: { repo: "a\u001b[2Kb" },
        paths: [],
        timeoutMs: 1000,
      },
      [/calls\tdrop_all of github \{"repo":"a\\u001b\[2Kb"\}/],
    ],
    [
      {
        kind: "http",
        method: "POST",
        url: [{ kind: "text", text: "https://api.example.com/x" }],
        headers: [],
        body: [{ kind: "text", text: '{"n":1}' }],
        timeoutMs: 1000,
      },
      [/requests\tPOST https:\/\/api\.example\.com\/x/, /body\t\{"n":1\}/],
    ],
  ])("shows what would be sent: %j", (plan, expected) => {
    const summary = { ...approval.summary, plan };
    const text = renderApproval({ ...approval, summary }, now, createKeptScreen());
    for (const pattern of expected) expect(text).toMatch(pattern);
  });

  it("does without a plan that it does not know", () => {
    const text = renderApproval({ ...approval, summary: { plan: { kind: "later" } } }, now, createKeptScreen());
    expect(text).toContain("notes.append");
    expect(text).not.toContain("runs");
  });
});

describe("renderAnswered", () => {
  const answer = { verdict: "approve", by: "me", credential: "k", reason: null, at: "", mac: "" } as const;

  it("says what holds from now on, where, and until when", () => {
    const grant = { rules: ["x(\u001b[2J)"], scope: "project", expiresAt: "2026-05-01T20:00:00.000Z" } as const;
    const text = renderAnswered({ ...approval, answer: { ...answer, grant } }, now, createKeptScreen());
    expect(text).toBe(
      "Approved notes.append; the call runs once.\n" +
        "From now on, in this workspace, until 2026-05-01T20:00:00.000Z:\n  x(\\u001b[2J)\n",
    );
  });

  it("says that nothing does", () => {
    const once = { ...approval, answer: { ...answer, grant: null } };
    expect(renderAnswered(once, now, createKeptScreen())).toBe("Approved notes.append; the call runs once.\n");
    const no = { ...approval, answer: { ...answer, verdict: "deny", grant: null } as const };
    expect(renderAnswered(no, now, createKeptScreen())).toBe("Denied notes.append.\n");
  });
});

describe("renderApprovals", () => {
  it("gives one line each", () => {
    const text = renderApprovals([approval], now, createKeptScreen());
    expect(text.split("\n")).toHaveLength(2);
    expect(text.startsWith("a1\tnotes.append\t/usr/bin/tee -a ")).toBe(true);
  });
});
