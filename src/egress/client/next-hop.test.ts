import { describe, expect, it } from "vitest";
import { parseTarget } from "../address/parse-target.ts";
import { findNextHop, isRedirect } from "./next-hop.ts";
import type { HopRequest } from "./next-hop.ts";

const BODY = new TextEncoder().encode("body");

function sent(method: string, changes: Partial<HopRequest> = {}): HopRequest {
  const parsed = parseTarget("https://a.example/start?q=1");
  if (!parsed.ok) throw new Error(parsed.reason);
  const headers = [
    ["authorization", "Bearer t"],
    ["cookie", "c=1"],
    ["proxy-authorization", "p"],
    ["x-api-key", "k"],
    ["content-type", "text/plain"],
    ["accept", "*/*"],
  ] as const;
  return {
    target: parsed.target,
    method,
    headers,
    body: method === "GET" || method === "HEAD" ? null : BODY,
    ...changes,
  };
}

describe("findNextHop", () => {
  it.each([
    ["GET", 301, "GET", false],
    ["HEAD", 301, "HEAD", false],
    ["POST", 301, "GET", false],
    ["POST", 302, "GET", false],
    ["PUT", 302, "PUT", true],
    ["PATCH", 301, "PATCH", true],
    ["POST", 303, "GET", false],
    ["PUT", 303, "GET", false],
    ["DELETE", 303, "GET", false],
    ["HEAD", 303, "HEAD", false],
    ["POST", 307, "POST", true],
    ["POST", 308, "POST", true],
    ["GET", 308, "GET", false],
  ])("%s with %i becomes %s", (method, status, becomes, keepsBody) => {
    const next = findNextHop(sent(method), status, { location: "/next" }, []);
    if (next.kind !== "go") throw new Error(next.reason);
    expect(next.request.method).toBe(becomes);
    expect(next.request.body !== null).toBe(keepsBody);
    expect(next.request.headers.some(([name]) => name === "content-type")).toBe(keepsBody);
    expect(next.request.headers).toContainEqual(["authorization", "Bearer t"]);
  });

  it.each([
    ["another host", "https://b.example/"],
    ["another port", "https://a.example:8443/"],
    ["a host below", "https://x.a.example/"],
    ["no scheme", "//b.example/"],
  ])("leaves secrets behind at %s", (_, location) => {
    const next = findNextHop(sent("GET"), 302, { location }, ["X-Api-Key"]);
    if (next.kind !== "go") throw new Error(next.reason);
    expect(next.request.headers).toEqual([["accept", "*/*"]]);
  });

  it.each([
    ["a body to another origin", "POST", 307, "https://b.example/", "body to another origin"],
    ["a PUT to another origin", "PUT", 302, "https://b.example/", "body to another origin"],
    ["https: to http:", "GET", 302, "http://a.example/", "from https: to http:"],
    ["a file", "GET", 302, "file:///etc/passwd", "only http:"],
    ["a script", "GET", 302, "javascript:alert(1)", "only http:"],
    ["a line break", "GET", 302, "/a\r\nx-injected: 1", "control character"],
    ["a user name", "GET", 302, "https://u:p@a.example/", "user name"],
    ["a zone", "GET", 302, "https://[fe80::1%25lo]/", "cannot be read"],
  ])("refuses %s", (_, method, status, location, reason) => {
    const next = findNextHop(sent(method), status, { location }, []);
    expect(next.kind === "refused" ? next.reason : "").toContain(reason);
  });

  it("refuses two places in one answer", () => {
    expect(findNextHop(sent("GET"), 302, { location: ["/a", "/b"] }, []).kind).toBe("refused");
  });

  it.each([
    [300, "/x", false],
    [304, "/x", false],
    [305, "/x", false],
    [302, undefined, false],
    [200, "/x", false],
    [302, "/x", true],
    [308, "", true],
  ])("takes %i with %j for a redirect: %s", (status, location, expected) => {
    expect(isRedirect(status, { location })).toBe(expected);
  });
});
