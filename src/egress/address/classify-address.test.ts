import { BlockList, isIPv4 } from "node:net";
import fc from "fast-check";
import ipaddr from "ipaddr.js";
import { describe, expect, it } from "vitest";
import { classifyAddress } from "./classify-address.ts";

describe("classifyAddress", () => {
  it.each([
    ["93.184.216.34", "public"],
    ["1.1.1.1", "public"],
    ["172.15.255.255", "public"],
    ["172.32.0.0", "public"],
    ["100.63.255.255", "public"],
    ["100.128.0.0", "public"],
    ["169.253.255.255", "public"],
    ["198.17.255.255", "public"],
    ["223.255.255.255", "public"],
    ["2606:4700::1111", "public"],
    ["2a00:1450:4001:82b::200e", "public"],
    ["127.0.0.1", "loopback"],
    ["127.255.255.254", "loopback"],
    ["::1", "loopback"],
    ["0.0.0.0", "unspecified"],
    ["0.1.2.3", "unspecified"],
    ["::", "unspecified"],
    ["10.0.0.1", "private"],
    ["172.16.0.1", "private"],
    ["172.31.255.255", "private"],
    ["192.168.1.1", "private"],
    ["fc00::1", "unique-local"],
    ["fd12:3456::1", "unique-local"],
    ["169.254.1.1", "link-local"],
    ["fe80::1", "link-local"],
    ["febf::1", "link-local"],
    ["fec0::1", "site-local"],
    ["100.64.0.1", "shared"],
    ["100.127.255.255", "shared"],
    ["169.254.169.254", "metadata"],
    ["169.254.170.2", "metadata"],
    ["169.254.170.23", "metadata"],
    ["100.100.100.200", "metadata"],
    ["168.63.129.16", "metadata"],
    ["192.0.0.192", "metadata"],
    ["fd00:ec2::254", "metadata"],
    ["FD00:0EC2:0:0:0:0:0:0254", "metadata"],
    ["192.0.2.1", "documentation"],
    ["198.51.100.1", "documentation"],
    ["203.0.113.1", "documentation"],
    ["2001:db8::1", "documentation"],
    ["3fff::1", "documentation"],
    ["198.18.0.1", "benchmarking"],
    ["198.19.255.255", "benchmarking"],
    ["2001:2::1", "benchmarking"],
    ["224.0.0.1", "multicast"],
    ["239.255.255.250", "multicast"],
    ["ff02::1", "multicast"],
    ["255.255.255.255", "broadcast"],
    ["240.0.0.1", "reserved"],
    ["192.0.0.8", "reserved"],
    ["192.88.99.1", "translated"],
    ["100::1", "discard"],
    ["::ffff:127.0.0.1", "loopback"],
    ["::ffff:7f00:1", "loopback"],
    ["::ffff:169.254.169.254", "metadata"],
    ["::ffff:a9fe:a9fe", "metadata"],
    ["::ffff:8.8.8.8", "public"],
    ["::127.0.0.1", "reserved"],
    ["::8.8.8.8", "reserved"],
    ["::ffff:0:127.0.0.1", "translated"],
    ["64:ff9b::127.0.0.1", "loopback"],
    ["64:ff9b::a9fe:a9fe", "metadata"],
    ["64:ff9b::10.1.2.3", "private"],
    ["64:ff9b::8.8.8.8", "public"],
    ["64:ff9b:1::8.8.8.8", "translated"],
    ["64:ff9b:1::a00:1", "translated"],
    ["2002:7f00:1::", "translated"],
    ["2002:808:808::1", "translated"],
    ["2001:0:4136:e378:8000:63bf:3fff:fdd2", "translated"],
    ["2001:10::1", "reserved"],
    ["4000::1", "reserved"],
    ["5f00::1", "reserved"],
    ["fe80::1%eth0", "unreadable"],
    ["127.1", "unreadable"],
    ["0x7f.0.0.1", "unreadable"],
    ["2130706433", "unreadable"],
    ["0177.0.0.1", "unreadable"],
    ["127.0.0.1.", "unreadable"],
    ["127.0.0.1/8", "unreadable"],
    ["localhost", "unreadable"],
    ["", "unreadable"],
    [" 1.1.1.1", "unreadable"],
  ])("%s is %s", (address, kind) => {
    expect(classifyAddress(address)).toBe(kind);
  });

  it("never calls public what a second implementation calls special", () => {
    const octet = fc.nat(255);
    const group = fc.oneof(fc.nat(0xffff), fc.constantFrom(0, 0xffff, 0x64, 0xff9b, 0x2001, 0x2002, 0xfd00, 0x7f00));
    const v4 = fc.tuple(octet, octet, octet, octet).map((parts) => parts.join("."));
    const special = fc.constantFrom("127", "10", "172.16", "192.168", "100.64", "169.254", "192.0.2", "198.18", "240");
    const near = fc
      .tuple(special, octet, octet, octet)
      .map(([start, ...rest]) => `${start}.${rest.join(".")}`.split(".").slice(0, 4).join("."));
    const v6 = fc
      .array(group, { minLength: 8, maxLength: 8 })
      .map((all) => all.map((one) => one.toString(16)).join(":"));
    const wrapped = fc
      .tuple(fc.constantFrom("::ffff:", "64:ff9b::", "::", "::ffff:0:", "64:ff9b:1::"), fc.oneof(v4, near))
      .map((pair) => pair.join(""));
    fc.assert(
      fc.property(fc.oneof(v4, near, v6, wrapped), (address) => {
        expect(classifyAddress(address) === "public", address).toBe(isPublic(address));
      }),
      { numRuns: 5_000 },
    );
  });
});

/** Services of clouds at addresses that are otherwise ordinary. */
const EXTRA = new BlockList();
EXTRA.addAddress("168.63.129.16");
// The other library takes the local translation prefix for the well-known one.
EXTRA.addSubnet("64:ff9b:1::", 48, "ipv6");
EXTRA.addSubnet("3fff::", 20, "ipv6");
EXTRA.addSubnet("2001::", 23, "ipv6");
EXTRA.addSubnet("2620:4f:8000::", 48, "ipv6");

/** The same question answered by another library. */
function isPublic(text: string): boolean {
  // It also reads this dropped form as the v4 address; no system connects to it as such.
  if (/^::\d+\./.test(text)) return false;
  const parsed = ipaddr.process(text);
  const plain = parsed.toString();
  if (EXTRA.check(plain, isIPv4(plain) ? "ipv4" : "ipv6")) return false;
  if (parsed.kind() === "ipv4") return parsed.range() === "unicast";
  const groups = (parsed as ipaddr.IPv6).parts;
  if (parsed.range() === "rfc6052") {
    const [high = 0, low = 0] = groups.slice(6);
    return isPublic([high >> 8, high & 255, low >> 8, low & 255].join("."));
  }
  return parsed.range() === "unicast" && (groups[0] ?? 0) >> 13 === 1;
}
