import type { JsonObject, JsonValue } from "../../model/json.ts";
import type { Answer, AskClient, Question } from "../../model/question.ts";

const MAX_MESSAGE = 4000;
const MAX_URL = 4096;
const MAX_SCHEMA_BYTES = 64 * 1024;

/** What `elicitation/create` asks, in either revision that has it; `null`: nothing that may be shown to a person. */
export function readQuestion(server: string, params: JsonObject, key?: string): Question | null {
  const { mode = "form", message, requestedSchema: schema, url } = params;
  if (typeof message !== "string" || message.length > MAX_MESSAGE) return null;
  if (mode === "url") {
    return typeof url === "string" && isShowable(url) ? { key, kind: "url", server, message, url } : null;
  }
  if (mode !== "form" || !isObject(schema)) return null;
  return JSON.stringify(schema).length > MAX_SCHEMA_BYTES ? null : { key, kind: "form", server, message, schema };
}

/** Puts it to the person; nobody to ask, and what may not be shown, is a decline. */
export async function answerQuestion(
  question: Question | null,
  ask: AskClient | undefined,
  signal: AbortSignal,
): Promise<JsonObject> {
  if (question === null || ask === undefined) return { action: "decline" };
  const answer = await ask(question, signal);
  return toResult(question, answer);
}

function toResult(question: Question, answer: Answer): JsonObject {
  if (answer.action !== "accept") return { action: answer.action };
  switch (question.kind) {
    case "form":
      return { action: "accept", content: answer.content };
    case "url":
      return { action: "accept" };
    case "sampling":
    case "roots":
      return answer.content;
  }
}

function isShowable(text: string): boolean {
  const url = text.length > MAX_URL ? null : URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "") return false;
  return url.protocol === "https:" || (url.protocol === "http:" && LOOPBACK.includes(url.hostname));
}

const LOOPBACK: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
