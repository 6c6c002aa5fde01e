import { describe, expect, it } from "vitest";
import type { ApprovalAnswer, ApprovalGrant } from "../storage/repositories.ts";
import { isSealed, sealAnswer } from "./answer-mac.ts";

const KEY = new Uint8Array(32).fill(7);
const ASKED = { id: "a1", binding: "sha256:1" };
const GRANT: ApprovalGrant = { rules: ["shell.exec(npm test *)"], scope: "project", expiresAt: null };

function seal(grant: ApprovalGrant | null): ApprovalAnswer {
  const unsealed = { verdict: "approve", by: "bob", credential: "k", reason: null, at: "2026-01-01", grant } as const;
  return sealAnswer(KEY, ASKED, unsealed);
}

describe("a sealed answer", () => {
  it.each([null, GRANT])("is believed with grant %j", (grant) => {
    expect(isSealed(KEY, ASKED, seal(grant))).toBe(true);
  });

  it.each<[string, Partial<ApprovalAnswer>]>([
    ["more rules", { grant: { ...GRANT, rules: ["shell.exec(npm test *)", "fs.delete"] } }],
    ["a wider scope", { grant: { ...GRANT, scope: "user" } }],
    ["a longer time", { grant: { ...GRANT, expiresAt: "2099-01-01" } }],
    ["no grant", { grant: null }],
    ["another verdict", { verdict: "deny" }],
    ["another reason", { reason: "because" }],
  ])("is not believed with %s", (_name, change) => {
    expect(isSealed(KEY, ASKED, { ...seal(GRANT), ...change })).toBe(false);
  });

  it.each([
    ["another question", KEY, { ...ASKED, id: "a2" }],
    ["another plan", KEY, { ...ASKED, binding: "sha256:2" }],
    ["another key", new Uint8Array(32), ASKED],
  ])("is not believed for %s", (_name, key, asked) => {
    expect(isSealed(key, asked, seal(GRANT))).toBe(false);
  });

  it("without a grant is what earlier versions sealed", () => {
    const old = JSON.parse(JSON.stringify({ ...seal(null), grant: undefined })) as ApprovalAnswer;
    expect(isSealed(KEY, ASKED, old)).toBe(true);
  });
});
