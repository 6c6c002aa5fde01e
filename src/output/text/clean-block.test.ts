import { describe, expect, it } from "vitest";
import type { ContentBlock } from "../../model/outcome.ts";
import { cleanBlock } from "./clean-block.ts";

const text = (raw: string): string => raw.replaceAll("hunter2", "[REDACTED]").replaceAll("\u202e", "\\u202e");

describe("a part of a result that only says that it is no text", () => {
  it.each<(data: string) => ContentBlock>([
    (data) => ({ type: "image", data, mimeType: "image/png" }),
    (data) => ({ type: "audio", data, mimeType: "audio/wav" }),
    (data) => ({ type: "resource", resource: { uri: "a:b", blob: data } }),
  ])("is text, and stays where it is none", (toBlock) => {
    expect(cleanBlock(toBlock("the word: hunter2\u202e"), { text })).toEqual(toBlock("the word: [REDACTED]\\u202e"));
    expect(cleanBlock(toBlock("aGVsbG8="), { text })).toEqual(toBlock("aGVsbG8="));
  });
});
