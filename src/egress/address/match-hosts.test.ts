import { describe, expect, it } from "vitest";
import { matchHosts } from "./match-hosts.ts";

describe("matchHosts", () => {
  it.each([
    ["api.example.com", 443, ["api.example.com"], true],
    ["api.example.com", 8443, ["api.example.com"], false],
    ["api.example.com", 8443, ["api.example.com:8443"], true],
    ["api.example.com", 443, ["api.example.com:8443"], false],
    ["api.example.com", 443, ["API.Example.COM"], true],
    ["a.example.com", 443, ["*.example.com"], true],
    ["a.b.example.com", 80, ["*.example.com"], true],
    ["example.com", 443, ["*.example.com"], false],
    ["evilexample.com", 443, ["*.example.com"], false],
    ["example.com.evil.org", 443, ["example.com", "*.example.com"], false],
    ["a.example.com", 8443, ["*.example.com:8443"], true],
    ["xn--exmple-cua.example.com", 443, ["*.example.com"], false],
    ["anything.org", 443, ["*"], false],
    ["anything.org", 443, ["*."], false],
    ["anything.org", 443, [""], false],
    ["anything.org", 443, [], false],
    ["127.0.0.1", 80, ["127.0.0.1"], true],
    ["127.0.0.1", 8080, ["127.0.0.1:8080"], true],
    ["127.0.0.2", 80, ["127.0.0.1"], false],
    ["10.1.2.3", 80, ["10.0.0.0/8"], true],
    ["10.1.2.3", 81, ["10.0.0.0/8:81"], true],
    ["11.1.2.3", 80, ["10.0.0.0/8"], false],
    ["::1", 443, ["::1"], true],
    ["::1", 8443, ["[::1]:8443"], true],
    ["::1", 443, ["[::1]"], true],
    ["::1", 443, ["::2"], false],
    ["127.0.0.1", 80, ["*.0.0.1"], false],
    ["example.com", 443, ["https://example.com"], false],
    ["example.com", 443, ["example.com:99999"], false],
  ])("%s at %i among %j: %s", (host, port, hosts, expected) => {
    expect(matchHosts(host, port, hosts, [80, 443])).toBe(expected);
  });

  it("lets an entry without a port cover every port where none are given", () => {
    expect(matchHosts("example.com", 8443, ["example.com"], null)).toBe(true);
    expect(matchHosts("example.com", 8443, ["example.com:443"], null)).toBe(false);
  });
});
