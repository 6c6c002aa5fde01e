import type { UpstreamRequest } from "../../model/backend.ts";
import { isObject, toObject } from "../../model/json.ts";
import type { JsonObject, JsonValue } from "../../model/json.ts";
import { isDeeper } from "../is-deeper.ts";
import type { UpstreamResult } from "../upstream.ts";

type End = UpstreamResult["end"];

/** As of JSON that programs print. */
const MAX_DEPTH = 200;

/** What a server answered, checked for its form and for nothing else. Whatever was asked, its parts are content. */
export function readResult(result: JsonObject, request: UpstreamRequest | undefined): End {
  switch (request) {
    case undefined:
      return readToolResult(result);
    case "resources/read":
      return readContents(result["contents"]);
    case "prompts/get":
      return readMessages(result);
    case "completion/complete":
      return readCompletion(result["completion"]);
  }
}

function readToolResult(result: JsonObject): End {
  const { content = [], structuredContent: structured, isError = false } = result;
  if (!isBlocks(content) || typeof isError !== "boolean") return refuse("a tool");
  if (structured !== undefined && isDeeper(structured, MAX_DEPTH)) {
    return { kind: "failed", reason: `the structured result of the tool is nested more than ${MAX_DEPTH} deep` };
  }
  return { kind: "answered", isError, content, structured };
}

function readContents(contents: JsonValue | undefined): End {
  if (!isObjects(contents)) return refuse("a resource");
  const content = contents.map((resource) => ({ type: "resource", resource }));
  return { kind: "answered", isError: false, content, structured: undefined };
}

/** The content is that of the messages, in order; who says each is in `roles`. */
function readMessages({ messages, description }: JsonObject): End {
  if (!isObjects(messages)) return refuse("a prompt");
  const content = messages.map((message) => message["content"]);
  const roles = messages.map(({ role }) => role);
  if (!isBlocks(content) || !roles.every((role) => role === "user" || role === "assistant")) return refuse("a prompt");
  const structured = { roles, ...(typeof description === "string" ? { description } : {}) };
  return { kind: "answered", isError: false, content, structured };
}

function readCompletion(completion: JsonValue | undefined): End {
  const { values, total, hasMore } = toObject(completion);
  const isList = isArray(values) && values.length <= 100 && values.every((value) => typeof value === "string");
  if (!isList) return refuse("a completion");
  const structured = {
    values,
    ...(typeof total === "number" ? { total } : {}),
    ...(typeof hasMore === "boolean" ? { hasMore } : {}),
  };
  return { kind: "answered", isError: false, content: [], structured };
}

function refuse(what: string): End {
  return { kind: "failed", reason: `what the server sent as the result of ${what} is none` };
}

function isBlocks(value: JsonValue | readonly (JsonValue | undefined)[]): value is readonly JsonObject[] {
  return isArray(value) && value.every((block) => isObject(block) && typeof block["type"] === "string");
}

function isObjects(value: JsonValue | undefined): value is readonly JsonObject[] {
  return isArray(value) && value.every(isObject);
}

function isArray(value: unknown): value is readonly JsonValue[] {
  return Array.isArray(value);
}
