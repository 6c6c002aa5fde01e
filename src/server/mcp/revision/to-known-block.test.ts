import { describe, expect, it } from "vitest";
import type { ContentBlock } from "../../../model/outcome.ts";
import { toKnownBlock } from "./to-known-block.ts";

const audio: ContentBlock = { type: "audio", data: "AA==", mimeType: "audio/wav", annotations: { audience: ["user"] } };
const link: ContentBlock = { type: "resource_link", uri: "a://b", name: "b", mimeType: "text/plain", description: "B" };

describe("toKnownBlock", () => {
  it.each<[ContentBlock, string]>([
    [{ type: "text", text: "x" }, "2024-11-05"],
    [{ type: "image", data: "AA==", mimeType: "image/png" }, "2024-11-05"],
    [{ type: "resource", resource: { uri: "a://b", text: "" } }, "2024-11-05"],
    [audio, "2025-03-26"],
    [link, "2025-06-18"],
    [link, "2026-07-28"],
  ])("leaves what the revision knows: %j in %s", (block, revision) => {
    expect(toKnownBlock(block, revision)).toBe(block);
  });

  it.each<[ContentBlock, string]>([
    [{ type: "image", data: "!", mimeType: "image/png" }, "image of the type image/png"],
    [{ type: "audio", data: "A", mimeType: "" }, "audio"],
    [{ type: "resource", resource: { uri: "a://b", blob: "[REDACTED]", mimeType: "a/b" } }, "resource of the type a/b"],
    [{ type: "resource", resource: { uri: "a://b" } }, "resource"],
  ])("tells that data is none: %j", (block, what) => {
    const text = `(${what} was left out: what should be base64 is none)`;
    expect(toKnownBlock(block, "2026-07-28")).toEqual({ type: "text", text });
  });

  it.each([" AA\n==", "AA", ""])("leaves data that clients can decode: %j", (data) => {
    const block: ContentBlock = { type: "image", data, mimeType: "image/png" };
    expect(toKnownBlock(block, "2026-07-28")).toBe(block);
  });

  it("tells what a revision has no name for", () => {
    expect(toKnownBlock(link, "2025-03-26")).toEqual({ type: "text", text: "b (text/plain): a://b\nB" });
    expect(toKnownBlock(audio, "2024-11-05")).toEqual({
      type: "text",
      text: "(audio of the type audio/wav was left out: the client speaks a revision of the protocol that has none)",
      annotations: { audience: ["user"] },
    });
  });
});
