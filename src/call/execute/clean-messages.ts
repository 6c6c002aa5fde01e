import { toObject } from "../../model/json.ts";
import type { JsonObject, JsonValue } from "../../model/json.ts";
import { renderWithheld } from "../../output/text/clean-data.ts";
import type { Cleaner } from "../../output/text/create-cleaner.ts";

/** Parameters of `sampling/createMessage` with every text in them cleaned. */
export function cleanMessages({ messages, ...rest }: JsonObject, cleaner: Cleaner): JsonObject {
  const clean = cleaner.value(rest) as JsonObject;
  return isList(messages)
    ? { ...clean, messages: messages.map((one) => cleanMessage(one as JsonObject, cleaner)) }
    : clean;
}

/** A message of a model or to one. */
export function cleanMessage({ content, ...rest }: JsonObject, cleaner: Cleaner): JsonObject {
  return { ...(cleaner.value(rest) as JsonObject), content: cleanContent(content, cleaner) };
}

function cleanContent(content: JsonValue | undefined, cleaner: Cleaner): JsonValue {
  if (content === undefined) return null;
  return isList(content) ? content.map((part) => cleanPart(part, cleaner)) : cleanPart(content, cleaner);
}

function cleanPart(part: JsonValue, cleaner: Cleaner): JsonValue {
  if (typeof part !== "object" || part === null || isList(part)) return cleaner.value(part);
  const { type, data, content, resource, ...rest } = part;
  const isMedia = (type === "image" || type === "audio") && typeof data === "string";
  const clean = isMedia ? cleaner.data(data) : undefined;
  if (clean === null) {
    const { mimeType } = rest;
    return { type: "text", text: renderWithheld(typeof mimeType === "string" ? cleaner.text(mimeType) : "") };
  }
  const own = { ...(type === undefined ? {} : { type }), ...rest, ...(isMedia || data === undefined ? {} : { data }) };
  return {
    ...(cleaner.value(own) as JsonObject),
    ...(clean === undefined ? {} : { data: clean }),
    ...(resource === undefined ? {} : { resource: cleanDocument(resource, cleaner) }),
    // What a tool answered has parts of its own.
    ...(content === undefined ? {} : { content: cleanContent(content, cleaner) }),
  };
}

/** What a tool answered may have whole files in it. */
function cleanDocument(resource: JsonValue, cleaner: Cleaner): JsonValue {
  const { blob, ...rest } = toObject(resource);
  if (typeof blob !== "string") return cleaner.value(resource);
  const own = cleaner.value(rest) as JsonObject;
  const clean = cleaner.data(blob);
  if (clean !== null) return { ...own, blob: clean };
  const { mimeType } = own;
  return { ...own, mimeType: "text/plain", text: renderWithheld(typeof mimeType === "string" ? mimeType : "") };
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
