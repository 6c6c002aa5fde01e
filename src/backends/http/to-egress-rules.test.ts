import { describe, expect, it } from "vitest";
import type { EgressRules } from "../../egress/egress.ts";
import type { Reach } from "./to-egress-rules.ts";
import { toEgressRules } from "./to-egress-rules.ts";

const SCOPE = {
  networks: ["10.1.0.0/16", "192.0.2.0/24", "2001:db8::/32"],
  domains: ["*.in.example", "in.example"],
  excludedNetworks: ["10.1.9.0/24"],
  excludedDomains: ["no.in.example"],
};
const REACH: Reach = { scope: SCOPE, scopeRequired: true, privateAddresses: ["127.0.0.1", "10.1.9.7", "fd00::/8"] };
const own = (reach: Partial<Reach> = {}): EgressRules =>
  toEgressRules({ host: "api.example", port: 443, scopeChecked: false }, { ...REACH, ...reach });
const asked = (reach: Partial<Reach> = {}): EgressRules =>
  toEgressRules({ host: "www.in.example", port: 443, scopeChecked: true }, { ...REACH, ...reach });

describe("addresses that are not public", () => {
  it.each([
    ["127.0.0.1", true],
    ["::ffff:127.0.0.1", true],
    ["127.0.0.2", false],
    ["10.1.2.3", true],
    ["10.2.0.1", false],
    ["10.1.9.7", false],
    ["fd00::1", true],
    ["fe80::1", false],
    ["::1", false],
    ["169.254.169.254", false],
    ["not an address", false],
    ["in.example", false],
  ])("%s: %s", (address, expected) => {
    expect(own().permitsAddress(address, "api.example")).toBe(expected);
    expect(asked().permitsAddress(address, "www.in.example")).toBe(expected);
  });

  it("are not opened by a name of the scope, which may lead anywhere", () => {
    expect(asked({ privateAddresses: [] }).permitsAddress("127.0.0.1", "www.in.example")).toBe(false);
  });

  it.each([
    ["0.0.0.0/0", "127.0.0.1", false],
    ["0.0.0.0/0", "10.1.2.3", false],
    ["0.0.0.0/0", "::ffff:192.168.0.1", false],
    ["::/0", "::1", false],
    ["::/0", "fd00::1", false],
    ["::/0", "64:ff9b::7f00:1", false],
    ["::ffff:0:0/96", "127.0.0.1", false],
    ["0.0.0.0/1", "127.0.0.1", false],
    ["10.0.0.0/7", "10.1.2.3", false],
    ["fc00::/6", "fd00::1", true],
    ["10.0.0.0/8", "10.1.2.3", true],
    ["::ffff:10.0.0.0/104", "10.1.2.3", true],
    ["192.168.0.0/16", "192.168.7.7", true],
    ["fc00::/7", "fd00::1", true],
    ["64:ff9b::/96", "64:ff9b::a00:1", true],
    ["127.0.0.1", "127.0.0.1", true],
    ["169.254.0.0/16", "169.254.169.254", false],
    ["169.254.169.254", "169.254.169.254", true],
  ])("where the scope lists %s: %s is reached: %s", (network, address, expected) => {
    const scope = { networks: [network], domains: [], excludedNetworks: [], excludedDomains: [] };
    expect(own({ scope, privateAddresses: [] }).permitsAddress(address, "api.example")).toBe(expected);
    expect(asked({ scope, privateAddresses: [] }).permitsAddress(address, address)).toBe(expected);
  });

  it("are none without a list", () => {
    expect(own({ scope: null, privateAddresses: [] }).permitsAddress("127.0.0.1", "localhost")).toBe(false);
    expect(asked({ scope: null, scopeRequired: false, privateAddresses: [] }).permitsAddress("::1", "x")).toBe(false);
  });
});

describe("what the scope excludes", () => {
  it("is kept from a host that a caller named, also when it is public", () => {
    const scope = { ...SCOPE, excludedNetworks: ["203.0.113.0/24"] };
    expect(asked({ scope }).excludesAddress?.("203.0.113.9")).toBe(true);
    expect(asked({ scope }).excludesAddress?.("::ffff:203.0.113.9")).toBe(true);
    expect(asked({ scope }).excludesAddress?.("203.0.114.9")).toBe(false);
    expect(asked({ scope: null }).excludesAddress?.("203.0.113.9")).toBe(false);
    expect(own({ scope }).excludesAddress?.("203.0.113.9")).toBe(false);
  });
});

describe("where a redirect may lead", () => {
  it.each([
    ["https://api.example/other", "https://api.example/", true],
    ["https://api.example/", "http://api.example/", true],
    ["http://api.example/", "https://api.example/", false],
    ["https://api.example:8443/", "https://api.example/", false],
    ["https://api.example/", "http://api.example:8080/", false],
    ["https://evil.example/", "https://api.example/", false],
    ["https://www.in.example/", "https://api.example/", false],
  ])("a host of the author: %s from %s: %s", (url, first, expected) => {
    expect(own().permitsUrl?.(new URL(url), new URL(first))).toBe(expected);
  });

  it.each([
    ["api.example", 443, ["api.example:443"]],
    ["api.example", 80, ["api.example:80", "api.example:443"]],
    ["2001:db8::1", 8080, ["[2001:db8::1]:8080"]],
  ])("%s at %d reaches %j", (host, port, hosts) => {
    expect(toEgressRules({ host, port, scopeChecked: false }, REACH).hosts).toEqual(hosts);
  });

  it.each([
    ["https://www.in.example/", "https://www.in.example/", true],
    ["https://other.in.example/", "https://www.in.example/", true],
    ["https://192.0.2.7/", "https://www.in.example/", true],
    ["https://[2001:db8::7]/", "https://www.in.example/", true],
    ["https://no.in.example/", "https://www.in.example/", false],
    ["https://10.1.9.1/", "https://www.in.example/", false],
    ["https://elsewhere.example/", "https://www.in.example/", false],
    ["http://www.in.example/", "https://www.in.example/", false],
    ["https://www.in.example/", "http://www.in.example/", true],
    ["http://www.in.example:6379/", "http://www.in.example/", false],
    ["http://other.in.example:8080/", "http://www.in.example:8080/", true],
  ])("a host of the caller: %s from %s: %s", (url, first, expected) => {
    expect(asked().permitsUrl?.(new URL(url), new URL(first))).toBe(expected);
  });
});
