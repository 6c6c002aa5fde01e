import { createHash } from "node:crypto";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EgressClient, EgressRequest, EgressResult } from "../../src/egress/egress.ts";
import { createEgressClient } from "../../src/egress/client/create-egress-client.ts";
import { LOOPBACK, sendText, serve, serveBytes, serveRaw, toRequest } from "./egress-servers.fixture.ts";
import type { TestServer } from "./egress-servers.fixture.ts";

let client: EgressClient;
beforeAll(() => void (client = createEgressClient({ connectTimeoutMs: 2_000 })));
afterAll(() => client.close());

/** One request to a server of its own. */
async function ask(started: Promise<TestServer>, changes: Partial<EgressRequest> = {}): Promise<EgressResult> {
  const server = await started;
  try {
    return await client.request(toRequest(`${server.origin}/?token=hunter2`, changes), LOOPBACK);
  } finally {
    await server.close();
  }
}

function serveBody(body: Uint8Array, headers: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  return serve((_, response) => response.writeHead(200, headers).end(body));
}

const TEXT = Buffer.from("all of it ".repeat(1000));

describe("packed bodies", () => {
  it.each([
    ["gzip", gzipSync(TEXT)],
    ["GZIP", gzipSync(TEXT)],
    ["x-gzip", gzipSync(TEXT)],
    ["gzip", Buffer.concat([gzipSync(TEXT.subarray(0, 100)), gzipSync(TEXT.subarray(100))])],
    ["deflate", deflateSync(TEXT)],
    ["deflate", deflateRawSync(TEXT)],
    ["br", brotliCompressSync(TEXT)],
    ["zstd", zstdCompressSync(TEXT)],
    ["identity", TEXT],
    ["", TEXT],
  ])("%s is unpacked", async (coding, packed) => {
    const result = await ask(serveBody(packed, { "content-encoding": coding }));
    expect(result).toMatchObject({ kind: "answered", bodyBytes: TEXT.length, bodyComplete: true });
    expect(result.kind === "answered" && TEXT.equals(result.body)).toBe(true);
    expect(result).toMatchObject({ bodyHash: createHash("sha256").update(TEXT).digest("hex") });
  });

  it("asks for what it understands, or for what the request says", async () => {
    const echo = (): Promise<TestServer> =>
      serve((request, response) => sendText(response, request.headers["accept-encoding"] ?? "none"));
    const own = await ask(echo());
    expect(own.kind === "answered" && Buffer.from(own.body).toString()).toBe("gzip, deflate, br, zstd");
    const given = await ask(echo(), { headers: [["accept-encoding", "identity"]] });
    expect(given.kind === "answered" && Buffer.from(given.body).toString()).toBe("identity");
  });

  it.each([
    ["cut off gzip", "gzip", gzipSync(TEXT).subarray(0, 40)],
    ["gzip without its end", "gzip", gzipSync(TEXT).subarray(0, -4)],
    ["damaged gzip", "gzip", Buffer.from("not gzip at all, but long enough to be looked at")],
    ["cut off brotli", "br", brotliCompressSync(TEXT).subarray(0, 10)],
    ["cut off zstd", "zstd", zstdCompressSync(TEXT).subarray(0, 20)],
    ["zstd that wants 2 GiB of memory", "zstd", Buffer.from("28b52ffd00a800", "hex")],
    ["something else", "exi", TEXT],
    ["packed twice", "gzip, gzip", gzipSync(gzipSync(TEXT))],
  ])("%s fails with a reason", async (_, coding, packed) => {
    const result = await ask(serveBody(packed, { "content-encoding": coding }));
    expect(result.kind).toBe("failed");
    expect(result.kind === "failed" ? result.reason : "").toContain("pack");
  });

  it.each(["HEAD", "GET"])("an empty body that says it is packed is empty (%s)", async (method) => {
    const result = await ask(serveBody(Buffer.alloc(0), { "content-encoding": "gzip" }), { method });
    expect(result).toMatchObject({ kind: "answered", bodyBytes: 0 });
  });
});

