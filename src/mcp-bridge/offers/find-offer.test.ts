import { describe, expect, it } from "vitest";
import type { McpServer } from "../../config/mcp/mcp-server.ts";
import { findOffer } from "./find-offer.ts";
import type { Offer, Offers } from "./offers.ts";
import { toOffers } from "./to-offers.ts";

const PLAIN = { name: "plain", prefix: "" } as McpServer;
const PREFIXED = { name: "named", prefix: "mcp_named" } as McpServer;

function offer(server: string, shown: string): Offer {
  return { server, tool: `mcp_${server}.resources_read`, shown, original: shown, entry: {} };
}

describe("findOffer", () => {
  const resources = [offer("project", "file:///a"), offer("own", "file:///x/listed")];
  const templates = ["file:///{path}", "file:///x/{path}", "file:///x/{path}.md", "http{+rest}"].map((shown) =>
    offer("own", shown),
  );
  const project = offer("project", "file:///x/y/{path}");

  it.each<[string, string | null]>([
    ["file:///x/listed", "file:///x/listed"],
    ["file:///a", "file:///{path}"],
    ["file:///b", "file:///{path}"],
    ["file:///x/b", "file:///x/{path}"],
    ["file:///x/b.md", "file:///x/{path}.md"],
    ["file:///x/y/b", "file:///x/{path}"],
    ["https://example.com", "http{+rest}"],
    ["ftp://example.com", null],
  ])("takes %s for %s", (uri, shown) => {
    const found = findOffer(uri, { resources, templates: [...templates, project] }, (server) => server === "own");
    expect(found?.shown ?? null).toBe(shown);
  });

  it("takes what only a project's server offers for that", () => {
    expect(findOffer("file:///x/y/b", { resources, templates: [project] }, () => false)?.server).toBe("project");
  });
});

describe("addresses that a server without a prefix may offer", () => {
  const offers = (server: McpServer): Offers =>
    toOffers(server, {
      resources: ["toolgate://audit/1", "TOOLGATE://mcp/named/x:y", "test://own", "no-scheme"].map((uri) => ({ uri })),
      templates: ["{x}", "{+all}/b", "tool{x}", "toolgate://{x}", "Toolgate:{x}", "test://{x}", "te{s}t://x"].map(
        (uriTemplate) => ({ uriTemplate }),
      ),
      prompts: [{ name: "toolgate:p" }],
    });

  it("are its own: none of Toolgate's, and no template that any address fits", () => {
    const { resources, templates, prompts } = offers(PLAIN);
    expect(resources.map(({ shown }) => shown)).toEqual(["test://own", "no-scheme"]);
    expect(templates.map(({ shown }) => shown)).toEqual(["test://{x}"]);
    expect(prompts).toHaveLength(1);
  });

  it("may be any behind a prefix, for they are all below its name", () => {
    const { resources, templates } = offers(PREFIXED);
    expect([resources.length, templates.length]).toEqual([4, 7]);
    const all = [...resources, ...templates].map(({ shown }) => shown);
    expect(all.every((shown) => shown.startsWith("toolgate://mcp/named/"))).toBe(true);
    expect(findOffer("toolgate://audit/1", { resources, templates }, () => true)).toBeNull();
  });
});
