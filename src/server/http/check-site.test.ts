import { describe, expect, it } from "vitest";
import { checkSite, createOwnSite } from "./check-site.ts";

describe("createOwnSite", () => {
  it.each([
    { host: "127.0.0.1", port: 4000, sent: "127.0.0.1:4000", own: true },
    { host: "127.0.0.1", port: 4000, sent: "[::1]:4000", own: true },
    { host: "127.0.0.1", port: 4000, sent: "127.0.0.1", own: false },
    { host: "127.0.0.1", port: 4000, sent: "127.0.0.2:4000", own: false },
    { host: "127.0.0.1", port: 4000, sent: "localhost.:4000", own: false },
    { host: "127.0.0.1", port: 4000, sent: "user@localhost:4000", own: false },
    { host: "127.0.0.1", port: 4000, sent: "localhost:4000:4000", own: false },
    { host: "127.0.0.1", port: 4000, sent: "", own: false },
    { host: "127.0.0.1", port: 80, sent: "localhost", own: true },
    { host: "gate.lan", port: 4000, sent: "GATE.lan:4000", own: true },
    { host: "fd00::1", port: 4000, sent: "[fd00::1]:4000", own: true },
    { host: "10.0.0.5", port: 4000, sent: "10.0.0.6:4000", own: false },
    { host: "0.0.0.0", port: 4000, sent: "10.0.0.6:4000", own: true },
    { host: "::", port: 4000, sent: "[fd00::2]:4000", own: true },
    { host: "0.0.0.0", port: 4000, sent: "10.0.0.6:4001", own: false },
    { host: "0.0.0.0", port: 4000, sent: "rebound.example:4000", own: false },
    { host: "0.0.0.0", port: 4000, sent: "[rebound.example]:4000", own: false },
  ])("a server on $host:$port answers to $sent: $own", ({ host, port, sent, own }) => {
    expect(createOwnSite(host, port).host(sent)).toBe(own);
  });
});

describe("checkSite", () => {
  const own = createOwnSite("127.0.0.1", 4000, "https://gate.example.com/mcp");
  const host = "127.0.0.1:4000";

  it.each<[string, Record<string, string>]>([
    ["a program", { host }],
    ["our own page", { host, origin: "http://127.0.0.1:4000" }],
    ["our own page by address", { host: "[::1]:4000", origin: "http://[::1]:4000" }],
    ["the public name", { host: "gate.example.com" }],
    ["a page of the public name", { host: "Gate.Example.com", origin: "https://gate.example.com" }],
  ])("lets %s in", (_, headers) => {
    expect(checkSite({ headers }, own)).toBeNull();
  });

  it.each<[string, Record<string, string>, string]>([
    ["no host", {}, "FOREIGN_HOST"],
    ["an empty host", { host: "" }, "FOREIGN_HOST"],
    ["a name below ours", { host: "x.localhost:4000" }, "FOREIGN_HOST"],
    ["a name below the public one", { host: "x.gate.example.com" }, "FOREIGN_HOST"],
    ["the public name at our port", { host: "gate.example.com:4000" }, "FOREIGN_HOST"],
    ["another address of this machine", { host: "[::ffff:127.0.0.1]:4000" }, "FOREIGN_HOST"],
    ["an address without its brackets", { host: "::1:4000" }, "FOREIGN_HOST"],
    ["an address with a zone", { host: "[::1%lo]:4000" }, "FOREIGN_HOST"],
    ["two hosts", { host: `${host}, evil.example` }, "FOREIGN_HOST"],
    ["our host only where a proxy would write it", { host: "evil.example", "x-forwarded-host": host }, "FOREIGN_HOST"],
    ["our host only in `Forwarded`", { host: "evil.example", forwarded: `host=${host}` }, "FOREIGN_HOST"],
    ["a page without an origin", { host, origin: "null" }, "FOREIGN_ORIGIN"],
    ["an empty origin", { host, origin: "" }, "FOREIGN_ORIGIN"],
    ["a page of another port", { host, origin: "http://127.0.0.1:4001" }, "FOREIGN_ORIGIN"],
    ["a page of no port", { host, origin: "http://127.0.0.1" }, "FOREIGN_ORIGIN"],
    ["a page of our name over https", { host, origin: "https://127.0.0.1:4000" }, "FOREIGN_ORIGIN"],
    ["a page of the public name over http", { host, origin: "http://gate.example.com" }, "FOREIGN_ORIGIN"],
    ["a page of a name below", { host, origin: "http://x.127.0.0.1:4000" }, "FOREIGN_ORIGIN"],
    ["a page of a look-alike", { host, origin: "http://127.0.0.1:4000.evil.example" }, "FOREIGN_ORIGIN"],
    ["a page with a user name of ours", { host, origin: "http://127.0.0.1:4000@evil.example" }, "FOREIGN_ORIGIN"],
    ["a page of an extension", { host, origin: "chrome-extension://abc" }, "FOREIGN_ORIGIN"],
    ["a file", { host, origin: "file://" }, "FOREIGN_ORIGIN"],
  ])("refuses %s", async (_, headers, code) => {
    const refused = checkSite({ headers }, own);
    expect(refused?.status).toBe(403);
    expect(await refused?.json()).toMatchObject({ error: { data: { code } } });
  });
});
