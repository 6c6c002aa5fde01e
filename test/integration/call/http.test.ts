import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { callHttp, httpTool, startRawServer, startServer } from "../../support/http-tool.ts";
import type { TestServer, ToolText } from "../../support/http-tool.ts";
import { toPlainText } from "../../../src/text/plain-text.ts";

let servers: TestServer[] = [];

afterEach(async () => {
  for (const server of servers) await server.close();
  servers = [];
});

async function serve(...parameters: Parameters<typeof startServer>): Promise<TestServer> {
  const server = await startServer(...parameters);
  servers.push(server);
  return server;
}

/** Answers everything with one status, headers and body. */
function answering(status: number, headers: Record<string, string>, body: string | Uint8Array): Promise<TestServer> {
  return serve((_request, response) => {
    response.writeHead(status, headers);
    response.end(body);
  });
}

const JSON_TYPE = { "content-type": "application/json" };
const get = (origin: string, more: Partial<ToolText> = {}): ReturnType<typeof httpTool> =>
  httpTool({ http: `url = "${origin}/"`, ...more });

describe("a request", () => {
  it("arrives as it was declared, with its values and secrets", async () => {
    const server = await answering(201, JSON_TYPE, '{"number": 7}');
    const tool = httpTool({
      args: `[args.owner]\ntype = "string"\nrequired = true\n[args.title]\ntype = "string"\nrequired = true\n[args.n]\ntype = "integer"\n[args.draft]\ntype = "boolean"`,
      http: [
        'method = "POST"',
        `url = "${server.origin}/repos/{owner}/issues?token={_secret:query}&n={n}&at={_scan_id}"`,
        'headers = { Authorization = "Bearer {_secret:token}", X-N = "{n}" }',
        `body_template = '{"title": "{title}", "draft": {draft}, "n": {n}, "key": {_secret:token}}'`,
        "success_status = [201]",
      ].join("\n"),
      output: 'format = "json"\n[output.schema]\ntype = "object"\nrequired = ["number"]',
    });
    const args = { owner: "a b", title: 'say "hi"', draft: true };
    const outcome = await callHttp(tool, args, { secrets: { token: 'to"k', query: "q&r" } });
    expect(server.seen).toHaveLength(1);
    const [seen] = server.seen;
    const at = /&at=(\d+-[0-9a-f]{16})$/.exec(seen?.url ?? "")?.[1];
    expect(seen).toMatchObject({
      method: "POST",
      url: `/repos/a%20b/issues?token=q%26r&at=${at}`,
      body: '{"title":"say \\"hi\\"","draft":true,"key":"to\\"k"}',
      headers: { authorization: 'Bearer to"k', "content-type": "application/json", "user-agent": "toolgate" },
    });
    expect(seen?.headers["x-n"]).toBeUndefined();
    const url = `${server.origin}/repos/a%20b/issues?token={_secret:query}&at=${at}`;
    expect(outcome).toMatchObject({
      error: null,
      structured: {
        status: "success",
        scan_id: at,
        tool: "remote",
        command: `POST ${url}`,
        exit_code: 0,
        stderr: "",
        http_status: 201,
        http_method: "POST",
        http_url: url,
        http_headers: { "content-type": "application/json" },
        output_hash: `sha256:${createHash("sha256").update('{"number": 7}').digest("hex")}`,
        results: { number: 7 },
      },
      evidence: {
        status: "success",
        exitCode: null,
        stdoutBytes: 13,
        http: { method: "POST", url, status: 201, hops: 0 },
      },
      content: [{ text: '{"number":7}' }],
    });
    expect(JSON.stringify(outcome)).not.toMatch(/to\\*"k|q&r|q%26r/);
  });

  it.each(["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"])("%s", async (method) => {
    const server = await answering(200, { "content-type": "text/plain" }, method === "HEAD" ? "" : "yes");
    const outcome = await callHttp(get(server.origin, { http: `method = "${method}"\nurl = "${server.origin}/"` }), {});
    expect(outcome.error).toBeNull();
    expect(server.seen.map((request) => request.method)).toEqual([method]);
  });
});

describe("what a status means", () => {
  it.each([
    [200, "", "success", null],
    [204, "", "success", null],
    [299, "", "success", null],
    [304, "", "error", "HTTP_UNEXPECTED_STATUS"],
    [404, "", "client_error", "HTTP_CLIENT_ERROR"],
    [500, "", "server_error", "HTTP_SERVER_ERROR"],
    [503, "", "server_error", "HTTP_SERVER_ERROR"],
    [404, "success_status = [200, 404]", "success", null],
    [201, "success_status = [200]", "error", "HTTP_UNEXPECTED_STATUS"],
    [500, "error_status = [404]", "success", null],
    [404, "error_status = [404]", "client_error", "HTTP_CLIENT_ERROR"],
    [200, "error_status = [200]", "error", "HTTP_UNEXPECTED_STATUS"],
    [418, "success_status = [200]\nerror_status = [404]", "client_error", "HTTP_CLIENT_ERROR"],
  ])("%d with %j is %s", async (status, lines, word, code) => {
    const server = await answering(
      status,
      { "content-type": "text/plain" },
      status === 204 || status === 304 ? "" : "body",
    );
    const tool = httpTool({ http: `url = "${server.origin}/"\n${lines}` });
    const outcome = await callHttp(tool, {});
    expect(outcome.error?.code ?? null).toBe(code);
    expect(outcome.evidence).toMatchObject({ status: word, http: { status } });
    expect(outcome.structured).toMatchObject({ status: word, http_status: status, exit_code: code === null ? 0 : -1 });
  });

  it("keeps the body of a failure for whoever corrects the call", async () => {
    const body = '{"message": "Validation Failed", "field": "title"}';
    const server = await answering(422, JSON_TYPE, body);
    const outcome = await callHttp(get(server.origin, { output: 'format = "json"' }), {});
    expect(outcome.structured).toMatchObject({ status: "client_error", results: null, http_status: 422 });
    expect(toPlainText(outcome.content.slice(0, 1))).toBe(
      `HTTP_CLIENT_ERROR: 127.0.0.1 answered 422 Unprocessable Entity to the GET request\n${body}`,
    );
    expect(outcome.error?.hint).toContain("correct the arguments");
  });

  it.each([
    ["30", "wait 30 s before calling again"],
    ["Wed, 21 Oct 2065 07:28:00 GMT", "call again after 2065-10-21T07:28:00.000Z"],
    ["soon; rm -rf /", "it was asked too often: wait before calling again"],
    ["999999999", "it was asked too often: wait before calling again"],
  ])("says when to call again: %s", async (value, hint) => {
    const server = await answering(429, { "retry-after": value }, "slow down");
    const outcome = await callHttp(get(server.origin), {});
    expect(outcome.error?.hint).toBe(hint);
  });

  it("says which secret was not accepted, and not its value", async () => {
    const server = await answering(401, {}, "bad credentials: hunter2hunter2");
    const tool = httpTool({ http: `url = "${server.origin}/"\nheaders = { Authorization = "{_secret:api_key}" }` });
    const outcome = await callHttp(tool, {}, { secrets: { api_key: "hunter2hunter2" } });
    expect(outcome.error?.hint).toContain("`api_key`");
  });

  it("shows only headers that help", async () => {
    const headers = {
      "set-cookie": "s=1",
      server: "x",
      etag: '"1"',
      "x-ratelimit-remaining": "3",
      link: "<a>",
      "x-y": "1",
    };
    const server = await answering(200, { ...headers, "content-type": "text/plain" }, "x");
    const { structured } = await callHttp(get(server.origin), {});
    const shown = { etag: '"1"', "x-ratelimit-remaining": "3", link: "<a>", "content-type": "text/plain" };
    expect(structured).toMatchObject({ http_headers: shown });
    expect(JSON.stringify(structured)).not.toMatch(/set-cookie|x-y/);
  });
});

describe("the body of an answer", () => {
  it.each([
    ["json", JSON_TYPE, '[{"a": 1}]', [{ a: 1 }]],
    ["jsonl", {}, '{"a": 1}\n{"a": 2}\n', [{ a: 1 }, { a: 2 }]],
    ["csv", { "content-type": "text/csv" }, "a,b\n1,x\n", [{ a: 1, b: "x" }]],
    ["xml", { "content-type": "text/xml" }, "<a>1</a>", { a: { "#text": "1" } }],
    ["text", {}, "plain", { raw_output: "plain" }],
  ])("as %s", async (format, headers, body, results) => {
    const server = await answering(200, headers, body);
    const outcome = await callHttp(get(server.origin, { output: `format = "${format}"` }), {});
    expect(outcome).toMatchObject({ error: null });
    expect((outcome.structured as { results: unknown }).results).toMatchObject(results);
  });

  it.each([204, 205])("none with %d, whatever was promised", async (status) => {
    const server = await answering(status, {}, "");
    const outcome = await callHttp(get(server.origin, { output: 'format = "json"' }), {});
    expect(outcome).toMatchObject({ error: null, structured: { status: "success", results: null } });
    expect(toPlainText(outcome.content.slice(0, 1))).toBe(`(status ${status}, no body)`);
  });

  it("none of HEAD, but its headers", async () => {
    const server = await answering(200, { etag: '"7"', "content-length": "12" }, "");
    const tool = httpTool({ http: `method = "HEAD"\nurl = "${server.origin}/"`, output: 'format = "json"' });
    const outcome = await callHttp(tool, {});
    expect(outcome).toMatchObject({ error: null, structured: { results: null, http_headers: { etag: '"7"' } } });
    expect(toPlainText(outcome.content.slice(0, 1))).toContain('etag: "7"');
  });

  it("is HTML where JSON was promised", async () => {
    const server = await answering(200, { "content-type": "text/html; charset=utf-8" }, "<html>Log in</html>");
    const outcome = await callHttp(get(server.origin, { output: 'format = "json"' }), {});
    expect(outcome.error?.code).toBe("OUTPUT_UNPARSABLE");
    expect(outcome.error?.message).toContain("text/html");
    expect(outcome.structured).toMatchObject({ status: "error", results: null, http_status: 200, exit_code: -1 });
    expect(toPlainText(outcome.content.slice(0, 1))).toContain("Log in");
  });

  it("is longer than what is kept", async () => {
    const server = await answering(200, JSON_TYPE, JSON.stringify("x".repeat(1_100_000)));
    const outcome = await callHttp(get(server.origin, { output: 'format = "json"' }), {});
    expect(outcome.error?.code).toBe("OUTPUT_UNPARSABLE");
    expect(outcome.error?.hint).toContain("no key that keeps more than 1048576 bytes");
  });

  it("is empty where JSON was promised", async () => {
    const server = await answering(200, JSON_TYPE, "");
    const outcome = await callHttp(get(server.origin, { output: 'format = "json"' }), {});
    expect(outcome.error?.code).toBe("OUTPUT_UNPARSABLE");
  });

  it("does not fit its schema", async () => {
    const server = await answering(200, JSON_TYPE, '{"number": "seven"}');
    const output =
      'format = "json"\n[output.schema]\ntype = "object"\n[output.schema.properties.number]\ntype = "integer"';
    const outcome = await callHttp(get(server.origin, { output }), {});
    expect(outcome).toMatchObject({ error: { code: "OUTPUT_SCHEMA" }, structured: { results: null } });
    expect(outcome.error?.message).toContain("/number");
  });

  it.each([
    ["text/plain; charset=iso-8859-1", Buffer.from("caf\u00e9", "latin1"), "café"],
    ['text/plain; charset="UTF-16LE"', Buffer.from("café", "utf16le"), "café"],
    ["text/plain; charset=klingon", Buffer.from("café"), "café"],
    ["text/plain", Buffer.from([0x61, 0xff]), "a\ufffd"],
  ])("in %s", async (type, body, text) => {
    const server = await answering(200, { "content-type": type }, body);
    const outcome = await callHttp(get(server.origin), {});
    expect(outcome.structured).toMatchObject({ results: { raw_output: text } });
  });

  it("is named when it is no text", async () => {
    const server = await answering(200, { "content-type": "image/png" }, Buffer.from([0x89, 0x50, 0, 1]));
    const outcome = await callHttp(get(server.origin), {});
    expect(toPlainText(outcome.content.slice(0, 1))).toBe("(4 bytes of image/png, not shown)");
  });

  it("is unpacked, and hashed unpacked", async () => {
    const server = await answering(200, { ...JSON_TYPE, "content-encoding": "gzip" }, gzipSync('{"a": 1}'));
    const outcome = await callHttp(get(server.origin, { output: 'format = "json"' }), {});
    const hash = createHash("sha256").update('{"a": 1}').digest("hex");
    expect(outcome).toMatchObject({ structured: { results: { a: 1 }, output_hash: `sha256:${hash}` } });
  });

  it("is cut at the tool's limit, which is said", async () => {
    const server = await answering(200, { "content-type": "text/plain" }, "x".repeat(10_000_000));
    const text = await callHttp(get(server.origin), {});
    expect(text).toMatchObject({ error: null, evidence: { truncated: true, stdoutBytes: 10_000_000 } });
    const { results } = text.structured as { results: { raw_output: string } };
    expect(results.raw_output).toMatch(/truncated, \d+\/10000000 bytes shown\]$/);
    expect(toPlainText(text.content.slice(0, 1)).length).toBeLessThanOrEqual(50_000);
    const json = await callHttp(get(server.origin, { output: 'format = "json"' }), {});
    expect(json.error).toMatchObject({ code: "OUTPUT_UNPARSABLE" });
  });
});

