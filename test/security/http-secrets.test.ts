import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createHttpBackend } from "../../src/backends/http/http-backend.ts";
import type { AdmittedCall } from "../../src/model/call.ts";
import { callHttp, httpTool, planCall, startServer } from "../support/http-tool.ts";
import type { TestServer } from "../support/http-tool.ts";

/** Ways in which a secret of a request could reach somebody who must not have it. */

const SECRET = "hunter2/hunter2&x y";

let server: TestServer;
let redirectTo: string | null = null;

beforeEach(async () => {
  redirectTo = null;
  server = await startServer((request, response) => {
    if (redirectTo === null || request.url === redirectTo) response.end("ok");
    else response.writeHead(302, { location: redirectTo }).end();
  });
});

afterEach(async () => {
  await server.close();
});

const keyed = (place: string): ReturnType<typeof httpTool> =>
  httpTool({ http: place.replaceAll("ORIGIN", server.origin) });
const BY_HEADER = 'url = "ORIGIN/"\nheaders = { Authorization = "Bearer {_secret:api}" }';
const BY_QUERY = 'url = "ORIGIN/?k={_secret:api}"';
const BY_PATH = 'url = "ORIGIN/bot{_secret:api}/send"';

const spelled = (value: string): readonly string[] => [value, encodeURIComponent(value), encodeURI(value)];

describe("the URL that is shown", () => {
  it.each([
    [BY_QUERY, "/?k={_secret:api}"],
    [BY_PATH, "/bot{_secret:api}/send"],
  ])("names the secret of %s", async (http, shown) => {
    const outcome = await callHttp(keyed(http), {}, { secrets: { api: SECRET } });
    expect(server.seen[0]?.url).toContain(encodeURIComponent(SECRET));
    expect(outcome.evidence?.http?.url).toBe(server.origin + shown);
    expect(outcome.structured).toMatchObject({
      command: `GET ${server.origin}${shown}`,
      http_url: server.origin + shown,
    });
    for (const value of spelled(SECRET)) expect(JSON.stringify(outcome)).not.toContain(value);
  });

  it.each(["/next?k=", "/next/", "/next?other=1&k="])(
    "leaves it out where a redirect to %s quotes it",
    async (start) => {
      redirectTo = start + encodeURIComponent(SECRET);
      const outcome = await callHttp(keyed(BY_QUERY), {}, { secrets: { api: SECRET } });
      expect(outcome).toMatchObject({ error: null, evidence: { http: { hops: 1 } } });
      for (const value of spelled(SECRET)) expect(JSON.stringify(outcome.evidence)).not.toContain(value);
    },
  );

  it("leaves it out when the request fails", async () => {
    await server.close();
    const outcome = await callHttp(keyed(BY_QUERY), {}, { secrets: { api: SECRET } });
    expect(outcome.error?.code).toBe("NETWORK_FAILED");
    for (const value of spelled(SECRET)) expect(JSON.stringify(outcome)).not.toContain(value);
    server = await startServer(() => undefined);
  });
});

describe("a server that says a secret back", () => {
  const BASE64 = Buffer.from(`user:${SECRET}`).toString("base64");
  it.each([
    ["as it is", SECRET],
    ["in JSON", JSON.stringify({ k: SECRET })],
    ["percent-encoded", encodeURIComponent(SECRET)],
    ["in base64 with a user name", BASE64],
    ["in hex", Buffer.from(SECRET).toString("hex")],
  ])("%s", async (_what, said) => {
    for (const status of [200, 401, 500]) {
      const echo = await startServer((_request, response) => {
        response.writeHead(status, { etag: said.replace(/[^\x21-\x7e]/g, "_"), link: said, "retry-after": said });
        response.end(`you sent ${said}`);
      });
      const tool = httpTool({ http: BY_HEADER.replaceAll("ORIGIN", echo.origin) });
      const outcome = JSON.stringify(await callHttp(tool, {}, { secrets: { api: SECRET } }));
      await echo.close();
      expect(outcome).not.toContain(said);
      for (const value of spelled(SECRET)) expect(outcome).not.toContain(value);
    }
  });
});

describe("a secret that cannot be sent", () => {
  it.each([
    ["a line break in a header", BY_HEADER, "abc\r\nX-Admin: 1", "SECRET_UNAVAILABLE"],
    ["the line end of a file in a header", BY_HEADER, "abc\n", "SECRET_UNAVAILABLE"],
    ["NUL in a header", BY_HEADER, "abc\0", "SECRET_UNAVAILABLE"],
    ["steps in a path", 'url = "ORIGIN/{_secret:api}/x"', "..", "SECRET_UNAVAILABLE"],
    ["nothing in it", BY_QUERY, "", "SECRET_UNAVAILABLE"],
    ["nothing at all", BY_QUERY, undefined, "SECRET_MISSING"],
  ])("%s sends nothing and says nothing of it", async (_what, http, value, code) => {
    const secrets = value === undefined ? { other: "x" } : { api: value };
    const outcome = callHttp(keyed(http), {}, { secrets });
    await expect(outcome).rejects.toMatchObject({ name: "Refused", step: "execute", info: { code } });
    const words = await outcome.catch((error: unknown) => JSON.stringify(error));
    expect(words).not.toContain("X-Admin");
    expect(server.seen).toEqual([]);
  });
});

describe("a secret that looks like something else", () => {
  it.each(["{_secret:other}", "{x}", "$&", "%s", '"}, "admin": {"a": "', "ab", "a=b&admin=1", "../../admin"])(
    "%s is sent as it is",
    async (value) => {
      const tool = keyed(
        `method = "POST"\n${BY_QUERY}\nbody_template = '{"k": "{_secret:api}", "v": {_secret:api}}'\nheaders = { X-K = "{_secret:api}" }`,
      );
      await callHttp(tool, {}, { secrets: { api: value, other: "never" } });
      const [seen] = server.seen;
      expect(JSON.parse(seen?.body ?? "")).toEqual({ k: value, v: value });
      expect(seen?.headers["x-k"]).toBe(value);
      expect([...new URL(seen?.url ?? "", server.origin).searchParams]).toEqual([["k", value]]);
    },
  ); // prettier-ignore
});

describe("who gets a secret", () => {
  it.each([
    ["a target", "scope_target", "https://{t}/"],
    ["an address", "ip_address", "https://{t}/"],
    ["a port", "port", "https://api.example:{t}/"],
  ])("is never chosen by %s of the caller", (_what, type, url) => {
    const args = `[args.t]\ntype = "${type}"\nrequired = true`;
    const http = `url = "${url}"\nheaders = { Authorization = "{_secret:api}" }`;
    expect(() => httpTool({ args, http })).toThrow("secret-to-any-host");
  });

  it("not even when a plan says so", async () => {
    const tool = keyed(BY_HEADER);
    const plan = { ...planCall(tool, {}), scopeChecked: true };
    const sent = (): Promise<never> => Promise.reject(new Error("sent"));
    const client = { request: sent, stream: sent, close: () => Promise.resolve() };
    const reach = { scope: null, scopeRequired: false, privateAddresses: ["127.0.0.1"] };
    const backend = createHttpBackend({ client, reach: () => reach });
    const context = { signal: new AbortController().signal, sealed: {}, secrets: { api: SECRET } };
    const call = { tool, plan } as unknown as AdmittedCall;
    await expect(backend.run(call, context)).rejects.toThrow("would send a secret to a host that its caller chose");
  });
});
