import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startServer } from "../../support/http-tool.ts";
import type { TestServer } from "../../support/http-tool.ts";
import { createTestWorkspace } from "../../support/workspace.ts";
import type { TestGateway, TestWorkspace } from "../../support/workspace.ts";

const SECRET = "hunter2hunter2";

let server: TestServer;
let workspace: TestWorkspace;
let gateway: TestGateway;

beforeEach(async () => {
  server = await startServer((request, response) => {
    response.writeHead(request.url === "/missing?k=hunter2hunter2" ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify({ number: 7, token: request.headers.authorization ?? null }));
  });
  const config = [
    "[permissions]",
    'allow = ["issue", "missing", "elsewhere", "unbound", "scan"]',
    "[network]",
    'private = ["127.0.0.1"]',
    "[[secrets.providers]]",
    'kind = "env"',
    "[[secrets.bind]]",
    'secret = "api"',
    'tools = ["issue", "missing", "elsewhere"]',
    'hosts = ["127.0.0.1"]',
  ].join("\n");
  workspace = createTestWorkspace({
    config,
    tools: {
      "issue.clad": tool(
        "issue",
        'method = "POST"\nurl = "ORIGIN/{x}"\nbody_template = \'{"x": "{x}"}\'\nheaders = { Authorization = "Bearer {_secret:api}" }',
        '[args.x]\ntype = "string"\nrequired = true',
      ),
      "missing.clad": tool("missing", 'url = "ORIGIN/missing?k={_secret:api}"'),
      "elsewhere.clad": tool("elsewhere", 'url = "https://localhost:1/?k={_secret:api}"'),
      "unbound.clad": tool("unbound", 'url = "ORIGIN/?k={_secret:other}"'),
      "scan.clad": tool("scan", 'url = "http://{t}/"', '[args.t]\ntype = "scope_target"\nrequired = true'),
      "private.clad": tool("asked", 'url = "ORIGIN/asked?k={_secret:api}"'),
    },
  });
  workspace.env["TOOLCLAD_SECRET_API"] = SECRET;
  process.env["TOOLCLAD_SECRET_API"] = SECRET;
  gateway = await workspace.open();
});

afterEach(async () => {
  delete process.env["TOOLCLAD_SECRET_API"];
  await workspace.remove();
  await server.close();
});

function tool(name: string, http: string, args = ""): string {
  const text = http.replaceAll("ORIGIN", server.origin);
  return `[tool]\nname = "${name}"\ndescription = "d"\nrisk_tier = "low"\n${args}\n[http]\n${text}\n[output]\nformat = "json"\n`;
}

/** Every record of the audit, as it is stored. */
async function records(): Promise<string> {
  return JSON.stringify(await gateway.runtime.control.audit.query({}));
}

describe("an HTTP tool behind the gate", () => {
  it("runs with its secret, which nobody gets to see", async () => {
    const outcome = await gateway.call("issue", { x: "a b" });
    expect(outcome).toMatchObject({
      status: "success",
      structured: { status: "success", http_status: 200, results: { number: 7, token: "Bearer [REDACTED]" } },
    });
    expect(server.seen[0]).toMatchObject({ url: "/a%20b", headers: { authorization: `Bearer ${SECRET}` } });
    expect(JSON.stringify(outcome)).not.toContain(SECRET);
    const kept = await records();
    expect(kept).toContain("/a%20b");
    expect(kept).not.toContain(SECRET);
  });

  it("fails with the class of its status", async () => {
    const outcome = await gateway.call("missing");
    expect(outcome).toMatchObject({
      status: "failed",
      error: { code: "HTTP_CLIENT_ERROR" },
      evidence: { status: "client_error", http: { url: `${server.origin}/missing?k={_secret:api}` } },
    });
    expect(JSON.stringify(outcome) + (await records())).not.toContain(SECRET);
  });

  it("sends nothing without its secret, or to a host that the secret is not for", async () => {
    expect(await gateway.call("unbound")).toMatchObject({ status: "refused", step: "execute" });
    expect(await gateway.call("elsewhere")).toMatchObject({ error: { code: "SECRET_NOT_BOUND" } });
    expect(server.seen).toEqual([]);
  });

  it("is pointed nowhere without a scope", async () => {
    expect(await gateway.call("scan", { t: "192.0.2.1" })).toMatchObject({ error: { code: "INVALID_ARGUMENTS" } });
  });

  it("asks first like any other tool", async () => {
    const outcome = await gateway.call("asked", {}, { hold: false });
    expect(outcome).toMatchObject({ status: "pending" });
    expect(server.seen).toEqual([]);
    expect(JSON.stringify(outcome) + (await records())).not.toContain(SECRET);
  });
});
