import { describe, expect, it } from "vitest";
import { toIcons } from "./to-icons.ts";

const PNG = "data:image/png;base64,iVBORw0KGgo=";
const http = { transport: "http", target: "https://mcp.example.com/mcp" } as const;
const stdio = { transport: "stdio", target: "https://mcp.example.com" } as const;

describe("toIcons", () => {
  it("keeps pictures in the definition, and those of the server's own host", () => {
    const own = { src: "https://mcp.example.com/a.png", mimeType: "image/png", sizes: ["48x48", "any"], theme: "dark" };
    expect(toIcons([{ src: PNG, other: 1 }, own], http)).toEqual([{ src: PNG }, own]);
    expect(toIcons([own], stdio)).toEqual([]);
    expect(toIcons([{ src: PNG, mimeType: "text/html", sizes: ["1x1 onload=x", 7], theme: 1 }], stdio)).toEqual([
      { src: PNG },
    ]);
    expect(
      toIcons(
        Array.from({ length: 20 }, () => ({ src: PNG })),
        http,
      ),
    ).toHaveLength(8);
  });

  it.each([
    "https://elsewhere.example/a.png",
    "https://mcp.example.com.evil.example/a.png",
    "https://mcp.example.com:8443/a.png",
    "https://user:pass@mcp.example.com/a.png",
    "http://mcp.example.com/a.png",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "data:image/svg+xml;base64,PHN2Zz4=",
    "data:text/html;base64,PHN2Zz4=",
    "data:image/png,<svg onload=x>",
    `data:image/png;base64,${"A".repeat(70_000)}`,
    "",
  ])("leaves out %s", (src) => {
    expect(toIcons([{ src }], http)).toEqual([]);
  });

  it.each([undefined, null, "x", {}, [null, 7, {}, { src: 7 }]])("leaves out what is none: %j", (raw) => {
    expect(toIcons(raw, http)).toEqual([]);
  });
});
