import { isObject } from "../../../model/json.ts";
import type { JsonObject, JsonValue } from "../../../model/json.ts";
import type { Answer, Question } from "../../../model/question.ts";
import { fitForm } from "../../../params/json-schema/fit-form.ts";

const MAX_CONTENT_BYTES = 64 * 1024;
/** What a model says may have a picture or a sound in it. */
const MAX_RESULT_BYTES = 8 * 1024 * 1024;

/** What a client answered, of a form no more than it asked for; `null`: it is no answer to this question. */
export function readAnswer(question: Question, raw: unknown): Answer | null {
  if (!isObject(raw)) return null;
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

function isMessage({ role, content, model }: JsonObject): boolean {
  const isContent = isObject(content) || (Array.isArray(content) && content.every(isObject));
  return (role === "assistant" || role === "user") && isContent && typeof model === "string";
}

/** The protocol knows folders of files and nothing else. */
function isFolders(roots: JsonValue | undefined): boolean {
  return Array.isArray(roots) && roots.every((root) => isObject(root) && isFile(root["uri"]));
}

function isFile(uri: JsonValue | undefined): boolean {
  return typeof uri === "string" && uri.startsWith("file://");
}

function isShort(value: JsonObject, most: number): boolean {
  return JSON.stringify(value).length <= most;
}

function readPerson(
  question: Extract<Question, { kind: "form" | "url" }>,
  { action, content }: JsonObject,
): Answer | null {
  if (action !== "accept") return null;
  if (question.kind === "url") return { action, content: {} };
  if (!isObject(content) || !isShort(content, MAX_CONTENT_BYTES)) return null;
  const filled = fitForm(question.schema, content);
  return filled === null ? null : { action, content: filled };
}
