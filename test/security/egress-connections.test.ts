import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createEgressClient } from "../../src/egress/client/create-egress-client.ts";
import type { EgressResult } from "../../src/egress/egress.ts";
import { LOOPBACK, readAll, sendText, serve, serveRaw, toRequest } from "./egress-servers.fixture.ts";

afterEach(() => void vi.unstubAllEnvs());

describe("retries", () => {
  it.each([
    ["GET", 3],
    ["HEAD", 3],
    ["PUT", 3],
    ["DELETE", 3],
    ["OPTIONS", 3],
    ["POST", 1],
    ["PATCH", 1],
  ])("%s whose connections are dropped before an answer is sent %i times", async (method, times) => {
    const server = await serveRaw((socket) => void socket.once("data", () => socket.destroy()));
    const client = createEgressClient();
    const result = await client.request(toRequest(server.origin, { method }), LOOPBACK);
    expect(result.kind).toBe("failed");
    expect(server.connections()).toBe(times);
    await Promise.all([client.close(), server.close()]);
  });

  it("is answered when a later try is", async () => {
    let dropped = 0;
    const server = await serve((request, response) => {
      if (dropped++ < 2) request.socket.destroy();
      else sendText(response, "third");
    });
    const client = createEgressClient();
    expect(await client.request(toRequest(server.origin), LOOPBACK)).toMatchObject({ kind: "answered", status: 200 });
    await Promise.all([client.close(), server.close()]);
  });

  it("does not begin again once an answer began, and not beyond its time", async () => {
    const half = await serveRaw((socket) => void socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\n")));
    const client = createEgressClient();
    expect((await client.request(toRequest(half.origin), LOOPBACK)).kind).toBe("failed");
    expect(half.connections()).toBe(1);
    const gone = await serveRaw((socket) => void socket.once("data", () => socket.destroy()));
    expect((await client.request(toRequest(gone.origin, { timeoutMs: 30 }), LOOPBACK)).kind).toBe("timeout");
    await Promise.all([client.close(), half.close(), gone.close()]);
  });

  it("judges again: a name that moved to a refused address in between is refused", async () => {
    const server = await serveRaw((socket) => void socket.once("data", () => socket.destroy()));
    const answers = [["127.0.0.1"], ["10.0.0.1"]];
    const client = createEgressClient({ lookup: () => Promise.resolve(answers.shift() ?? []) });
    const result = await client.request(toRequest(`http://moving.example:${server.port}/`), LOOPBACK);
    expect(result).toMatchObject({ kind: "refused" });
    await Promise.all([client.close(), server.close()]);
  });

  it("takes the next checked address when one refuses the connection, also for POST", async () => {
    const server = await serve((_, response) => sendText(response, "here"), "127.0.0.2");
    const client = createEgressClient({ lookup: () => Promise.resolve(["127.0.0.1", "127.0.0.2"]) });
    const result = await client.request(toRequest(`http://two.example:${server.port}/`, { method: "POST" }), LOOPBACK);
    expect(result).toMatchObject({ kind: "answered", status: 200 });
    await Promise.all([client.close(), server.close()]);
  });
});

describe("connections", () => {
  it("are kept and used again", async () => {
    const server = await serve((request, response) => void readAll(request).then((body) => sendText(response, body)));
    const client = createEgressClient();
    for (let count = 0; count < 20; count++) {
      const body = new TextEncoder().encode(`body ${count}`);
      const result = await client.request(toRequest(server.origin, { method: "POST", body }), LOOPBACK);
      expect(result.kind === "answered" && Buffer.from(result.body).toString()).toBe(`body ${count}`);
    }
    expect(server.connections()).toBeLessThanOrEqual(2);
    await Promise.all([client.close(), server.close()]);
  });

  it("are all gone after close, whatever was under way", async () => {
    const before = handles();
    const silent = await serveRaw(() => undefined);
    const quick = await serve((_, response) => sendText(response, "ok"));
    const client = createEgressClient();
    await client.request(toRequest(quick.origin), LOOPBACK);
    const waiting = [1, 2, 3].map(() => client.request(toRequest(silent.origin), LOOPBACK));
    await vi.waitFor(() => expect(silent.open()).toBe(3));
    const opening = client.request(toRequest("http://127.0.0.1:9/"), LOOPBACK);
    await client.close();
    for (const result of await Promise.all([...waiting, opening])) expect(result.kind).toBe("failed");
    await vi.waitFor(() => expect(silent.open() + quick.open()).toBe(0));
    expect(await client.request(toRequest(quick.origin), LOOPBACK)).toMatchObject({ kind: "refused" });
    await Promise.all([client.close(), silent.close(), quick.close()]);
    await vi.waitFor(() => expect(handles()).toEqual(before));
  });

  it("stay few, however many places are asked", async () => {
    const server = await serve((_, response) => sendText(response, "ok"));
    const client = createEgressClient({ lookup: () => Promise.resolve(["127.0.0.1"]) });
    for (let count = 0; count < 100; count++) {
      const result = await client.request(toRequest(`http://n${count}.example:${server.port}/`), LOOPBACK);
      expect(result.kind).toBe("answered");
    }
    await vi.waitFor(() => expect(server.open()).toBeLessThanOrEqual(64));
    await Promise.all([client.close(), server.close()]);
  });

  it("leave no timer and no listener behind", async () => {
    const server = await serve((_, response) => sendText(response, "ok"));
    const client = createEgressClient();
    const { signal } = new AbortController();
    const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    await client.request(toRequest(server.origin, { signal }), LOOPBACK);
    const before = timers();
    for (let count = 0; count < 50; count++) await client.request(toRequest(server.origin, { signal }), LOOPBACK);
    expect(timers()).toBeLessThanOrEqual(before + 2);
    await Promise.all([client.close(), server.close()]);
  });

  it("never go through a proxy of the environment", async () => {
    const proxy = await serve((_, response) => sendText(response, "from the proxy"));
    const server = await serve((_, response) => sendText(response, "from the server"));
    for (const name of ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY"]) vi.stubEnv(name, proxy.origin);
    vi.stubEnv("NODE_USE_ENV_PROXY", "1");
    vi.stubEnv("NO_PROXY", "");
    const client = createEgressClient();
    const result = await client.request(toRequest(server.origin), LOOPBACK);
    expect(result.kind === "answered" && Buffer.from(result.body).toString()).toBe("from the server");
    expect(proxy.connections()).toBe(0);
    await Promise.all([client.close(), proxy.close(), server.close()]);
  });

  it("that are refused fail with a plain reason", async () => {
    const server = await serve(() => undefined);
    await server.close();
    const client = createEgressClient();
    const result = await client.request(toRequest(`${server.origin}/?token=hunter2`), LOOPBACK);
    const reason = `127.0.0.1:${server.port}: the connection was refused`;
    expect(result).toEqual({ kind: "failed", reason, hops: 0 });
    await client.close();
  });
});

function handles(): readonly string[] {
  const kinds = ["TCPSocketWrap", "TCPServerWrap", "TLSWrap", "TCPConnectWrap"];
  return process.getActiveResourcesInfo().filter((name) => kinds.includes(name));
}

describe("TLS", () => {
  it("verifies the name, whatever the environment says, and trusts added authorities", async () => {
    const certificate = makeCertificate("DNS:good.example,IP:127.0.0.1");
    const server = createTlsServer(certificate, (request, response) => sendText(response, request.headers.host ?? ""));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    const lookup = (): Promise<readonly string[]> => Promise.resolve(["127.0.0.1"]);
    const trusting = createEgressClient({ authorities: [certificate.cert], lookup });
    const strict = createEgressClient({ lookup });
    const get = (client: typeof strict, host: string): Promise<EgressResult> =>
      client.request(toRequest(`https://${host}:${port}/`), LOOPBACK);
    expect(await get(trusting, "good.example")).toMatchObject({ kind: "answered", status: 200 });
    expect(await get(trusting, "127.0.0.1")).toMatchObject({ kind: "answered", status: 200 });
    const wrong = await get(trusting, "wrong.example");
    expect(wrong.kind === "failed" ? wrong.reason : "").toContain("another host");
    const unknown = await get(strict, "good.example");
    expect(unknown.kind === "failed" ? unknown.reason : "").toContain("signed by itself");
    await Promise.all([trusting.close(), strict.close()]);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it("plain HTTP where TLS is expected, and silence, fail", async () => {
    const plain = await serve((_, response) => sendText(response, "ok"));
    const silent = await serveRaw(() => undefined);
    const client = createEgressClient({ connectTimeoutMs: 100 });
    expect((await client.request(toRequest(`https://127.0.0.1:${plain.port}/`), LOOPBACK)).kind).toBe("failed");
    const late = await client.request(toRequest(`https://127.0.0.1:${silent.port}/`, { method: "POST" }), LOOPBACK);
    expect(late.kind === "failed" ? late.reason : "").toContain("no connection came about in time");
    await Promise.all([client.close(), plain.close(), silent.close()]);
  });
});

/** Signed by itself, made by the system's openssl. */
function makeCertificate(names: string): { readonly key: string; readonly cert: string } {
  const folder = mkdtempSync(join(tmpdir(), "toolgate-tls-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const made = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=test".split(" ");
  execFileSync("openssl", [...made, "-addext", `subjectAltName=${names}`, "-keyout", key, "-out", cert], {
    stdio: "ignore",
  });
  const read = { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") };
  rmSync(folder, { recursive: true });
  return read;
}
