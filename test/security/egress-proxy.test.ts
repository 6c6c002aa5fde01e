import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { EgressProxy } from "../../src/egress/egress.ts";
import { createEgressProxy } from "../../src/egress/proxy/create-egress-proxy.ts";
import type { EgressProxyOptions } from "../../src/egress/proxy/create-egress-proxy.ts";
import { readAll, sendText, serve, serveRaw } from "./egress-servers.fixture.ts";
import type { TestServer } from "./egress-servers.fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "tg-"));
const proxies: EgressProxy[] = [];
let server: TestServer;
let other: TestServer;

beforeAll(async () => {
  server = await serve((request, response) => {
    void readAll(request).then((body) =>
      sendText(response, `${request.method ?? ""} ${request.url ?? ""} ${request.headers.host ?? ""} ${body}`, {
        "x-seen": JSON.stringify(request.headers),
      }),
    );
  });
  other = await serve((_, response) => sendText(response, "SECRET of the other server"));
});
beforeEach(() => expect(readdirSync(folder)).toEqual([]));
afterEach(async () => {
  await Promise.all(proxies.splice(0).map((proxy) => proxy.close()));
});
afterAll(async () => {
  await Promise.all([server.close(), other.close()]);
  rmSync(folder, { recursive: true });
});

/** `good.example` and everything below lead to this machine, `inside.example` to a private address. */
async function lookup(host: string): Promise<readonly string[]> {
  return Promise.resolve(host === "inside.example" ? ["10.0.0.1"] : ["127.0.0.1"]);
}

async function open(hosts?: readonly string[], options: EgressProxyOptions = {}): Promise<EgressProxy> {
  const declared = hosts ?? [`good.example:${server.port}`, `inside.example:${server.port}`];
  const permitsAddress = (address: string): boolean => address === "127.0.0.1";
  const proxy = await createEgressProxy({ hosts: declared, permitsAddress }, folder, { lookup, ...options });
  proxies.push(proxy);
  return proxy;
}

/** Everything that comes back for some bytes, until the connection ends or nothing came for a while. */
function talk(proxy: EgressProxy, ...parts: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(proxy.socketFile);
    let text = "";
    const done = (): void => {
      socket.destroy();
      resolve(text);
    };
    const left = [...parts];
    let timer = setTimeout(done, 1_000);
    socket.on("error", done).on("close", done);
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      clearTimeout(timer);
      const next = left.shift();
      if (next !== undefined) socket.write(next);
      timer = setTimeout(done, next === undefined ? 200 : 1_000);
    });
    socket.write(left.shift() ?? "");
  });
}

const status = (text: string): string => text.slice(0, text.indexOf("\r\n"));

describe("the socket file", () => {
  it("is this user's alone, and gone after close", async () => {
    const proxy = await open();
    expect(statSync(proxy.socketFile).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(proxy.socketFile)).mode & 0o777).toBe(0o700);
    await proxy.close();
    expect(existsSync(dirname(proxy.socketFile))).toBe(false);
    await proxy.close();
  });

  it("is not made where its path would be too long, and nothing stays", async () => {
    const deep = mkdtempSync(join(tmpdir(), `tg-${"x".repeat(100)}`));
    await expect(createEgressProxy({ hosts: [], permitsAddress: () => false }, deep)).rejects.toThrow("107 bytes");
    expect(readdirSync(deep)).toEqual([]);
    rmSync(deep, { recursive: true });
  });
});

