import { describe, expect, it } from "vitest";
import { toAbilities } from "../../../model/client-capabilities.ts";
import type { JsonObject } from "../../../model/json.ts";
import { toServer } from "../upstream.fixture.ts";
import { readQuestion } from "./read-question.ts";

const CLIENT = toAbilities({ elicitation: { form: {}, url: {} }, sampling: {}, roots: {} });
const SERVER = toServer({ sampling: true, roots: true });
const part = { type: "text", text: "Hi" };
const PROMPT = { messages: [{ role: "user", content: part }], maxTokens: 5 };
const FORM = { message: "?", requestedSchema: { type: "object" } };
const tools = [{ name: "t" }];
const CHOICES = {
  message: "?",
  requestedSchema: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      size: { type: "string", enum: ["S", "L"], enumNames: ["small", "large"], default: "S" },
      colour: { type: "string", title: "Colour", oneOf: [{ const: "#f00", title: "Red" }] },
      days: { type: "array", items: { anyOf: [{ const: "mon", title: "Monday" }] }, minItems: 1 },
      mail: { type: "string", format: "email", pattern: "^[^@]+@", minLength: 3 },
    },
    required: ["size"],
  },
};
const toForm = (field: JsonObject): JsonObject => ({ type: "object", properties: { field } });

const read = (method: string, params: JsonObject, client = CLIENT, server = SERVER): ReturnType<typeof readQuestion> =>
  readQuestion(server, client, { method, params }, "key");

describe("a question of a server", () => {
  it.each<[string, string, JsonObject, JsonObject]>([
    ["a form", "elicitation/create", FORM, { kind: "form", message: "?", schema: { type: "object" } }],
    [
      "a form with choices",
      "elicitation/create",
      CHOICES,
      { kind: "form", message: "?", schema: CHOICES.requestedSchema },
    ],
    ["a prompt", "sampling/createMessage", PROMPT, { kind: "sampling", params: PROMPT }],
    [
      "what the protocol does not know, and what would bring in the words of others",
      "sampling/createMessage",
      { ...PROMPT, includeContext: "allServers", _meta: { a: 1 }, task: {}, else: 1 },
      { kind: "sampling", params: PROMPT },
    ],
    ["folders", "roots/list", { cursor: "x" }, { kind: "roots" }],
  ])("is put without anything but itself: %s", (_, method, params, question) => {
    expect(read(method, params)).toEqual({ kind: "put", question: { key: "key", server: "up", ...question } });
  });

  it.each(["elicitation/create", "sampling/createMessage"])(
    "is read by nobody where it nests without end: %s",
    (method) => {
      let deep: JsonObject = {};
      for (let depth = 0; depth < 50_000; depth += 1) deep = { deep };
      const asked = { ...PROMPT, ...FORM, requestedSchema: { type: "object", properties: deep }, tools: [deep] };
      const reason = "what the server asked is nested more than 200 deep";
      expect(read(method, asked)).toMatchObject({ kind: "refuse", reason });
    },
  );

  it("has a name without end nowhere", () => {
    const asked = { method: "roots/list", params: {} };
    expect(readQuestion(SERVER, CLIENT, asked, "k".repeat(200))).toMatchObject({ question: { key: "k".repeat(200) } });
    const question = { key: undefined, kind: "roots", server: "up" };
    expect(readQuestion(SERVER, CLIENT, asked, "k".repeat(201))).toEqual({ kind: "put", question });
  });

  it.each<[string, JsonObject]>([
    ["no message", { requestedSchema: {} }],
    ["a message without end", { ...FORM, message: "x".repeat(4001) }],
    ["a schema without end", { ...FORM, requestedSchema: { a: "x".repeat(65_536) } }],
    ["a schema of something else", { ...FORM, requestedSchema: { type: "string" } }],
    ["a field that is none", { ...FORM, requestedSchema: { type: "object", properties: { a: 1 } } }],
    ["a field with fields", { ...FORM, requestedSchema: toForm({ type: "object", properties: {} }) }],
    ["a list of objects", { ...FORM, requestedSchema: toForm({ type: "array", items: { type: "object" } }) }],
    ["a reference that leads nowhere", { ...FORM, requestedSchema: toForm({ $ref: "#/$defs/none" }) }],
    ["a reference to somewhere else", { ...FORM, requestedSchema: toForm({ $ref: "https://example.com/s" }) }],
    ["a pattern that takes for ever", { ...FORM, requestedSchema: toForm({ type: "string", pattern: "(a+)+(?=b)" }) }],
    ["a kind that nobody knows", { ...FORM, mode: "voice" }],
    ["an address that runs something", { message: "?", mode: "url", url: "javascript:alert(1)" }],
    ["an address without protection", { message: "?", mode: "url", url: "http://example.com/" }],
    ["an address with a password", { message: "?", mode: "url", url: "https://a:b@example.com/" }],
  ])("is declined for the person with %s", (_, params) => {
    expect(read("elicitation/create", params)).toEqual({ kind: "decline" });
  });

  it.each<[string, JsonObject]>([
    ["no messages", { maxTokens: 5, messages: [] }],
    ["messages that are none", { maxTokens: 5, messages: [5] }],
    ["too many messages", { maxTokens: 5, messages: Array.from({ length: 501 }, () => PROMPT.messages[0] ?? {}) }],
    ["a message of nobody", { maxTokens: 5, messages: [{ role: "system", content: part }] }],
    ["a part without a type", { maxTokens: 5, messages: [{ role: "user", content: [{ text: "Hi" }] }] }],
    ["no limit", { messages: PROMPT.messages }],
    ["a limit that is none", { ...PROMPT, maxTokens: -1 }],
    ["a text without end", { ...PROMPT, systemPrompt: "x".repeat(1024 * 1024) }],
    ["too many tools", { ...PROMPT, tools: Array.from({ length: 129 }, () => tools[0] ?? {}) }],
    ["a preference that is none", { ...PROMPT, modelPreferences: [] }],
  ])("reaches no model with %s", (_, params) => {
    const client = { ...CLIENT, samplingTools: true };
    expect(read("sampling/createMessage", params, client)).toMatchObject({ kind: "refuse", code: -32602 });
  });

  it.each([
    ["sampling/createMessage", PROMPT, { sampling: false }, -32601, { sampling: true }],
    ["sampling/createMessage", { ...PROMPT, tools }, {}, -32602, { sampling: true, samplingTools: true }],
    ["sampling/createMessage", { ...PROMPT, toolChoice: {} }, {}, -32602, { sampling: true, samplingTools: true }],
    ["roots/list", {}, { roots: false }, -32601, { roots: true }],
  ])("%s with %j needs a client that can, more than %j", (method, params, lacks, code, needs) => {
    expect(read(method, params, { ...CLIENT, ...lacks })).toMatchObject({ kind: "refuse", code, needs });
  });

  it.each(["sampling/createMessage", "roots/list", "tools/call", "\u202ex"])(
    "is refused whatever the client can where the server was not given it: %s",
    (method) => {
      const refused = read(method, PROMPT, CLIENT, toServer({}));
      expect(refused).toMatchObject({ kind: "refuse", code: -32601 });
      expect(refused).not.toHaveProperty("needs");
    },
  );
});
