import type { Answer, Question } from "../../model/question.ts";

/**
 * What a client's answer says of the call; `null`: nothing, so it waits on. A no always counts. A yes only comes out of a
 * form that was filled in so: whoever goes to a page has not answered yet.
 */
export function readVerdict({ kind }: Question, answer: Answer): "approve" | "deny" | null {
  if (answer.action !== "accept") return answer.action === "decline" ? "deny" : null;
  if (kind !== "form") return null;
  const { allow } = answer.content;
  if (typeof allow !== "boolean") return null;
  return allow ? "approve" : "deny";
}
