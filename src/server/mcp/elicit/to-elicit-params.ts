import { randomUUID } from "node:crypto";
import type { JsonObject } from "../../../model/json.ts";
import type { Question } from "../../../model/question.ts";
import { showText } from "../../../text/show-text.ts";

/** What a client is able to ask a person. */
export interface AskingClient {
  readonly form: boolean;
  readonly url: boolean;
}

/** What the client said of itself; an empty `elicitation` means forms, as in the first revision that had them. */
export function toAskingClient(elicitation: unknown): AskingClient {
  if (typeof elicitation !== "object" || elicitation === null) return { form: false, url: false };
  const { form, url } = elicitation as { readonly form?: unknown; readonly url?: unknown };
  return { form: form !== undefined || url === undefined, url: url !== undefined };
}

/**
 * A question as `elicitation/create` puts it. The words are those of an upstream server, so they say whose they are.
 * @param isModern on 2026-07-28 a URL has no id
 */
export function toElicitParams(question: Question, isModern: boolean): JsonObject {
  const message = `${showText(question.server, 100)} asks: ${question.message}`;
  if (question.kind === "form") return { message, requestedSchema: question.schema };
  return { mode: "url", message, url: question.url, ...(isModern ? {} : { elicitationId: randomUUID() }) };
}

export function canAsk(client: AskingClient, { kind }: Question): boolean {
  return client[kind];
}
