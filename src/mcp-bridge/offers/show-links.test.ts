import { describe, expect, it } from "vitest";
import type { Caller } from "../../model/caller.ts";
import type { ContentBlock } from "../../model/outcome.ts";
import { createLinkMemory } from "./link-memory.ts";
import { showLinks } from "./show-links.ts";
import { toLinkedUri } from "./shown-uri.ts";

const UP = { name: "up", prefix: "mcp_up" };
const PLAIN = { name: "plain", prefix: "" };

describe("the address of a link in a result", () => {
  it.each([
    [UP, "test://a", "toolgate://mcp/up/test://a"],
    [UP, "file:///etc/passwd", "toolgate://mcp/up/file:///etc/passwd"],
    // Neither another server nor Toolgate itself can be meant.
    [UP, "toolgate://mcp/other/test://a", "toolgate://mcp/up/toolgate://mcp/other/test://a"],
    [PLAIN, "toolgate://audit/1", "toolgate://mcp/plain/toolgate://audit/1"],
    [PLAIN, "ToolGate:x", "toolgate://mcp/plain/ToolGate:x"],
    [PLAIN, "test://a", "test://a"],
    // The protocol has these for what a client fetches by itself.
    [UP, "https://example.com/a", "https://example.com/a"],
    [UP, "HTTP://example.com/a", "HTTP://example.com/a"],
    [UP, "", ""],
  ])("of %j: %s is %s", (server, uri, shown) => {
    expect(toLinkedUri(server, uri)).toBe(shown);
  });

  it("is all that changes", () => {
    const content: readonly ContentBlock[] = [
      { type: "text", text: "see test://a" },
      { type: "resource_link", uri: "test://a", name: "test://a", description: "test://a" },
      { type: "resource", resource: { uri: "test://b", text: "test://a" } },
      { type: "image", data: "", mimeType: "image/png" },
    ];
    expect(showLinks(content, (uri) => `x:${uri}`)).toEqual([
      content[0],
      { ...content[1], uri: "x:test://a" },
      { type: "resource", resource: { uri: "x:test://b", text: "test://a" } },
      content[3],
    ]);
  });
});

describe("the memory of links", () => {
  const toCaller = (agent: string): Caller => ({ tenant: "t", principal: "p", agent, credential: "c" }) as Caller;
  const alice = toCaller("alice");

  it("knows one for whoever it was handed to, and nobody else", () => {
    const links = createLinkMemory();
    links.note(alice, "toolgate://mcp/up/test://a", "up");
    expect(links.find(alice, "toolgate://mcp/up/test://a")).toBe("up");
    expect(links.find(alice, "toolgate://mcp/up/test://b")).toBeNull();
    expect(links.find(toCaller("bob"), "toolgate://mcp/up/test://a")).toBeNull();
  });

  it("is bounded: the oldest of one caller, and the one that was away longest, make room", () => {
    const links = createLinkMemory();
    for (let at = 0; at < 600; at += 1) links.note(alice, `x:${at}`, "up");
    links.note(alice, `x:${"y".repeat(2_000)}`, "up");
    expect(["x:99", "x:100", `x:${"y".repeat(2_000)}`].map((uri) => links.find(alice, uri))).toEqual([
      null,
      "up",
      null,
    ]);
    for (let at = 0; at < 500; at += 1) links.note(toCaller(`other-${at}`), "x:1", "up");
    expect(links.find(alice, "x:599")).toBeNull();
  });
});
