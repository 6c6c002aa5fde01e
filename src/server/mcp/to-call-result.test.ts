import { describe, expect, it } from "vitest";
import type { ErrorInfo } from "../../model/errors.ts";
import type { JsonValue } from "../../model/json.ts";
import type { Outcome } from "../../model/outcome.ts";
import { toCallResult } from "./to-call-result.ts";

function toOutcome(extra: Partial<Outcome>): Outcome {
  return {
    callId: "c1",
    tool: "t",
    status: "success",
    error: null,
    step: null,
    content: [],
    structured: null,
    approval: null,
    evidence: null,
    ...extra,
  };
}

const ERROR: ErrorInfo = { code: "DENIED", message: "no", hint: "ask", details: {} };

describe("toCallResult", () => {
  it.each<{ what: string; structured: JsonValue; expected: unknown }>([
    { what: "an object", structured: { a: 1 }, expected: { a: 1 } },
    { what: "null", structured: null, expected: undefined },
    { what: "a list", structured: [1], expected: undefined },
    { what: "text", structured: "x", expected: undefined },
  ])("gives structured content for $what only if it is an object", ({ structured, expected }) => {
    expect(toCallResult(toOutcome({ structured })).structuredContent).toEqual(expected);
  });

  it.each([
    { what: "already told", content: ["DENIED: no\nHint: ask"], expected: ["DENIED: no\nHint: ask"] },
    { what: "told without the hint", content: ["DENIED: no\nout"], expected: ["DENIED: no\nout", "Hint: ask"] },
    { what: "only the message", content: ["no"], expected: ["DENIED: no", "Hint: ask"] },
    { what: "nothing", content: [], expected: ["DENIED: no", "Hint: ask"] },
    { what: "only output", content: ["out", "err"], expected: ["DENIED: no", "Hint: ask", "out", "err"] },
  ])("says code, message and hint once when $what", ({ content, expected }) => {
    const blocks = content.map((text) => ({ type: "text" as const, text }));
    const result = toCallResult(toOutcome({ status: "refused", step: "authorise", error: ERROR, content: blocks }));
    expect(result.isError).toBe(true);
    expect(result.content).toEqual(expected.map((text) => ({ type: "text", text })));
    expect(result._meta).toEqual({
      "toolgate/outcome": { callId: "c1", status: "refused", code: "DENIED", step: "authorise" },
    });
  });

  it("says whom each block is for when the person is to see something else", () => {
    const outcome = toOutcome({ content: [{ type: "text", text: "m" }], forUser: [{ type: "text", text: "u" }] });
    expect(toCallResult(outcome).content).toEqual([
      { type: "text", text: "m", annotations: { audience: ["assistant"] } },
      { type: "text", text: "u", annotations: { audience: ["user"] } },
    ]);
  });

  it("marks a pending call as not done and names its approval", () => {
    const approval = { id: "ap", expiresAt: "2030-01-01T00:00:00.000Z" };
    const result = toCallResult(toOutcome({ status: "pending", approval }));
    expect(result.isError).toBe(true);
    expect(result._meta?.["toolgate/outcome"]).toMatchObject({ status: "pending", code: null, approval });
  });
});
