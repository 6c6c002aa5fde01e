import { describe, expect, it } from "vitest";
import type { McpServer } from "../../config/mcp/mcp-server.ts";
import type { JsonObject } from "../../model/json.ts";
import { toOffers } from "./to-offers.ts";

const SERVER = { name: "up", prefix: "up", transport: "http", target: "https://up.example/mcp" } as McpServer;
const PIXEL = "data:image/png;base64,iVBORw0KGgo=";
const OWN = "https://up.example/icon.png";

/** What is listed of one resource, template and prompt with these icons. */
function entries(icons: JsonObject[]): readonly JsonObject[] {
  const { resources, templates, prompts } = toOffers(SERVER, {
    resources: [{ uri: "test://a", icons }],
    templates: [{ uriTemplate: "test://{a}", icons }],
    prompts: [{ name: "p", icons }],
  });
  return [...resources, ...templates, ...prompts].map(({ entry }) => entry);
}

describe("icons of resources, templates and prompts", () => {
  it("are listed where clients may show them, with what the protocol knows of them", () => {
    const icons = [{ src: PIXEL, mimeType: "image/png", sizes: ["48x48"], theme: "dark", other: 1 }, { src: OWN }];
    const shown = [{ src: PIXEL, mimeType: "image/png", sizes: ["48x48"], theme: "dark" }, { src: OWN }];
    expect(entries(icons).map((entry) => entry["icons"])).toEqual([shown, shown, shown]);
  });

  it.each([
    "https://elsewhere.example/i.png",
    "http://up.example/i.png",
    "javascript:alert(1)",
    "data:image/svg+xml,<svg>",
  ])("are left out where showing them would tell somebody, or run something: %s", (src) => {
    expect(entries([{ src }]).filter((entry) => "icons" in entry)).toEqual([]);
  });
});
