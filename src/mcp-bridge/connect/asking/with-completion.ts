import type { JsonObject } from "../../../model/json.ts";
import type { Question } from "../../../model/question.ts";
import type { Completions } from "./await-completion.ts";

/** Longer than any name that somebody would make up for it. */
const MAX_ID = 200;

/** A question with what the server will say of the URL in it; since 2026-07-28 it says nothing. */
export function withCompletion(
  question: Question,
  { elicitationId: id }: JsonObject,
  completions: Pick<Completions, "of">,
): Question {
  if (question.kind !== "url" || typeof id !== "string" || id.length > MAX_ID) return question;
  return { ...question, completed: completions.of(id) };
}
