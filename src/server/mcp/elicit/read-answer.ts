import type { JsonObject, JsonValue } from "../../../model/json.ts";
import type { Answer, Question } from "../../../model/question.ts";

const MAX_CONTENT_BYTES = 64 * 1024;
/** What a model says may have a picture or a sound in it. */
const MAX_RESULT_BYTES = 8 * 1024 * 1024;

/** What a client answered; `null`: it is no answer to this question. */
export function readAnswer(question: Question, raw: unknown): Answer | null {
  if (!isRecord(raw)) return null;
  const { action } = raw;
  if (action === "decline" || action === "cancel") return { action };
  switch (question.kind) {
    case "sampling":
      return isMessage(raw) && isShort(raw, MAX_RESULT_BYTES) ? { action: "accept", content: raw } : null;
    case "roots":
      return isFolders(raw["roots"]) && isShort(raw, MAX_CONTENT_BYTES) ? { action: "accept", content: raw } : null;
    case "form":
    case "url":
      return readPerson(question, raw);
  }
}

function isRecord(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isMessage({ role, content, model }: JsonObject): boolean {
  const isContent = isRecord(content) || (Array.isArray(content) && content.every(isRecord));
  return (role === "assistant" || role === "user") && isContent && typeof model === "string";
}

/** The protocol knows folders of files and nothing else. */
function isFolders(roots: JsonValue | undefined): boolean {
  return Array.isArray(roots) && roots.every((root) => isRecord(root) && isFile(root["uri"]));
}

function isFile(uri: JsonValue | undefined): boolean {
  return typeof uri === "string" && uri.startsWith("file://");
}

function isShort(value: JsonObject, most: number): boolean {
  return JSON.stringify(value).length <= most;
}

function readPerson({ kind }: Question, { action, content }: JsonObject): Answer | null {
  if (action !== "accept") return null;
  if (kind === "url") return { action, content: {} };
  return isFlat(content) ? { action, content } : null;
}

/** Forms are flat: texts, numbers, yes or no, and lists of texts. */
function isFlat(content: unknown): content is JsonObject {
  if (!isRecord(content) || !isShort(content, MAX_CONTENT_BYTES)) return false;
  return Object.values(content).every((value = null) => isPlain(value) || isTexts(value));
}

function isPlain(value: JsonValue): boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}

function isTexts(value: JsonValue): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}
