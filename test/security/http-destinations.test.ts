import { afterEach, describe, expect, it } from "vitest";
import type { Scope } from "../../src/scope/scope.ts";
import { callHttp, httpTool, startServer } from "../support/http-tool.ts";
import type { Situation, TestServer } from "../support/http-tool.ts";

/** Where a request may end up: what a manifest, a caller, a name server and an answer could write to lead it inside. */

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

const answer = (): Promise<TestServer> => serve((_request, response) => void response.end("inside"));
const redirect = (to: () => string, status = 302): Promise<TestServer> =>
  serve((_request, response) => void response.writeHead(status, { location: to() }).end());

const NOTHING = { scope: null, scopeRequired: true, privateAddresses: [] };
const scopeOf = (more: Partial<Scope>): Scope => ({
  networks: [],
  domains: [],
  excludedNetworks: [],
  excludedDomains: [],
  ...more,
});

/** A name server that an attacker owns: each name leads to what is listed, one answer after the other. */
function names(table: Readonly<Record<string, readonly (readonly string[])[]>>): NonNullable<Situation["client"]> {
  const asked = new Map<string, number>();
  return {
    lookup: (host) => {
      const count = asked.get(host) ?? 0;
      asked.set(host, count + 1);
      const answers = table[host] ?? [];
      return Promise.resolve(answers[Math.min(count, answers.length - 1)] ?? []);
    },
  };
}

describe("places that nobody listed", () => {
  it.each([
    "127.0.0.1", "127.8.9.1", "localhost", "a.localhost", "0.0.0.0", "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]",
    "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "10.0.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1", "169.254.169.254",
    "[fe80::1]", "[fc00::1]", "[fd00:ec2::254]", "metadata.google.internal", "224.0.0.1", "255.255.255.255",
  ])("%s written by an author", async (host) => {
    const server = await answer();
    const outcome = await callHttp(httpTool({ http: `url = "http://${host}:${server.port}/"` }), {}, { reach: NOTHING });
    expect(outcome).toMatchObject({ error: { code: "NETWORK_REFUSED" }, evidence: { status: "error", http: { status: null } } });
    expect(server.seen).toEqual([]);
  }); // prettier-ignore

  it.each(["2130706433", "0x7f000001", "0x7f.1", "127.1", "0177.0.0.1", "127.0.0.1.", "①②⑦.0.0.1", "127.0.0.1@e.example"])(
    "%s is no host in a manifest",
    (host) => {
      expect(() => httpTool({ http: `url = "http://${host}/"` })).toThrow(/bad-url|url-userinfo/);
    },
  ); // prettier-ignore

  it.each(["file:///etc/passwd", "gopher://127.0.0.1/", "ftp://e.example/", "//e.example/", "/etc/passwd", "{u}", "{u}://e.example/"])(
    "%s is no URL of a manifest",
    (url) => {
      const args = '[args.u]\ntype = "url"\nrequired = true';
      expect(() => httpTool({ args, http: `url = "${url}"\nheaders = { X-A = "{u}" }` })).toThrow(/bad-url/);
    },
  ); // prettier-ignore

  it.each([
    "127.0.0.1", "::1", "::ffff:127.0.0.1", "localhost", "2130706433", "0x7f000001", "127.1", "0177.0.0.1", "017700000001",
    "127.0.0.1.", "169.254.169.254", "metadata.google.internal", "127.0.0.0/8", "good.example@127.0.0.1", "good.example#@127.0.0.1",
    "good.example:80", "good.example/x", "good.example\\@127.0.0.1", "good.example?", "file:///etc/passwd", "[::1]", "%3127.0.0.1",
    "１２７.0.0.1", "good.example\r\nHost: evil", "xn--good-x.example", "", " good.example",
  ])("%s sent by a caller", async (target) => {
    const tool = httpTool({ args: '[args.t]\ntype = "scope_target"\nrequired = true', http: 'url = "http://{t}/"' });
    const reach = { ...NOTHING, scope: scopeOf({ domains: ["good.example", "*.good.example"], networks: ["192.0.2.0/24"] }) };
    await expect(callHttp(tool, { t: target }, { reach })).rejects.toMatchObject({
      info: { code: "INVALID_ARGUMENTS", details: { issues: [{ param: "t" }] } },
    });
  }); // prettier-ignore

  it("every target, without a scope", async () => {
    const tool = httpTool({ args: '[args.t]\ntype = "ip_address"\nrequired = true', http: 'url = "http://{t}/"' });
    await expect(callHttp(tool, { t: "192.0.2.1" }, { reach: NOTHING })).rejects.toMatchObject({
      info: { code: "INVALID_ARGUMENTS" },
    });
  });
});