describe("large bodies", () => {
  it("are cut at the cap, counted and hashed whole", async () => {
    const body = Buffer.alloc(3_000_000, "x");
    const result = await ask(serveBody(body), { maxBodyBytes: 1000 });
    expect(result).toMatchObject({ kind: "answered", bodyBytes: 3_000_000, bodyComplete: true });
    expect(result.kind === "answered" && result.body.byteLength).toBe(1000);
    expect(result).toMatchObject({ bodyHash: createHash("sha256").update(body).digest("hex") });
  });

  it.each([
    ["gzip", gzipSync(Buffer.alloc(200_000_000))],
    ["br", brotliCompressSync(Buffer.alloc(200_000_000))],
    ["zstd", zstdCompressSync(Buffer.alloc(200_000_000))],
  ])("a %s bomb is stopped soon after the cap", async (coding, bomb) => {
    const result = await ask(serveBody(bomb, { "content-encoding": coding }), { maxBodyBytes: 100_000 });
    expect(result).toMatchObject({ kind: "answered", bodyComplete: false });
    expect(result.kind === "answered" && result.body.byteLength).toBe(100_000);
    expect(result.kind === "answered" && result.bodyBytes).toBeLessThan(20_000_000);
  });

  it.each(["", "gzip"])("a body without end is left (%s)", async (coding) => {
    const server = await serveRaw((socket) => {
      const head = coding === "" ? "" : `content-encoding: ${coding}\r\n`;
      socket.once("data", () => {
        socket.write(`HTTP/1.1 200 OK\r\n${head}\r\n`);
        if (coding !== "") socket.write(gzipSync("short"));
        const pour = (): void => {
          while (!socket.destroyed && socket.write(Buffer.alloc(65_536)));
        };
        socket.on("drain", pour);
        pour();
      });
    });
    const result = await client.request(toRequest(server.origin, { maxBodyBytes: 10 }), LOOPBACK);
    // What is packed ends where its format says so, whatever comes behind.
    expect(result).toMatchObject({ kind: "answered", bodyComplete: coding === "gzip" });
    await server.close();
  });
});

