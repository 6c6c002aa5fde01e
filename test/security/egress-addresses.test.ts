import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EgressClient, EgressResult } from "../../src/egress/egress.ts";
import { createEgressClient } from "../../src/egress/client/create-egress-client.ts";
import { LOOPBACK, PUBLIC_ONLY, sendText, serve, serveRaw, toRequest } from "./egress-servers.fixture.ts";
import type { TestServer } from "./egress-servers.fixture.ts";

/** What each name of the attacker leads to at its n-th look-up; the last answer stays. */
const names = new Map<string, readonly (readonly string[])[]>();
const asked = new Map<string, number>();

async function lookup(host: string): Promise<readonly string[]> {
  const answers = names.get(host) ?? [];
  const count = asked.get(host) ?? 0;
  asked.set(host, count + 1);
  return Promise.resolve(answers[Math.min(count, answers.length - 1)] ?? []);
}

let server: TestServer;
let client: EgressClient;

beforeAll(async () => {
  server = await serve((request, response) => sendText(response, `host ${request.headers.host ?? ""}`));
  client = createEgressClient({ lookup });
});

afterAll(async () => {
  await client.close();
  await server.close();
});

function text(result: EgressResult): string {
  return result.kind === "answered" ? Buffer.from(result.body).toString() : JSON.stringify(result);
}

describe("addresses that are not public", () => {
  it.each([
    "127.0.0.1",
    "127.1",
    "0x7f.1",
    "2130706433",
    "017700000001",
    "127.0.0.1.",
    "0.0.0.0",
    "0",
    "[::]",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::127.0.0.1]",
    "[64:ff9b::127.0.0.1]",
    "[64:ff9b:1::127.0.0.1]",
    "[2002:7f00:1::]",
    "１２７.０.０.１",
    "localhost",
    "LOCALHOST",
    "a.localhost",
    "169.254.169.254",
    "169.254.170.2",
    "[fd00:ec2::254]",
    "100.100.100.200",
    "168.63.129.16",
    "10.0.0.1",
    "192.168.0.1",
    "100.64.0.1",
    "255.255.255.255",
    "224.0.0.1",
    "metadata.google.internal",
    "METADATA.google.internal",
    "localhost.",
  ])("are refused before a connection: %s", async (host) => {
    const before = server.connections();
    const result = await client.request(toRequest(`http://${host}:${server.port}/`), PUBLIC_ONLY);
    expect(result).toMatchObject({ kind: "refused", hops: 0 });
    expect(server.connections()).toBe(before);
  });

  it("are reached where they are listed", async () => {
    for (const host of ["127.0.0.1", "127.1", "[::ffff:127.0.0.1]", "localhost", "x.localhost"]) {
      expect(text(await client.request(toRequest(`http://${host}:${server.port}/`), LOOPBACK))).toContain("host ");
    }
  });

  it("are asked for with their one spelling and the name that led there", async () => {
    names.set("inside.example", [["::ffff:127.0.0.1"]]);
    const seen: string[] = [];
    const permitsAddress = (address: string, host: string): boolean => {
      seen.push(`${host} ${address}`);
      return true;
    };
    await client.request(toRequest(`http://inside.example:${server.port}/`), { hosts: null, permitsAddress });
    expect(seen).toContain("inside.example 127.0.0.1");
  });

  it.each([
    ["one private address", [["127.0.0.1"]]],
    ["a public and a private address", [["93.184.216.34", "127.0.0.1"]]],
    ["a private address far behind", [[...Array.from({ length: 50 }, (_, n) => `93.184.216.${n}`), "10.0.0.1"]]],
    ["the metadata service", [["169.254.169.254"]]],
    ["a zone", [["fe80::1%lo"]]],
    ["words", [["127.1"]]],
  ])("are refused behind a name: %s", async (what, answers) => {
    const host = `${what.replaceAll(" ", "-")}.example`;
    names.set(host, answers);
    const before = server.connections();
    const result = await client.request(toRequest(`http://${host}:${server.port}/`), PUBLIC_ONLY);
    expect(result).toMatchObject({ kind: "refused" });
    expect(server.connections()).toBe(before);
  });

  it("a name without addresses fails", async () => {
    const result = await client.request(toRequest("http://nowhere.example/"), PUBLIC_ONLY);
    expect(result).toEqual({ kind: "failed", reason: "nowhere.example:80: no address was found for it", hops: 0 });
  });
});

