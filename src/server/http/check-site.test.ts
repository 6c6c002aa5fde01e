import { describe, expect, it } from "vitest";
import { createOwnHosts } from "./check-site.ts";

describe("createOwnHosts", () => {
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
    expect(createOwnHosts(host, port)(sent)).toBe(own);
  });
});
