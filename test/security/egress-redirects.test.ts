import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EgressClient, EgressRequest, EgressResult, EgressRules } from "../../src/egress/egress.ts";
import { createEgressClient } from "../../src/egress/client/create-egress-client.ts";
import { LOOPBACK, readAll, serve, serveBytes, toRequest } from "./egress-servers.fixture.ts";
import type { TestServer } from "./egress-servers.fixture.ts";

let first: TestServer;
let second: TestServer;
let client: EgressClient;
/** What arrived where, in order. */
let arrived: {
  readonly at: string;
  readonly line: string;
  readonly headers: IncomingMessage["headers"];
  body: string;
}[];

beforeAll(async () => {
  first = await serve((request, response) => void answer("first", request, response));
  second = await serve((request, response) => void answer("second", request, response));
  client = createEgressClient();
});

afterAll(async () => {
  await client.close();
  await Promise.all([first.close(), second.close()]);
});

/** `/status?to=URL` redirects there; `/n` counts down; everything else is the end. */
async function answer(at: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", "http://x");
  arrived.push({
    at,
    line: `${request.method ?? ""} ${url.pathname}`,
    headers: request.headers,
    body: await readAll(request),
  });
  const to = url.searchParams.get("to");
  const count = /^\/count\/(\d+)$/.exec(url.pathname)?.[1];
  if (to !== null) response.writeHead(Number(url.pathname.slice(1)), { location: to }).end("moved");
  else if (count !== undefined && count !== "0")
    response.writeHead(302, { location: `/count/${Number(count) - 1}` }).end();
  else response.writeHead(200, { "content-type": "text/plain" }).end(`end at ${at}`);
}

function send(
  path: string,
  changes: Partial<EgressRequest> = {},
  rules: EgressRules = LOOPBACK,
): Promise<EgressResult> {
  arrived = [];
  return client.request(toRequest(`${first.origin}${path}`, changes), rules);
}

const SECRETS = [
  ["authorization", "Bearer hunter2"],
  ["cookie", "sid=hunter2"],
  ["proxy-authorization", "hunter2"],
  ["x-api-key", "hunter2"],
  ["accept-language", "en"],
] as const;