describe("rebinding", () => {
  it("sends nothing over a connection that ends at another address than the judged one", async () => {
    let received = 0;
    const raw = await serveRaw((socket) => void socket.on("data", () => received++));
    // The system takes 0.0.0.0 for this machine.
    const rules = { hosts: null, permitsAddress: (address: string) => address === "0.0.0.0" };
    const result = await client.request(toRequest(`http://0.0.0.0:${raw.port}/`), rules);
    expect(result).toMatchObject({ kind: "refused" });
    expect(result.kind === "refused" ? result.reason : "").toContain("another address");
    expect(received).toBe(0);
    await raw.close();
  });

  it("connects to the address that was judged, whatever the name leads to a moment later", async () => {
    const other = await serve((_, response) => sendText(response, "other"), "127.0.0.2");
    names.set("pinned.example", [["127.0.0.1"], ["127.0.0.2"]]);
    const url = `http://pinned.example:${server.port}/`;
    expect(text(await client.request(toRequest(url), LOOPBACK))).toContain("pinned.example");
    expect(other.connections()).toBe(0);
    await other.close();
  });

  it("does not hand an open connection to a request whose rules refuse its address", async () => {
    names.set("shared.example", [["127.0.0.1"]]);
    const url = `http://shared.example:${server.port}/`;
    expect(text(await client.request(toRequest(url), LOOPBACK))).toContain("shared.example");
    // The connection is free again one turn of the event loop after its answer.
    await setImmediate();
    const before = server.connections();
    expect(await client.request(toRequest(url), PUBLIC_ONLY)).toMatchObject({ kind: "refused" });
    expect(await client.request(toRequest(url), { ...LOOPBACK, hosts: ["api.example"] })).toMatchObject({
      kind: "refused",
    });
    expect(text(await client.request(toRequest(url), LOOPBACK))).toContain("shared.example");
    expect(server.connections()).toBe(before);
  });

  it("does not share connections between names at one address", async () => {
    names.set("one.example", [["127.0.0.1"]]);
    names.set("two.example", [["127.0.0.1"]]);
    for (const host of ["one.example", "two.example"]) {
      const url = `http://${host}:${server.port}/`;
      expect(text(await client.request(toRequest(url), LOOPBACK))).toBe(`host ${host}:${server.port}`);
    }
  });
});

describe("declared hosts", () => {
  it.each([
    [["127.0.0.1"], "127.0.0.1", true],
    [["127.0.0.0/8"], "127.0.0.1", true],
    [["localhost"], "localhost", true],
    [["*.localhost"], "a.localhost", true],
    [["*.localhost"], "localhost", false],
    [["localhost"], "127.0.0.1", false],
    [["127.0.0.1"], "localhost", false],
    [["example.com"], "127.0.0.1", false],
    [[], "127.0.0.1", false],
  ])("%j lets %s through: %s", async (hosts, host, expected) => {
    const result = await client.request(toRequest(`http://${host}:${server.port}/`), { ...LOOPBACK, hosts });
    expect(result.kind).toBe(expected ? "answered" : "refused");
  });

  it("still have to lead to permitted addresses", async () => {
    const rules = { ...PUBLIC_ONLY, hosts: ["127.0.0.1", "localhost"] };
    for (const host of ["127.0.0.1", "localhost"]) {
      expect(await client.request(toRequest(`http://${host}:${server.port}/`), rules)).toMatchObject({
        kind: "refused",
      });
    }
  });
});

describe("what a request's own rules say besides", () => {
  it("keeps public addresses from it, also behind NAT64", async () => {
    names.set("excluded.example", [["93.184.216.34"]]);
    names.set("translated.example", [["64:ff9b::93.184.216.34"]]);
    const rules = { ...PUBLIC_ONLY, excludesAddress: (address: string) => address === "93.184.216.34" };
    for (const host of ["excluded.example", "translated.example", "93.184.216.34", "[64:ff9b::5db8:d822]"]) {
      const result = await client.request(toRequest(`http://${host}/`, { timeoutMs: 2_000 }), rules);
      expect(result.kind === "refused" ? result.reason : result.kind, host).toContain("is excluded");
    }
  });

  it("keeps URLs from it, asked of the parsed form", async () => {
    const seen: string[] = [];
    const permitsUrl = (url: URL, first: URL): boolean => {
      seen.push(`${first.href} ${url.href}`);
      return false;
    };
    const url = `http://127.1:${server.port}/a/../b`;
    const before = server.connections();
    expect(await client.request(toRequest(url), { ...LOOPBACK, permitsUrl })).toMatchObject({ kind: "refused" });
    expect(seen).toEqual([`${server.origin}/b ${server.origin}/b`]);
    expect(server.connections()).toBe(before);
  });
});
