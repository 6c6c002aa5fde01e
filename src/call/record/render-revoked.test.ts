import { describe, expect, it } from "vitest";
import type { ErrorCode } from "../../model/errors.ts";
import type { Outcome } from "../../model/outcome.ts";
import { renderRevoked } from "./render-revoked.ts";

const OUTCOME: Outcome = {
  callId: "c",
  tool: "t",
  status: "success",
  step: null,
  error: null,
  approval: null,
  content: [{ type: "text", text: "what it found" }],
  forUser: [{ type: "text", text: "what it found" }],
  structured: { found: 1 },
  evidence: null,
};

function fail(code: ErrorCode, status: Outcome["status"] = "failed"): Outcome {
  return { ...OUTCOME, status, error: { code, message: "m", hint: null, details: { approvalId: "a" } } };
}

describe("the end of a call whose credential was revoked", () => {
  it.each<[string, Outcome, Outcome["status"]]>([
    ["that had run", OUTCOME, "failed"],
    ["that ran", fail("CANCELLED"), "failed"],
    ["that waited for a human", fail("APPROVAL_CANCELLED", "refused"), "refused"],
  ])("says so and hands out nothing: %s", (_, outcome, status) => {
    const revoked = renderRevoked(outcome);
    expect(revoked).toMatchObject({ status, structured: null, error: { code: "CREDENTIAL_REVOKED" } });
    expect(revoked.error?.details).toEqual(outcome.error?.details ?? {});
    expect(JSON.stringify(revoked)).not.toContain("found");
  });

  it.each([fail("DENIED", "refused"), fail("EXIT_NONZERO")])(
    "keeps what ended it before, and hands out nothing: $error.code",
    (outcome) => {
      const revoked = renderRevoked(outcome);
      expect(revoked).toMatchObject({ status: outcome.status, error: outcome.error, structured: null });
      expect(JSON.stringify(revoked)).not.toContain("found");
    },
  );
});