describe("redirects", () => {
  it.each([301, 302, 303, 307, 308])("%i is followed and counted", async (status) => {
    const result = await send(`/${status}?to=/end`);
    expect(result).toMatchObject({ kind: "answered", status: 200, hops: 1, url: `${first.origin}/end` });
    expect(arrived.map(({ line }) => line)).toEqual([`GET /${status}`, "GET /end"]);
  });

  it.each([
    [301, "GET /end", ""],
    [302, "GET /end", ""],
    [303, "GET /end", ""],
    [307, "POST /end", "the body"],
    [308, "POST /end", "the body"],
  ])("%i after a POST sends %s", async (status, line, body) => {
    await send(`/${status}?to=/end`, { method: "POST", body: new TextEncoder().encode("the body") });
    expect(arrived[1]).toMatchObject({ line, body });
  });

  it("keeps secret headers at one origin and leaves them behind at another, also on the way back", async () => {
    const back = encodeURIComponent(`${first.origin}/end`);
    const there = encodeURIComponent(`${second.origin}/302?to=${back}`);
    await send(`/302?to=${encodeURIComponent(`/302?to=${there}`)}`, { headers: SECRETS, secretHeaders: ["x-api-key"] });
    expect(arrived.map(({ at }) => at)).toEqual(["first", "first", "second", "first"]);
    expect(arrived.map(({ headers }) => JSON.stringify(headers).includes("hunter2"))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(arrived[3]?.headers["accept-language"]).toBe("en");
  });

  it("takes another name of the same server for another origin", async () => {
    await send(`/302?to=${encodeURIComponent(`http://localhost:${first.port}/end`)}`, { headers: SECRETS });
    expect(JSON.stringify(arrived[1]?.headers["authorization"] ?? "none")).toBe('"none"');
  });

  it("never takes a body to another origin", async () => {
    const path = `/307?to=${encodeURIComponent(`${second.origin}/end`)}`;
    const result = await send(path, { method: "POST", body: new TextEncoder().encode("the body") });
    expect(result).toMatchObject({ kind: "refused", hops: 0 });
    expect(arrived).toHaveLength(1);
  });

  it.each([
    ["a private address", "http://10.0.0.1/"],
    ["the metadata service", "http://169.254.169.254/latest/meta-data/"],
    ["its name", "http://metadata.google.internal/"],
    ["a numeric address", "http://2852039166/"],
    ["a mapped address", "http://[::ffff:a9fe:a9fe]/"],
    ["a scheme-relative one", "//10.0.0.1/"],
    ["a file", "file:///etc/passwd"],
    ["a script", "javascript:alert(1)"],
    ["a user name", "http://user:pw@127.0.0.1/"],
  ])("to %s are refused, and the hop is named", async (_, to) => {
    const result = await send(`/302?to=${encodeURIComponent(`/302?to=${encodeURIComponent(to)}`)}`);
    expect(result.kind).toBe("refused");
    expect(result.kind === "refused" ? result.reason : "").toMatch(/^after [12] redirects?: /);
  });

  it("to a host that is not declared are refused", async () => {
    const rules = { ...LOOPBACK, hosts: ["127.0.0.1"] };
    const result = await send(`/302?to=${encodeURIComponent(`http://localhost:${first.port}/end`)}`, {}, rules);
    expect(result).toMatchObject({ kind: "refused", hops: 1 });
    expect(arrived).toHaveLength(1);
  });

  it("that go round fail at once", async () => {
    const result = await send("/302?to=%2F302%3Fto%3D%252Fend", { maxRedirects: 50 });
    expect(result.kind).toBe("answered");
    const circle = await serve((request, response) => {
      response.writeHead(302, { location: request.url === "/a" ? "/b" : "/a" }).end();
    });
    const ended = await client.request(toRequest(`${circle.origin}/a`, { maxRedirects: 50 }), LOOPBACK);
    expect(ended).toMatchObject({ kind: "failed", hops: 1 });
    expect(ended.kind === "failed" ? ended.reason : "").toContain("circle");
    await circle.close();
  });

  it("are followed as often as allowed and not once more", async () => {
    expect(await send("/count/5")).toMatchObject({ kind: "answered", status: 200, hops: 5 });
    expect(await send("/count/6")).toMatchObject({ kind: "failed", hops: 5 });
    expect(arrived).toHaveLength(6);
  });

  it("are handed over as they are when none may be followed", async () => {
    const result = await send("/302?to=/end", { maxRedirects: 0 });
    expect(result).toMatchObject({ kind: "answered", status: 302, headers: { location: "/end" }, hops: 0 });
    expect(result.kind === "answered" ? Buffer.from(result.body).toString() : "").toBe("moved");
  });

  it.each([
    ["without a place", "HTTP/1.1 302 Found\r\ncontent-length: 2\r\n\r\nhi", "answered"],
    ["with two places", "HTTP/1.1 302 Found\r\nlocation: /a\r\nlocation: /b\r\ncontent-length: 0\r\n\r\n", "refused"],
    ["with an empty host", "HTTP/1.1 302 Found\r\nlocation: http://\r\ncontent-length: 0\r\n\r\n", "refused"],
    ["with a bare CR", "HTTP/1.1 302 Found\r\nlocation: /a\rx: y\r\ncontent-length: 0\r\n\r\n", "failed"],
    ["with a NUL", "HTTP/1.1 302 Found\r\nlocation: /a\0b\r\ncontent-length: 0\r\n\r\n", "failed"],
  ])("%s", async (_, bytes, kind) => {
    const server = await serveBytes(bytes);
    const result = await client.request(toRequest(server.origin), LOOPBACK);
    expect(result.kind).toBe(kind);
    await server.close();
  });

  it("do not read a long body on the way", async () => {
    const server = await serve((request, response) => {
      if (request.url === "/end") {
        response.writeHead(200).end("ok");
        return;
      }
      response.writeHead(302, { location: "/end" });
      const pour = (): void => {
        while (response.write(Buffer.alloc(65_536)));
      };
      response.on("drain", pour);
      pour();
    });
    const result = await client.request(toRequest(server.origin), LOOPBACK);
    expect(result).toMatchObject({ kind: "answered", status: 200, hops: 1 });
    await server.close();
  });

  it("say nothing of queries, headers and bodies when they end badly", async () => {
    const to = encodeURIComponent("http://10.0.0.1/?token=hunter2");
    const result = await send(`/302?to=${to}&key=hunter2`, { headers: SECRETS });
    expect(JSON.stringify(result)).not.toContain("hunter2");
  });
});
