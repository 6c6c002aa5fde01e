import { describe, expect, it } from "vitest";
import type { Question } from "../../../model/question.ts";
import { readAnswer } from "./read-answer.ts";

const MODEL: Question = { kind: "sampling", server: null, params: {} };
const FOLDERS: Question = { kind: "roots", server: null };
const text = { type: "text", text: "Hi" };

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

  it.each([MODEL, FOLDERS])("may be that nobody wants to", (question) => {
    expect(readAnswer(question, { action: "decline" })).toEqual({ action: "decline" });
  });
});