describe("names that lead inside", () => {
  const tool = (port: number): ReturnType<typeof httpTool> =>
    httpTool({
      args: '[args.t]\ntype = "scope_target"\nrequired = true',
      http: `url = "http://{t}:${port}/"`,
    });
  const scope = scopeOf({ domains: ["good.example", "*.good.example"] });

  it.each([
    ["at once", [["127.0.0.1"]]],
    ["beside a public address", [["192.0.32.7", "127.0.0.1"]]],
    ["as a mapped address", [["::ffff:127.0.0.1"]]],
    ["to the metadata service", [["169.254.169.254"]]],
    ["to nothing that is an address", [["127.1"]]],
  ])("%s", async (_what, answers) => {
    const server = await answer();
    const situation = { reach: { ...NOTHING, scope }, client: names({ "good.example": answers }) };
    const outcome = await callHttp(tool(server.port), { t: "good.example" }, situation);
    expect(outcome.error?.code).toBe("NETWORK_REFUSED");
    expect(server.seen).toEqual([]);
  });

  it("only reach what the operator lists by its address", async () => {
    const server = await answer();
    const client = names({ "good.example": [["127.0.0.1"]] });
    const reach = { scope, privateAddresses: ["127.0.0.1"] };
    const outcome = await callHttp(tool(server.port), { t: "good.example" }, { reach, client });
    expect(outcome).toMatchObject({ error: null, structured: { results: { raw_output: "inside" } } });
    const listed = { ...NOTHING, scope: { ...scope, networks: ["127.0.0.0/8"] } };
    expect(await callHttp(tool(server.port), { t: "good.example" }, { reach: listed, client })).toMatchObject({
      error: null,
    });
  });

  it("reach nothing that the scope excludes, whatever else lists it", async () => {
    const server = await answer();
    const client = names({ "good.example": [["127.0.0.1"]], "public.good.example": [["203.0.113.9"]] });
    const excluded = { ...scope, excludedNetworks: ["127.0.0.0/8", "203.0.113.0/24"] };
    const reach = { scope: excluded, privateAddresses: ["127.0.0.1"] };
    for (const t of ["good.example", "public.good.example"]) {
      const outcome = await callHttp(tool(server.port), { t }, { reach, client });
      expect(outcome.error?.code).toBe("NETWORK_REFUSED");
    }
    expect(server.seen).toEqual([]);
  });

  it("are checked against the scope of the moment that the request leaves", async () => {
    const server = await answer();
    const reach: { scope: Scope; scopeRequired: boolean; privateAddresses: string[] } = {
      scope: scopeOf({ networks: ["127.0.0.1"] }),
      scopeRequired: true,
      privateAddresses: ["127.0.0.1"],
    };
    const meanwhile = (): void => void (reach.scope = scopeOf({ networks: ["192.0.2.0/24"] }));
    const outcome = await callHttp(tool(server.port), { t: "127.0.0.1" }, { reach, meanwhile });
    expect(outcome.error?.code).toBe("NETWORK_REFUSED");
    expect(server.seen).toEqual([]);
  });
});

describe("redirects that lead elsewhere", () => {
  it.each([
    "http://169.254.169.254/latest/meta-data/", "http://127.0.0.2/", "http://[::1]/", "http://localhost/", "http://evil.example/",
    "file:///etc/passwd", "gopher://127.0.0.1:6379/_x", "//evil.example/", "http://user:pw@127.0.0.1/", "data:text/plain,x",
    "http://127.0.0.1:1/", "https://127.0.0.1:1/",
  ])("%s", async (to) => {
    const server = await redirect(() => to);
    const outcome = await callHttp(httpTool({ http: `url = "${server.origin}/"` }), {});
    expect(outcome.error?.code).toBe("NETWORK_REFUSED");
    expect(outcome.error?.hint).toContain(`may only reach 127.0.0.1:${server.port}, `);
    expect(server.seen).toHaveLength(1);
  }); // prettier-ignore

  it.each([301, 302, 303, 307, 308])("take no secret to another port: %d", async (status) => {
    const thief = await answer();
    const server = await redirect(() => `${thief.origin}/`, status);
    const tool = httpTool({
      http: [
        'method = "POST"',
        `url = "${server.origin}/?k={_secret:k}"`,
        'headers = { Authorization = "Bearer {_secret:k}", X-Api-Key = "{_secret:k}" }',
        `body_template = '{"k": "{_secret:k}"}'`,
      ].join("\n"),
    });
    const outcome = await callHttp(tool, {}, { secrets: { k: "hunter2hunter2" } });
    expect(outcome.error?.code).toBe("NETWORK_REFUSED");
    expect(thief.seen).toEqual([]);
    expect(JSON.stringify(outcome)).not.toContain("hunter2");
  });

  const tool = (port: number): ReturnType<typeof httpTool> =>
    httpTool({
      args: '[args.t]\ntype = "scope_target"\nrequired = true',
      http: `url = "http://{t}:${port}/"\nheaders = { Authorization = "mine", Cookie = "a=1" }`,
    });

  it("are followed inside the scope, without what belongs to the first host", async () => {
    const server = await serve((request, response) => {
      const { host = "" } = request.headers;
      if (host.startsWith("b.")) response.end("there");
      else response.writeHead(302, { location: `http://b.good.example:${host.split(":")[1] ?? ""}/` }).end();
    });
    const client = names({ "a.good.example": [["127.0.0.1"]], "b.good.example": [["127.0.0.1"]] });
    const reach = { scope: scopeOf({ domains: ["*.good.example"] }) };
    const outcome = await callHttp(tool(server.port), { t: "a.good.example" }, { reach, client });
    expect(outcome).toMatchObject({ error: null, evidence: { http: { hops: 1 } } });
    expect(server.seen.map(({ headers }) => [headers.authorization, headers.cookie])).toEqual([
      ["mine", "a=1"],
      [undefined, undefined],
    ]);
  });

  it.each(["http://c.bad.example", "http://no.good.example", "http://127.0.0.1"])("not out of it: %s", async (to) => {
    const server = await redirect(() => `${to}:${server.port}/`);
    const everywhere = [["127.0.0.1"]];
    const client = names({ "a.good.example": everywhere, "c.bad.example": everywhere, "no.good.example": everywhere });
    const reach = { scope: scopeOf({ domains: ["*.good.example"], excludedDomains: ["no.good.example"] }) };
    const outcome = await callHttp(tool(server.port), { t: "a.good.example" }, { reach, client });
    expect(outcome.error?.code).toBe("NETWORK_REFUSED");
    expect(outcome.error?.message).toContain(`after 1 redirect: ${to.slice(7)}:${server.port}: `);
    expect(outcome.error?.hint).toContain("may only reach what the scope covers");
    expect(server.seen).toHaveLength(1);
  });
});