describe("what goes wrong on the way", () => {
  it("a packed body that breaks off", async () => {
    const packed = gzipSync("x".repeat(100_000)).subarray(0, 60);
    const server = await answering(200, { "content-encoding": "gzip" }, packed);
    const outcome = await callHttp(get(server.origin), {});
    expect(outcome).toMatchObject({
      error: { code: "NETWORK_FAILED" },
      structured: { results: null, http_status: null },
    });
  });

  it("a body that ends before it should", async () => {
    const server = await serve((_request, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("half");
      setTimeout(() => response.destroy(), 20);
    });
    expect(await callHttp(get(server.origin), {})).toMatchObject({ error: { code: "NETWORK_FAILED" } });
  });

  it("nobody listens", async () => {
    const server = await answering(200, {}, "");
    await server.close();
    servers = [];
    const outcome = await callHttp(get(server.origin), {});
    expect(outcome).toMatchObject({
      error: { code: "NETWORK_FAILED" },
      evidence: { status: "error", stdoutHash: null },
    });
  });

  it("no answer, drop by drop, until the time is up", async () => {
    const server = await startRawServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      const drip = setInterval(() => socket.write("x-y: 1\r\n"), 50);
      socket.on("close", () => clearInterval(drip));
    });
    servers.push(server);
    const outcome = await callHttp(get(server.origin, { tool: "timeout_seconds = 1" }), {});
    expect(outcome).toMatchObject({ error: { code: "TIMEOUT" }, evidence: { status: "timeout" } });
  });

  it("a body that comes drop by drop", async () => {
    const server = await serve((_request, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write("x"), 50);
      response.on("close", () => clearInterval(drip));
    });
    const outcome = await callHttp(get(server.origin, { tool: "timeout_seconds = 1" }), {});
    expect(outcome).toMatchObject({ error: { code: "TIMEOUT" }, structured: { status: "timeout", exit_code: -1 } });
  });

  it("the caller goes away", async () => {
    const abort = new AbortController();
    const server = await serve(() => abort.abort());
    const outcome = await callHttp(get(server.origin), {}, { signal: abort.signal });
    expect(outcome).toMatchObject({ error: { code: "CANCELLED" }, evidence: { status: "cancelled" } });
  });

  it("an answer that is no HTTP", async () => {
    const server = await startRawServer((socket) => socket.end("SSH-2.0-x\r\n"));
    servers.push(server);
    expect(await callHttp(get(server.origin), {})).toMatchObject({ error: { code: "NETWORK_FAILED" } });
  });
});

describe("redirects", () => {
  it("are followed on the same host", async () => {
    const server = await serve((request, response) => {
      if (request.url === "/end") response.end("there");
      else response.writeHead(302, { location: "/end" }).end();
    });
    const outcome = await callHttp(get(server.origin), {});
    const http = { url: `${server.origin}/end`, hops: 1, status: 200 };
    expect(outcome).toMatchObject({
      error: null,
      evidence: { http },
      structured: { results: { raw_output: "there" } },
    });
  });

  it("that go round end", async () => {
    const server = await serve((request, response) => {
      response.writeHead(302, { location: request.url === "/a" ? "/b" : "/a" }).end();
    });
    expect(await callHttp(get(server.origin), {})).toMatchObject({ error: { code: "NETWORK_FAILED" } });
    expect(server.seen.length).toBeLessThan(8);
  });

  it("that never end, end", async () => {
    let at = 0;
    const server = await serve((_request, response) => void response.writeHead(302, { location: `/${at++}` }).end());
    expect(await callHttp(get(server.origin), {})).toMatchObject({ error: { code: "NETWORK_FAILED" } });
    expect(server.seen).toHaveLength(6);
  });
});
