import type { JsonObject, JsonValue } from "../../../model/json.ts";
import type { Answer, Question } from "../../../model/question.ts";
import { fitForm } from "../../../params/json-schema/fit-form.ts";
import type { RunningCall } from "../running-call.ts";

/**
 * Puts a question to the client, and makes of its answer what the server gets: the members that the protocol knows. Nobody to
 * ask is a decline. `null`: its model or its folders are not to be had, for which the protocol has no answer.
 */
export async function answerQuestion(
  question: Question,
  { ask, signal }: Pick<RunningCall, "ask" | "signal">,
): Promise<JsonObject | null> {
  const answer = (await ask?.(question, signal)) ?? { action: "decline" };
  switch (question.kind) {
    case "form":
      return toFilled(question, answer);
    case "url":
      return { action: answer.action };
    case "sampling":
      return answer.action === "accept" ? toMessage(answer.content, question.params) : null;
    case "roots":
      return answer.action === "accept" ? { roots: toFolders(answer.content["roots"]) } : null;
  }
}

/** A server gets what it asked for, by the schema that it sent; anything else is no answer, and nobody said no. */
function toFilled({ schema }: Extract<Question, { kind: "form" }>, answer: Answer): JsonObject {
  if (answer.action !== "accept") return { action: answer.action };
  const content = fitForm(schema, answer.content);
  return content === null ? { action: "cancel" } : { action: "accept", content };
}

/** Without tools there is one part, which earlier revisions do not wrap in a list. */
function toMessage({ role, content, model, stopReason }: JsonObject, { tools }: JsonObject): JsonObject {
  const isOne = tools === undefined && isList(content) && content.length === 1;
  return {
    role,
    content: isOne ? content[0] : content,
    model,
    ...(stopReason === undefined ? {} : { stopReason }),
  };
}

function toFolders(roots: JsonValue | undefined): readonly JsonObject[] {
  if (!isList(roots)) return [];
  return roots.map((root) => {
    const { uri, name } = root as JsonObject;
    return { uri, ...(typeof name === "string" ? { name } : {}) };
  });
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