describe("requests with an absolute URL", () => {
  it("reach a declared host, with its own Host header and without what is about the connection", async () => {
    const proxy = await open();
    const answer = await viaHttp(proxy, `http://good.example:${server.port}/path?q=1`, "a body", {
      "proxy-authorization": "Basic hunter2",
      "proxy-connection": "keep-alive",
      connection: "x-hop, keep-alive",
      "x-hop": "1",
      "x-end": "2",
    });
    expect(answer.body).toBe(`POST /path?q=1 good.example:${server.port} a body`);
    const seen = JSON.parse(answer.headers["x-seen"] as string) as Record<string, string>;
    expect(seen).toMatchObject({ "x-end": "2" });
    expect(Object.keys(seen)).not.toContain("x-hop");
    expect(JSON.stringify(seen)).not.toContain("hunter2");
    expect(proxy.attempts()).toEqual([{ host: "good.example", port: server.port, allowed: true }]);
  });

  it("says which hosts are declared, and who can add one", async () => {
    const many = Array.from({ length: 12 }, (_, at) => `h${at}.example`);
    const text = await talk(await open(many), get("http://bad.example/"));
    expect(text).toContain("bad.example:80: it is not among the declared hosts (h0.example, ");
    expect(text).toMatch(/h9\.example and 2 more\); a person can add it to `network`/);
    const inside = await talk(await open(), get(`http://inside.example:${server.port}/`));
    expect(inside).not.toContain("a person can add");
    expect(await talk(await open([]), "CONNECT bad.example:443 HTTP/1.1\r\nHost: bad.example:443\r\n\r\n")).toContain(
      "the declared hosts (there are none)",
    );
  });

  it.each([
    ["another host", () => `http://bad.example:${server.port}/`, 403],
    ["a host below", () => `http://x.good.example:${server.port}/`, 403],
    ["another port", () => `http://good.example:${other.port}/`, 403],
    ["an address", () => `http://127.0.0.1:${server.port}/`, 403],
    ["a numeric address", () => `http://2130706433:${server.port}/`, 403],
    ["localhost", () => `http://localhost:${server.port}/`, 403],
    ["the metadata service", () => "http://169.254.169.254/", 403],
    ["a declared host at a private address", () => `http://inside.example:${server.port}/`, 403],
    ["https: without a tunnel", () => `https://good.example:${server.port}/`, 400],
    ["another scheme", () => "ftp://good.example/", 400],
    ["only a path", () => "/", 400],
    ["everything", () => "*", 400],
    ["a user name", () => `http://good.example:${server.port}@evil.example/`, 400],
    ["a backslash", () => `http://good.example:${server.port}\\@evil.example/`, 400],
  ])("to %s are answered with a refusal", async (_, url, expected) => {
    const proxy = await open();
    const before = server.connections();
    const answer = await talk(proxy, `GET ${url()} HTTP/1.1\r\nhost: ${hostOf(url())}\r\n\r\n`);
    expect(status(answer)).toContain(String(expected));
    expect(proxy.attempts().every(({ allowed }) => !allowed)).toBe(true);
    expect(server.connections()).toBe(before);
  });

  it("need an entry with the port where it is neither 80 nor 443", async () => {
    const proxy = await open(["good.example"]);
    expect(status(await talk(proxy, get(`http://good.example:${server.port}/`)))).toContain("403");
    expect(status(await talk(proxy, `CONNECT good.example:${server.port} HTTP/1.1\r\n\r\n`))).toMatch(/40[03]/);
  });

  it("whose Host header says something else are refused", async () => {
    const proxy = await open([`good.example:${server.port}`, `also.example:${server.port}`]);
    const line = `GET http://good.example:${server.port}/ HTTP/1.1\r\n`;
    for (const hosts of [
      `host: evil.example\r\n`,
      `host: also.example:${server.port}\r\n`,
      `host: good.example:${server.port}\r\nhost: evil.example\r\n`,
      `host: evil.example\r\nhost: good.example:${server.port}\r\n`,
      `host: good.example:${server.port}@evil.example\r\n`,
      `host:\r\n`,
    ]) {
      expect(status(await talk(proxy, `${line}${hosts}\r\n`)), hosts).toContain("400");
    }
  });
});

