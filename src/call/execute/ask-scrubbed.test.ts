import { describe, expect, it } from "vitest";
import type { CallEvent } from "../../model/call.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Answer, Question } from "../../model/question.ts";
import { askScrubbed } from "./ask-scrubbed.ts";

const scrub = (text: string): string => text.replaceAll("hunter2", "[REDACTED]");

async function put(question: Question, answer: Answer = { action: "decline" }, holdsValue = () => false) {
  const scrubber = { scrub, scrubMember: (_: string, text: string) => scrub(text), holdsValue } as never;
  const heard: Question[] = [];
  const events: CallEvent[] = [];
  const ask = askScrubbed(
    (one) => {
      heard.push(one);
      return Promise.resolve(answer);
    },
    scrubber,
    (event) => void events.push(event),
  );
  const got = await ask?.(question, new AbortController().signal);
  return { heard: heard[0], events, got };
}

const toPrompt = (content: unknown): Question => {
  const messages = [{ role: "user", content }] as unknown as readonly JsonObject[];
  return { kind: "sampling", server: "up", params: { messages, maxTokens: 1, systemPrompt: "hunter2\u202e" } };
};

describe("what a client is asked", () => {
  it("has no secrets and nothing hidden in it, at any depth, and pictures stay", async () => {
    const picture = { type: "image", data: "aGVsbG8=", mimeType: "image/png" };
    const result = { type: "tool_result", toolUseId: "1", content: [{ type: "text", text: "\u200bhunter2" }, picture] };
    const { heard } = await put(toPrompt([{ type: "text", text: "a hunter2 \u001b[2J" }, picture, result]));
    expect(heard).toMatchObject({
      params: {
        systemPrompt: "[REDACTED]\\u202e",
        messages: [
          {
            content: [{ text: "a [REDACTED] " }, picture, { content: [{ text: "\\u200b[REDACTED]" }, picture] }],
          },
        ],
      },
    });
  });

  it("is text where it only says that it is a picture", async () => {
    const { heard } = await put(toPrompt({ type: "image", data: "hunter2 is the word", mimeType: "image/png" }));
    expect(JSON.stringify(heard)).not.toContain("hunter2");
  });

  it.each(["hunter2", "a\u202eb", "\u001b[2J"])("is not named %j", async (key) => {
    const { heard } = await put({ kind: "roots", server: "up", key });
    expect(heard).toEqual({ kind: "roots", server: "up", key: undefined });
  });

  it("has no secrets in documents that tools answered either", async () => {
    const blob = Buffer.from("a hunter2").toString("base64");
    const document = { type: "resource", resource: { uri: "test://hunter2", blob } };
    const { heard } = await put(toPrompt([{ type: "tool_result", toolUseId: "1", content: [document] }]));
    const clean = { uri: "test://[REDACTED]", blob: Buffer.from("a [REDACTED]").toString("base64") };
    expect(heard).toMatchObject({ params: { messages: [{ content: [{ content: [{ resource: clean }] }] }] } });
  });

  it("has words in place of a document that no secret can be taken out of", async () => {
    const resource = { uri: "test://a", mimeType: "application/pdf", blob: Buffer.from([0xff, 0]).toString("base64") };
    const { heard } = await put(toPrompt([{ type: "resource", resource }]), undefined, () => true);
    const text = "[withheld: the data (application/pdf) holds a secret, which cannot be taken out of it]";
    expect(heard).toMatchObject({
      params: { messages: [{ content: [{ resource: { uri: "test://a", mimeType: "text/plain", text } }] }] },
    });
    expect(JSON.stringify(heard)).not.toContain("blob");
  });

  it("is announced where it is for a model", async () => {
    const { events } = await put(toPrompt({ type: "text", text: "Hi" }));
    expect(events).toEqual([
      { kind: "log", level: "notice", logger: "toolgate", data: "up asks the model of this client" },
    ]);
    expect((await put({ kind: "roots", server: "up" })).events).toEqual([]);
  });
});

describe("what a client answers", () => {
  it.each<[string, Question, JsonObject, string]>([
    [
      "a model without secrets",
      toPrompt({ type: "text", text: "Hi" }),
      { role: "assistant", content: { type: "text", text: "hunter2\u202e" }, model: "m" },
      "[REDACTED]\u202e",
    ],
    [
      "a program without secrets",
      { kind: "roots", server: "up" },
      { roots: [{ uri: "file:///hunter2" }] },
      "[REDACTED]",
    ],
    ["a person as it is", { kind: "form", server: "up", message: "?", schema: {} }, { name: "hunter2" }, "hunter2"],
  ])("goes on from %s", async (_, question, content, said) => {
    const { got } = await put(question, { action: "accept", content });
    expect(JSON.stringify(got)).toContain(said);
  });
});
