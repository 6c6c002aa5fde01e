import { describe, expect, it } from "vitest";
import type { ApproverRule } from "../../config/config.ts";
import type { Caller } from "../../model/caller.ts";
import type { ApprovalSubject } from "./judge-approver.ts";
import { judgeApprover } from "./judge-approver.ts";

const SUBJECT: ApprovalSubject = {
  tool: {
    name: "shell.exec",
    aliases: ["Bash"],
    layer: "builtin",
    effect: "destructive",
    humanApproval: false,
    groups: ["runtime"],
  },
  principal: "ada",
  agent: "claude",
  credential: "token:1",
};

function caller(change: Partial<Caller> = {}): Caller {
  return { tenant: "t", principal: "bob", agent: "human", roles: ["approver"], credential: "token:2", ...change };
}

function rule(change: Partial<ApproverRule> = {}): ApproverRule {
  return { tools: ["*"], effects: [], approvers: ["role:approver"], source: "toolgate.toml:7", ...change };
}

describe("judgeApprover", () => {
  it.each<[string, Partial<Caller>, string | null]>([
    ["an approver", {}, null],
    ["an admin, who is no approver by that", { roles: ["admin"] }, "NOT_APPROVER"],
    ["an agent", { roles: ["agent"] }, "NOT_APPROVER"],
    ["somebody without a role", { roles: [] }, "NOT_APPROVER"],
    ["the credential that called", { credential: "token:1" }, "OWN_CALL"],
    [
      "another credential of the same agent",
      { principal: "ada", agent: "claude", roles: ["agent", "approver"] },
      "OWN_CALL",
    ],
    ["another agent of the same person", { principal: "ada", agent: "codex", roles: ["agent", "approver"] }, null],
    ["the person behind the agent", { principal: "ada", agent: "human" }, null],
  ])("takes or refuses an answer of %s", (_name, change, code) => {
    const verdict = judgeApprover([], SUBJECT, caller(change));
    expect(verdict.ok ? null : verdict.code).toBe(code);
  });

  it.each<[string, readonly Partial<ApproverRule>[], Partial<Caller>, boolean]>([
    ["names the person", [{ approvers: ["bob"] }], {}, true],
    ["names somebody else", [{ approvers: ["eve"] }], {}, false],
    ["names nobody", [{ approvers: [] }], {}, false],
    ["names the person, who has no role for it", [{ approvers: ["bob"] }], { roles: ["agent"] }, false],
    ["names another role that the caller has", [{ approvers: ["role:admin"] }], { roles: ["admin"] }, true],
    ["names another role", [{ approvers: ["role:admin"] }], {}, false],
    ["wants agents to answer", [{ approvers: ["role:agent"] }], { roles: ["agent"] }, false],
    ["names a role that does not exist", [{ approvers: ["role:root"] }], {}, false],
    ["is about another tool", [{ tools: ["fs.*"], approvers: ["eve"] }], {}, true],
    ["is about another effect", [{ effects: ["read"], approvers: ["eve"] }], {}, true],
    ["is about this effect", [{ effects: ["destructive"], approvers: ["eve"] }], {}, false],
    ["is about the tool's other name", [{ tools: ["Bash"], approvers: ["eve"] }], {}, false],
    ["is about its group", [{ tools: ["group:runtime"], approvers: ["eve"] }], {}, false],
    ["is one of two, and only one accepts", [{}, { approvers: ["eve"] }], {}, false],
    ["is one of two that accept", [{}, { approvers: ["bob", "eve"] }], {}, true],
  ])("a rule that %s", (_name, rules, change, ok) => {
    const verdict = judgeApprover(rules.map(rule), SUBJECT, caller(change));
    expect(verdict).toMatchObject(ok ? { ok } : { ok, code: "NOT_APPROVER" });
    if (!verdict.ok) expect(verdict.message).toContain("toolgate.toml:7");
  });
});
