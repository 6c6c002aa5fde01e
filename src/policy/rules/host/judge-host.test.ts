import { describe, expect, it } from "vitest";
import type { Rule } from "../../policy.ts";
import { judgeText } from "./judge-host.ts";

function judge(effect: Rule["effect"], specifier: string, url: string): string {
  const rule: Rule = { id: "r", effect, tool: "web_fetch", specifier, layer: "user", source: "test", reason: null };
  return judgeText(rule, url, [{ kind: "host", name: "url", text: url }])?.verdict ?? "none";
}

describe("a rule about hosts", () => {
  it.each([
    ["domain:example.com", "https://example.com/x", true],
    ["domain:example.com", "https://EXAMPLE.com./x", true],
    ["domain:Example.com.", "example.com:8443/x", true],
    ["domain:example.com", "https://a.example.com/", false],
    ["domain:example.com", "https://example.com.evil.org/", false],
    ["domain:example.com", "https://evil.org/example.com", false],
    ["domain:example.com", "https://evil.org#example.com", false],
    ["domain:*.example.com", "https://a.b.example.com", true],
    ["domain:*.example.com", "https://example.com", false],
    ["domain:*.example.com", "https://badexample.com", false],
    ["domain:example.*", "https://example.org", true],
    ["domain:example.*", "https://example.evil.com", false],
    ["domain:api-*.example.com", "https://api-7.example.com", true],
    ["domain:api-*.example.com", "https://api-7.x.example.com", false],
    ["domain:*", "https://anything.at.all", true],
    ["domain:exämple.com", "https://xn--exmple-cua.com/", true],
    ["domain:*.exämple.com", "https://a.xn--exmple-cua.com/", true],
    ["domain:::1", "http://[0:0::1]/", true],
    ["domain:[0:0::1]", "http://[::1]:80/", true],
    ["domain:127.0.0.1", "http://[::ffff:127.0.0.1]/", true],
    ["domain:127.0.0.1", "http://2130706433/", true],
    ["example.com", "https://EXAMPLE.com./x", true],
    ["*.example.com", "https://a.b.example.com", true],
    ["*.example.com", "https://example.com", false],
    ["https://example.com/*", "https://example.com/x", true],
    ["https://example.com/*", "https://example.org/x", false],
  ])("%s on %s: %s", (specifier, url, matches) => {
    expect(judge("allow", specifier, url)).toBe(matches ? "allow" : "none");
    expect(judge("deny", specifier, url)).toBe(matches ? "deny" : "none");
  });

  it.each(["https://example.com@evil.org/", "https://example.com\\@evil.org/", "https://exam ple.com", "http://"])(
    "does not allow %s, and asks where a deny may be meant",
    (url) => {
      expect(judge("allow", "domain:*", url)).toBe("none");
      expect(judge("deny", "domain:example.com", url)).toBe("ask");
    },
  );

  it("takes a port for more than an allow can say, and for nothing where it denies", () => {
    expect(judge("deny", "domain:example.com:8080", "http://example.com:8080/")).toBe("deny");
    expect(judge("allow", "domain:example.com:8080", "http://example.com:9/")).toBe("none");
  });

  it("denies every spelling of a URL", () => {
    expect(judge("deny", "https://example.com/secret*", "https://EXAMPLE.com/x/../secret")).toBe("deny");
    expect(judge("allow", "https://example.com/secret*", "https://EXAMPLE.com/secret")).toBe("none");
  });
});
