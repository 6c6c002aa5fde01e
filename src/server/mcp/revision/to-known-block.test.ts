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

  it("tells what a revision has no name for", () => {
    expect(toKnownBlock(link, "2025-03-26")).toEqual({ type: "text", text: "b (text/plain): a://b\nB" });
    expect(toKnownBlock(audio, "2024-11-05")).toEqual({
      type: "text",
      text: "(audio of the type audio/wav was left out: the client speaks a revision of the protocol that has none)",
      annotations: { audience: ["user"] },
    });
  });
});
