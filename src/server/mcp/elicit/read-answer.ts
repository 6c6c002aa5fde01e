import type { JsonObject, JsonValue } from "../../../model/json.ts";
import type { Answer, Question } from "../../../model/question.ts";

const MAX_CONTENT_BYTES = 64 * 1024;

/** What a client says that the person answered; `null`: it is no answer to this question. */
export function readAnswer(question: Question, raw: unknown): Answer | null {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) return null;
  const { action, content } = raw as Readonly<Record<string, unknown>>;
  if (action === "decline" || action === "cancel") return { action };
  if (action !== "accept") return null;
  if (question.kind === "url") return { action, content: {} };
  return isFlat(content) ? { action, content } : null;
}

/** Forms are flat: texts, numbers, yes or no, and lists of texts. */
function isFlat(content: unknown): content is JsonObject {
  if (typeof content !== "object" || content === null || Array.isArray(content)) return false;
  if (JSON.stringify(content).length > MAX_CONTENT_BYTES) return false;
  return Object.values(content).every((value: JsonValue) => isPlain(value) || isTexts(value));
}

function isPlain(value: JsonValue): boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}

function isTexts(value: JsonValue): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}
