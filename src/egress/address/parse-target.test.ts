import { describe, expect, it } from "vitest";
import { parseTarget } from "./parse-target.ts";

describe("parseTarget", () => {
  it.each([
    ["https://example.com/a?b#c", "example.com", 443, false],
    ["http://EXAMPLE.com:8080/", "example.com", 8080, false],
    ["http://bücher.example/", "xn--bcher-kva.example", 80, false],
    ["http://127.0.0.1/", "127.0.0.1", 80, true],
    ["http://0x7f.1/", "127.0.0.1", 80, true],
    ["http://2130706433/", "127.0.0.1", 80, true],
    ["http://127.1/", "127.0.0.1", 80, true],
    ["http://0177.0.0.1/", "127.0.0.1", 80, true],
    ["http://127.0.0.1./", "127.0.0.1", 80, true],
    ["http://%31%32%37.0.0.1/", "127.0.0.1", 80, true],
    ["http://１２７.０.０.１/", "127.0.0.1", 80, true],
    ["http://[::ffff:127.0.0.1]/", "127.0.0.1", 80, true],
    ["http://[::ffff:7f00:1]/", "127.0.0.1", 80, true],
    ["http://[0:0:0:0:0:0:0:1]/", "::1", 80, true],
    ["http://[::127.0.0.1]/", "::7f00:1", 80, true],
    ["http://[64:ff9b::10.0.0.1]/", "64:ff9b::a00:1", 80, true],
    ["https://example.com:443/", "example.com", 443, false],
  ])("reads %s as %s", (url, host, port, isAddress) => {
    expect(parseTarget(url)).toMatchObject({ ok: true, target: { host, port, isAddress } });
  });

  it.each([
    ["file:///etc/passwd", "only http: and https:"],
    ["javascript:alert(1)", "only http: and https:"],
    ["ftp://example.com/", "only http: and https:"],
    ["data:text/plain,x", "only http: and https:"],
    ["ws://example.com/", "only http: and https:"],
    ["http://user@example.com/", "user name"],
    ["http://:secret@example.com/", "user name"],
    ["http://allowed.com@evil.com/", "user name"],
    ["http://example.com\\@evil.com/", "backslash"],
    ["http://example.com/\r\nx: y", "control character"],
    ["http://exa\tmple.com/", "control character"],
    ["http://example.com/\u0000", "control character"],
    ["http://example.com./", "neither a host name"],
    ["http://localhost./", "neither a host name"],
    ["http://my_service/", "neither a host name"],
    ["http://a..b/", "neither a host name"],
    ["http://[fe80::1%25eth0]/", "cannot be read"],
    ["http://[::1", "cannot be read"],
    ["http://256.256.256.256/", "cannot be read"],
    ["http://exa mple.com/", "cannot be read"],
    ["http://example.com:0/", "port 0"],
    ["http://example.com:99999/", "cannot be read"],
    ["http:///", "cannot be read"],
    ["/relative", "cannot be read"],
    ["", "cannot be read"],
    [`http://example.com/${"a".repeat(8192)}`, "longer than"],
    [`http://example.com/${"ü".repeat(3000)}`, "longer than"],
  ])("refuses %j", (url, reason) => {
    const parsed = parseTarget(url);
    expect(parsed.ok ? "" : parsed.reason).toContain(reason);
  });

  it("says nothing of the URL in its reasons", () => {
    const parsed = parseTarget("ftp://example.com/?token=hunter2");
    expect(JSON.stringify(parsed)).not.toContain("hunter2");
  });

  it("reads a place relative to the one before", () => {
    const base = new URL("https://example.com/a/b?c");
    expect(parseTarget("../d", base)).toMatchObject({ ok: true, target: { host: "example.com" } });
    expect(parseTarget("//127.1/x", base)).toMatchObject({ ok: true, target: { host: "127.0.0.1", port: 443 } });
  });
});
