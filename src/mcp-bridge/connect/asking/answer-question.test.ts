import { describe, expect, it } from "vitest";
import type { Answer, Question } from "../../../model/question.ts";
import { answerQuestion } from "./answer-question.ts";

const schema = { type: "object", properties: { age: { type: "integer", minimum: 18 } }, required: ["age"] };
const FORM: Question = { kind: "form", server: "up", message: "How old?", schema };
const { signal } = new AbortController();
const answer = (given: Answer): ReturnType<typeof answerQuestion> =>
  answerQuestion(FORM, { ask: () => Promise.resolve(given), signal });

describe("what a server gets for a form, whatever came back", () => {
  it("is what it asked for, and nothing else", async () => {
    const content = { age: 36, token: "of the person" };
    expect(await answer({ action: "accept", content })).toEqual({ action: "accept", content: { age: 36 } });
  });

  it.each([{}, { age: 17 }, { age: "36" }, { token: "x" }])(
    "is no answer where it does not fit: %j",
    async (content) => {
      expect(await answer({ action: "accept", content })).toEqual({ action: "cancel" });
    },
  );

  it.each(["decline", "cancel"] as const)("is %s where that was chosen", async (action) => {
    expect(await answer({ action })).toEqual({ action });
  });
});
