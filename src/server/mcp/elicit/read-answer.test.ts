import { describe, expect, it } from "vitest";
import type { Question } from "../../../model/question.ts";
import { readAnswer } from "./read-answer.ts";

const MODEL: Question = { kind: "sampling", server: null, params: {} };
const FOLDERS: Question = { kind: "roots", server: null };
const text = { type: "text", text: "Hi" };
const schema = {
  type: "object",
  properties: { name: { type: "string" }, age: { type: "integer" } },
  required: ["name"],
};
const FORM: Question = { kind: "form", server: null, message: "Who?", schema };
const accept = (content: object): object => ({ action: "accept", content });

describe("what a client answered", () => {
  it.each<[string, Question, object]>([
    ["a part", MODEL, { role: "assistant", content: text, model: "m" }],
    ["parts", MODEL, { role: "assistant", content: [text, text], model: "m", stopReason: "toolUse" }],
    ["no folders", FOLDERS, { roots: [] }],
    ["folders", FOLDERS, { roots: [{ uri: "file:///w", name: "w" }] }],
  ])("is taken as it came: %s", (_, question, raw) => {
    expect(readAnswer(question, raw)).toEqual({ action: "accept", content: raw });
  });

  it.each<[string, Question, unknown]>([
    ["no object", MODEL, "Hi"],
    ["a message of nobody", MODEL, { role: "system", content: text, model: "m" }],
    ["no content", MODEL, { role: "assistant", model: "m" }],
    ["content that is none", MODEL, { role: "assistant", content: ["Hi"], model: "m" }],
    ["no model", MODEL, { role: "assistant", content: text }],
    ["a text without end", MODEL, { role: "assistant", content: { ...text, text: "x".repeat(9_000_000) }, model: "m" }],
    ["no list", FOLDERS, { roots: {} }],
    ["an address of another kind", FOLDERS, { roots: [{ uri: "https://example.com" }] }],
    ["folders without end", FOLDERS, { roots: [{ uri: `file:///${"x".repeat(70_000)}` }] }],
  ])("is no answer: %s", (_, question, raw) => {
    expect(readAnswer(question, raw)).toBeNull();
  });

  it("is what a form asked for, and nothing else of the person", () => {
    const answer = readAnswer(FORM, { ...accept({ name: "Ada", age: 36, town: "London" }), _meta: { a: 1 } });
    expect(answer).toEqual(accept({ name: "Ada", age: 36 }));
  });

  it.each([
    ["no content", { action: "accept" }],
    ["what is required is missing", accept({ age: 36 })],
    ["a value of another type", accept({ name: "Ada", age: "36" })],
    ["a text without end", accept({ name: "x".repeat(70_000) })],
  ])("is no answer to a form: %s", (_, raw) => {
    expect(readAnswer(FORM, raw)).toBeNull();
  });

  it.each([MODEL, FOLDERS, FORM])("may be that nobody wants to", (question) => {
    expect(readAnswer(question, { action: "decline" })).toEqual({ action: "decline" });
  });
});
