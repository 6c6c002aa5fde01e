import { isObject } from "../../../model/json.ts";
import type { JsonObject, JsonValue } from "../../../model/json.ts";

/** Pictures and sounds included. */
const MAX_BYTES = 1024 * 1024;
const MAX_MESSAGES = 500;
const MAX_TOOLS = 128;
const MAX_WORDS = 64;

/**
 * Parameters of `sampling/createMessage`; `null`: they are none, or more than a client should have to look through. Members that
 * the protocol does not know stay behind, and so does `includeContext`: "this server" would mean all servers behind Toolgate.
 */
export function readSampling(raw: JsonObject): JsonObject | null {
  const known = KNOWN.filter((name) => raw[name] !== undefined).map((name) => [name, raw[name]] as const);
  const params: JsonObject = Object.fromEntries(known);
  const isGood = known.every(([name, value]) => CHECKS[name](value));
  if (!isGood || params["messages"] === undefined || params["maxTokens"] === undefined) return null;
  return JSON.stringify(params).length > MAX_BYTES ? null : params;
}

type Check = (value: JsonValue | undefined) => boolean;

const CHECKS = {
  messages: (value) => isList(value, MAX_MESSAGES, isMessage) && value.length > 0,
  modelPreferences: isObject,
  systemPrompt: isText,
  temperature: (value) => typeof value === "number",
  maxTokens: (value) => Number.isSafeInteger(value) && Number(value) > 0,
  stopSequences: (value) => isList(value, MAX_WORDS, isText),
  metadata: isObject,
  tools: (value) => isList(value, MAX_TOOLS, (one) => isObject(one) && isText(one["name"])),
  toolChoice: isObject,
} as const satisfies Readonly<Record<string, Check>>;

const KNOWN = Object.keys(CHECKS) as readonly (keyof typeof CHECKS)[];

function isMessage(value: JsonValue | undefined): boolean {
  if (!isObject(value) || (value["role"] !== "user" && value["role"] !== "assistant")) return false;
  const { content } = value;
  return isPart(content) || isList(content, MAX_MESSAGES, isPart);
}

function isPart(value: JsonValue | undefined): boolean {
  return isObject(value) && isText(value["type"]);
}

function isText(value: JsonValue | undefined): value is string {
  return typeof value === "string";
}

function isList(value: JsonValue | undefined, most: number, isOne: Check): value is readonly JsonValue[] {
  return Array.isArray(value) && value.length <= most && value.every((one: JsonValue) => isOne(one));
}