describe("bytes that try to become a second request", () => {
  it("are judged as one: pipelined to another host on the same connection", async () => {
    const proxy = await open();
    const text = await talk(
      proxy,
      get(`http://good.example:${server.port}/one`) + get(`http://127.0.0.1:${other.port}/two`),
    );
    expect(text).toContain("GET /one");
    expect(text).toContain("403");
    expect(text).not.toContain("SECRET");
    expect(proxy.attempts()).toContainEqual({ host: "127.0.0.1", port: other.port, allowed: false });
  });

  it.each([
    ["a length and chunks", "content-length: 6\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET"],
    ["chunks and a length", "transfer-encoding: chunked\r\ncontent-length: 6\r\n\r\n0\r\n\r\nGET"],
    ["two lengths", "content-length: 0\r\ncontent-length: 40\r\n\r\n"],
    ["chunks said twice over", "transfer-encoding: identity, chunked, x\r\n\r\n0\r\n\r\n"],
    ["an unknown framing", "transfer-encoding: xchunked\r\n\r\n0\r\n\r\n"],
    ["a blank before the colon", "transfer-encoding : chunked\r\n\r\n0\r\n\r\n"],
    ["a folded header", "x: a\r\n transfer-encoding: chunked\r\n\r\n"],
    ["a bare CR in a value", "x: a\rtransfer-encoding: chunked\r\n\r\n"],
    ["a NUL in a value", "x: a\0b\r\n\r\n"],
    ["a length with a sign", "content-length: +6\r\n\r\nabcdef"],
    ["a chunk with a bad size", "transfer-encoding: chunked\r\n\r\n-1\r\n\r\n"],
  ])("%s never reaches the server as more than one", async (_, rest) => {
    const bytes: string[] = [];
    const raw = await serveRaw((socket) => void socket.on("data", (chunk) => bytes.push(chunk.toString("latin1"))));
    const proxy = await open([`good.example:${raw.port}`]);
    const smuggled = `GET http://127.0.0.1:${other.port}/ HTTP/1.1\r\nhost: 127.0.0.1:${other.port}\r\n\r\n`;
    const line = `POST http://good.example:${raw.port}/ HTTP/1.1\r\nhost: good.example:${raw.port}\r\n`;
    const text = await talk(proxy, `${line}${rest}${smuggled}`);
    expect(text).not.toContain("SECRET");
    expect(bytes.join("").match(/HTTP\/1\.1/g)?.length ?? 0).toBeLessThanOrEqual(1);
    await raw.close();
  });

  it.each(["GET", "HEAD", "DELETE", "OPTIONS", "POST"])("stay the body of %s, also in chunks", async (method) => {
    const bytes: string[] = [];
    const raw = await serveRaw((socket) => void socket.on("data", (chunk) => bytes.push(chunk.toString("latin1"))));
    const proxy = await open([`good.example:${raw.port}`]);
    const hidden = "GET /hidden HTTP/1.1\r\nhost: evil.example\r\n\r\n";
    const head = `${method} http://good.example:${raw.port}/ HTTP/1.1\r\nhost: good.example:${raw.port}\r\n`;
    const body = `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`;
    await talk(proxy, `${head}transfer-encoding: chunked\r\n\r\n${body}`);
    expect(bytes.join("")).toMatch(/transfer-encoding: chunked\r\n(?:.+\r\n)*\r\n2c\r\nGET \/hidden/);
    await raw.close();
  });

  it("have no room in a connection header that names the length", async () => {
    const proxy = await open();
    const head = `POST http://good.example:${server.port}/ HTTP/1.1\r\nhost: good.example:${server.port}\r\n`;
    const text = await talk(proxy, `${head}connection: content-length, host\r\ncontent-length: 5\r\n\r\nhello`);
    expect(text).toContain(`POST / good.example:${server.port} hello`);
  });

  it.each([
    ["headers of 1 MB", `GET http://good.example/ HTTP/1.1\r\n${`x: ${"a".repeat(1000)}\r\n`.repeat(1000)}\r\n`],
    ["a URL of 1 MB", `GET http://good.example/${"a".repeat(1_000_000)} HTTP/1.1\r\n\r\n`],
    ["garbage", "\u0016\u0003\u0001\u0002\u0000 this is TLS, not HTTP\r\n\r\n"],
    ["HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["a small method", "get http://good.example/ HTTP/1.1\r\n\r\n"],
    ["TRACE", "TRACE http://good.example/ HTTP/1.1\r\nhost: good.example\r\n\r\n"],
  ])("%s is answered with an error and no connection", async (_, bytes) => {
    const proxy = await open();
    const before = server.connections();
    expect(status(await talk(proxy, bytes))).toMatch(/ 4\d\d |^$/);
    expect(server.connections()).toBe(before);
  });
});

describe("tunnels", () => {
  it("carry bytes both ways to a declared host, whatever is said inside", async () => {
    const proxy = await open();
    const inside = `GET /in HTTP/1.1\r\nhost: evil.example\r\n\r\n`;
    const text = await talk(proxy, tunnel(`good.example:${server.port}`), inside);
    expect(text).toContain("200 Connection Established");
    expect(text).toContain("GET /in evil.example");
    expect(proxy.attempts()).toEqual([{ host: "good.example", port: server.port, allowed: true }]);
  });

  it("take bytes that come along with CONNECT", async () => {
    const proxy = await open();
    const text = await talk(proxy, `${tunnel(`good.example:${server.port}`)}GET /early HTTP/1.1\r\nhost: x\r\n\r\n`);
    expect(text).toContain("GET /early");
  });

  it("do not hear a second CONNECT", async () => {
    const proxy = await open();
    const text = await talk(proxy, tunnel(`good.example:${server.port}`), tunnel(`127.0.0.1:${other.port}`), get("/"));
    expect(text).not.toContain("SECRET");
    expect(proxy.attempts()).toHaveLength(1);
  });

  it.each([
    ["another host", () => `bad.example:${server.port}`, "403"],
    ["another port", () => `good.example:${other.port}`, "403"],
    ["a port of mail", () => "good.example:25", "403"],
    ["an address", () => `127.0.0.1:${server.port}`, "403"],
    ["a v6 address", () => `[::1]:${server.port}`, "403"],
    ["a mapped address", () => `[::ffff:127.0.0.1]:${server.port}`, "403"],
    ["a private address behind a declared host", () => `inside.example:${server.port}`, "403"],
    ["a short address", () => `127.1:${server.port}`, "400"],
    ["a numeric address", () => `2130706433:${server.port}`, "400"],
    ["a hexadecimal address", () => `0x7f000001:${server.port}`, "400"],
    ["a trailing dot", () => `good.example.:${server.port}`, "400"],
    ["no port", () => "good.example", "400"],
    ["port 0", () => "good.example:0", "400"],
    ["a port with zeros", () => `good.example:0${server.port}`, "400"],
    ["a port past the end", () => "good.example:99999", "400"],
    ["a user name", () => `good.example:443@evil.example:${server.port}`, "400"],
    ["a path", () => `good.example:${server.port}/x`, "400"],
    ["a URL", () => `http://good.example:${server.port}`, "400"],
    ["a zone", () => `[fe80::1%25lo]:${server.port}`, "400"],
  ])("to %s are refused", async (_, authority, expected) => {
    const proxy = await open();
    const before = server.connections() + other.connections();
    expect(status(await talk(proxy, tunnel(authority())))).toContain(expected);
    expect(server.connections() + other.connections()).toBe(before);
    expect(proxy.attempts()).toMatchObject([{ allowed: false }]);
  });

  it("judge CONNECT's target, not its Host header", async () => {
    const proxy = await open();
    const text = await talk(
      proxy,
      `CONNECT 127.0.0.1:${other.port} HTTP/1.1\r\nhost: good.example:${server.port}\r\n\r\n`,
    );
    expect(status(text)).toContain("403");
  });

  it("reach addresses and blocks that are declared", async () => {
    const proxy = await open([`127.0.0.0/8:${server.port}`]);
    expect(await talk(proxy, tunnel(`127.0.0.1:${server.port}`), get("/x"))).toContain("GET /x");
  });

  it("end when nothing moves, when one side goes, and at close", async () => {
    const silent = await serveRaw(() => undefined);
    const proxy = await open([`good.example:${silent.port}`], { idleMs: 100 });
    expect(await talk(proxy, tunnel(`good.example:${silent.port}`))).toContain("200");
    await vi.waitFor(() => expect(silent.open()).toBe(0));
    const patient = await open([`good.example:${silent.port}`]);
    const sockets = [1, 2, 3].map(() => connect(patient.socketFile));
    for (const socket of sockets)
      socket
        .on("error", () => undefined)
        .resume()
        .write(tunnel(`good.example:${silent.port}`));
    await vi.waitFor(() => expect(silent.open()).toBe(3));
    sockets[0]?.destroy();
    await vi.waitFor(() => expect(silent.open()).toBe(2));
    await patient.close();
    await vi.waitFor(() => expect(silent.open()).toBe(0));
    await vi.waitFor(() => expect(sockets.every(({ destroyed }) => destroyed)).toBe(true));
    await silent.close();
  });

  it("deliver a long answer whole when the server hangs up behind it", async () => {
    const size = 5_000_000;
    const raw = await serveRaw((socket) => void socket.once("data", () => socket.end(Buffer.alloc(size, "z"))));
    const proxy = await open([`good.example:${raw.port}`]);
    const received = await new Promise<number>((resolve) => {
      const socket = connect(proxy.socketFile);
      let bytes = 0;
      socket.once("data", () => socket.write("go"));
      socket.on("data", (chunk) => {
        bytes += chunk.filter((byte) => byte === 122).length;
      });
      socket.on("close", () => resolve(bytes));
      socket.write(tunnel(`good.example:${raw.port}`));
    });
    expect(received).toBe(size);
    await raw.close();
  });

  it("are capped in number", async () => {
    const silent = await serveRaw(() => undefined);
    const proxy = await open([`good.example:${silent.port}`], { maxConnections: 3 });
    const sockets = Array.from({ length: 10 }, () => connect(proxy.socketFile));
    for (const socket of sockets)
      socket
        .on("error", () => undefined)
        .resume()
        .write(tunnel(`good.example:${silent.port}`));
    await vi.waitFor(() => expect(sockets.filter(({ destroyed }) => destroyed)).toHaveLength(7));
    expect(silent.open()).toBe(3);
    for (const socket of sockets) socket.destroy();
    await silent.close();
  });
});

describe("what is kept of attempts", () => {
  it("is each place once, and no more than a thousand", async () => {
    const proxy = await open();
    for (let round = 0; round < 3; round++) await talk(proxy, tunnel("bad.example:443"));
    expect(proxy.attempts()).toEqual([{ host: "bad.example", port: 443, allowed: false }]);
    const many = Array.from({ length: 1_200 }, (_, n) => get(`http://bad${n}.example/`)).join("");
    await talk(proxy, many);
    expect(proxy.attempts()).toHaveLength(1_000);
  });
});

describe("curl through a bridge, as programs in a sandbox use it", () => {
  it("fetches what is declared and is refused the rest", async () => {
    const proxy = await open();
    const sockets = new Set<Socket>();
    const bridge = createServer((socket) => {
      const inner = connect(proxy.socketFile);
      sockets.add(socket.on("error", () => inner.destroy())).add(inner.on("error", () => socket.destroy()));
      socket.pipe(inner).pipe(socket);
    });
    await new Promise<void>((resolve) => bridge.listen(0, "127.0.0.1", resolve));
    const through = `http://127.0.0.1:${(bridge.address() as AddressInfo).port}`;
    const curl = async (...args: readonly string[]): Promise<string> => {
      const ran = promisify(execFile)("curl", ["-sS", "--noproxy", "", "-x", through, "-w", "%{http_code}", ...args]);
      return ran.then(({ stdout }) => stdout).catch((error: unknown) => String(error));
    };
    expect(await curl(`http://good.example:${server.port}/plain`)).toContain("GET /plain");
    expect(await curl("-p", `http://good.example:${server.port}/tunnel`)).toContain("GET /tunnel");
    expect(await curl("http://bad.example/")).toContain("403");
    expect(await curl("https://bad.example/")).toContain("403");
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => bridge.close(resolve));
  });
});

function get(url: string): string {
  return `GET ${url} HTTP/1.1\r\nhost: ${hostOf(url)}\r\n\r\n`;
}

function tunnel(authority: string): string {
  return `CONNECT ${authority} HTTP/1.1\r\nhost: ${authority}\r\n\r\n`;
}

function hostOf(url: string): string {
  return /^[a-z]+:\/\/([^/\\]+)/.exec(url)?.[1] ?? "x";
}

function viaHttp(
  proxy: EgressProxy,
  path: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<{
  readonly body: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}> {
  return new Promise((resolve, reject) => {
    const host = new URL(path).host;
    const request = httpRequest({ socketPath: proxy.socketFile, method: "POST", path, headers: { host, ...headers } });
    request.on("error", reject);
    request.on("response", (response) => {
      readAll(response).then((text) => resolve({ body: text, headers: response.headers }), reject);
    });
    request.end(body);
  });
}