describe("answers that are not", () => {
  it.each([
    ["garbage", "\u0001\u0002 what is this\r\n\r\n"],
    ["another protocol", "SSH-2.0-OpenSSH_9.2p1\r\n"],
    ["an HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["a status that is no number", "HTTP/1.1 abc OK\r\n\r\n"],
    ["a header without name", "HTTP/1.1 200 OK\r\n: x\r\n\r\n"],
    ["a folded header", "HTTP/1.1 200 OK\r\na: b\r\n c: d\r\ncontent-length: 0\r\n\r\n"],
    ["a blank before the colon", "HTTP/1.1 200 OK\r\ncontent-length : 0\r\n\r\n"],
    ["two lengths", "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab"],
    ["a length and chunks", "HTTP/1.1 200 OK\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n"],
    ["a negative length", "HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n"],
    ["chunks that are no chunks", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nhello\r\n"],
    ["headers of 1 MB", `HTTP/1.1 200 OK\r\n${`x-fill: ${"a".repeat(1000)}\r\n`.repeat(1000)}\r\n`],
    ["one header of 1 MB", `HTTP/1.1 200 OK\r\nx: ${"a".repeat(1_000_000)}\r\n\r\n`],
    ["interim answers without end", "HTTP/1.1 103 Early Hints\r\nlink: a\r\n\r\n".repeat(50)],
    ["an unwanted change of protocol", "HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n"],
    ["an unwanted 100", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"],
  ])("%s fails", async (_, bytes) => {
    const result = await ask(serveBytes(bytes));
    expect(result.kind).toBe("failed");
    expect(JSON.stringify(result)).not.toContain("hunter2");
  });

  it.each([
    ["a body shorter than it says", "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nshort"],
    ["chunks without their end", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n"],
    ["half a head", "HTTP/1.1 200 OK\r\ncontent-le"],
    ["half a word", "HTT"],
    ["nothing", ""],
  ])("%s fails when the connection ends", async (_, bytes) => {
    expect((await ask(serveBytes(bytes, true))).kind).toBe("failed");
  });

  it("a connection reset in the middle of a body fails", async () => {
    const result = await ask(
      serveRaw((socket) => {
        socket.once("data", () => {
          socket.write("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhello", () => socket.resetAndDestroy());
        });
      }),
    );
    expect(result.kind).toBe("failed");
  });

  it("hints before the answer are passed over", async () => {
    const bytes = "HTTP/1.1 103 Early Hints\r\nlink: a\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";
    expect(await ask(serveBytes(bytes))).toMatchObject({ kind: "answered", status: 200, bodyBytes: 2 });
  });

  it("a second answer behind the first is not taken for the answer to the next request", async () => {
    const good = "HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\ngood";
    const evil = "HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nevil";
    const server = await serveRaw((socket) => {
      socket.once("data", () => {
        socket.write(good + evil);
        socket.on("data", () => socket.write(good));
      });
    });
    for (let count = 0; count < 4; count++) {
      const result = await client.request(toRequest(server.origin), LOOPBACK);
      expect(result.kind === "answered" ? Buffer.from(result.body).toString() : "good").toBe("good");
    }
    await server.close();
  });

  it("names of headers that mean something to JavaScript are only names", async () => {
    const bytes =
      "HTTP/1.1 200 OK\r\n__proto__: a\r\nconstructor: b\r\nSet-Cookie: x\r\nset-cookie: y\r\ncontent-length: 0\r\n\r\n";
    const result = await ask(serveBytes(bytes));
    if (result.kind !== "answered") throw new Error(JSON.stringify(result));
    expect(Object.getPrototypeOf(result.headers)).toBe(Object.prototype);
    expect(Object.entries(result.headers)).toContainEqual(["__proto__", "a"]);
    expect(result.headers["set-cookie"]).toBe("x, y");
  });
});

describe("servers that take their time", () => {
  it.each([
    ["never answers", "", ""],
    ["sends its head byte by byte", "HTTP/1.1 200 OK\r\n", "x-slow: yes\r\n"],
    ["sends its body byte by byte", "HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n", "x"],
  ])("one that %s is left when time is up", async (_, head, drop) => {
    const server = serveRaw((socket) => {
      socket.once("data", () => socket.write(head));
      const timer = setInterval(() => socket.write(drop), 10);
      socket.once("close", () => clearInterval(timer));
    });
    expect(await ask(server, { timeoutMs: 150 })).toEqual({ kind: "timeout", hops: 0 });
  });

  it("a resolver that never answers ends with the time too", async () => {
    const waiting = createEgressClient({ lookup: () => new Promise(() => undefined) });
    const result = await waiting.request(toRequest("http://slow.example/", { timeoutMs: 50 }), LOOPBACK);
    expect(result).toEqual({ kind: "timeout", hops: 0 });
    await waiting.close();
  });

  it("a request that is cancelled ends at once, before, during and after the head", async () => {
    expect(await ask(serveBytes(""), { signal: AbortSignal.abort() })).toEqual({ kind: "cancelled", hops: 0 });
    for (const bytes of ["", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx"]) {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 50);
      expect(await ask(serveBytes(bytes), { signal: controller.signal })).toEqual({ kind: "cancelled", hops: 0 });
    }
  });
});

describe("requests that would be read as something else", () => {
  it.each([
    ["a line break in a value", { headers: [["x-a", "b\r\nx-c: d"]] }],
    ["a NUL in a value", { headers: [["x-a", "b\0"]] }],
    ["a name with a colon", { headers: [["x-a: b", "c"]] }],
    ["a name with capitals", { headers: [["X-A", "b"]] }],
    ["an empty name", { headers: [["", "b"]] }],
    ["characters outside Latin-1", { headers: [["x-a", "snow \u2603"]] }],
    ["its own host", { headers: [["host", "internal.example"]] }],
    ["its own length", { headers: [["content-length", "5"]] }],
    ["its own framing", { headers: [["transfer-encoding", "chunked"]] }],
    ["an upgrade", { headers: [["upgrade", "websocket"]] }],
    ["100 KB of headers", { headers: [["x-a", "b".repeat(100_000)]] }],
    ["a method with a blank", { method: "GET / HTTP/1.1\r\nx: y\r\n\r\nGET" }],
    ["a small method", { method: "get" }],
    ["CONNECT", { method: "CONNECT" }],
    ["TRACE", { method: "TRACE" }],
    ["no time", { timeoutMs: Number.NaN }],
  ] as const)("%s is refused", async (_, changes) => {
    const result = await ask(serveBytes(""), changes);
    expect(result).toMatchObject({ kind: "refused", hops: 0 });
  });

  it("a path and query arrive as the parsed form", async () => {
    const server = await serve((request, response) => sendText(response, request.url ?? ""));
    const result = await client.request(toRequest(`${server.origin}/a/../b c?d=e f#g`), LOOPBACK);
    expect(result.kind === "answered" && Buffer.from(result.body).toString()).toBe("/b%20c?d=e%20f");
    expect(result).toMatchObject({ url: `${server.origin}/b%20c?d=e%20f` });
    await server.close();
  });
});
