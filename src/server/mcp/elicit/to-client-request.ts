import { randomUUID } from "node:crypto";
import type { JsonObject } from "../../../model/json.ts";
import type { Question } from "../../../model/question.ts";
import { showText } from "../../../text/show-text.ts";

/** A request of the protocol that clients answer. */
export interface ClientRequest {
  readonly method: "elicitation/create" | "sampling/createMessage" | "roots/list";
  readonly params: JsonObject;
}

/** Says whose words a request for the client's model are, beside them: what the model reads stays as it is. */
const SERVER_KEY = "toolgate/server";

/**
 * A question as the protocol puts it. The words of an upstream server say whose they are.
 * @param isModern on 2026-07-28 a URL has no id
 */
export function toClientRequest(question: Question, isModern: boolean): ClientRequest {
  switch (question.kind) {
    case "sampling":
      return { method: "sampling/createMessage", params: toSamplingParams(question) };
    case "roots":
      return { method: "roots/list", params: {} };
    case "form":
    case "url":
      return { method: "elicitation/create", params: toElicitParams(question, isModern) };
  }
}

/** The context of "this server" would be that of all servers behind Toolgate, so none is ever wanted. */
function toSamplingParams({ params, server }: Extract<Question, { kind: "sampling" }>): JsonObject {
  const wanted = { ...params, includeContext: undefined };
  return server === null ? wanted : { ...wanted, _meta: { [SERVER_KEY]: showText(server, 100) } };
}

type PersonQuestion = Extract<Question, { kind: "form" | "url" }>;

function toElicitParams(question: PersonQuestion, isModern: boolean): JsonObject {
  const { server } = question;
  const message = server === null ? question.message : `${showText(server, 100)} asks: ${question.message}`;
  if (question.kind === "form") return { message, requestedSchema: question.schema };
  return { mode: "url", message, url: question.url, ...(isModern ? {} : { elicitationId: randomUUID() }) };
}
