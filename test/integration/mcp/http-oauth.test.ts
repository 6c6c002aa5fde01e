import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HttpServer } from "../../../src/server/http/create-http-server.ts";
import { createHttpServer } from "../../../src/server/http/create-http-server.ts";
import type { IssuerServer } from "../../fixtures/identity/issuer-server.ts";
import { startIssuer } from "../../fixtures/identity/issuer-server.ts";
import type { TestGateway, TestWorkspace } from "../../support/workspace.ts";
import { createTestWorkspace } from "../../support/workspace.ts";
import { connect, INITIALIZE, send } from "./http-fixture.ts";
import type { Answer } from "./http-fixture.ts";

const AUDIENCE = "urn:gate";

let issuer: IssuerServer;
let workspace: TestWorkspace;
let gateway: TestGateway;
let server: HttpServer;
let url: URL;

beforeAll(async () => {
  issuer = await startIssuer("/tenant", "openid", AUDIENCE);
  await issuer.addKey("one");
  workspace = createTestWorkspace({
    config: [
      "[permissions]\nallow = ['session.status', 'fs.list']",
      "[packs]\nfs = true",
      '[network]\nprivate = ["127.0.0.1"]',
      `[[server.auth.issuers]]\nissuer = "${issuer.issuer}"\naudience = "${AUDIENCE}"\nscopes = ["tools"]`,
      'roles_claim = "groups"\nprincipal_prefix = "corp/"\nagent_prefix = "corp/"',
      'roles = { staff = ["agent"], lead = ["approver"] }',
    ].join("\n"),
  });
  gateway = await workspace.open();
  server = await createHttpServer(gateway.runtime, { port: 0 });
  url = new URL(server.url);
});

afterAll(async () => {
  await server.close();
  await workspace.remove();
  await issuer.close();
});

const good = { scope: "openid tools", groups: ["staff"] };

function post(token: string, headers: Record<string, string> = {}): Promise<Answer> {
  const authorization = token === "" ? "" : `Bearer ${token}`;
  return send(url, { body: INITIALIZE, headers: { authorization, ...headers } });
}

describe("a server with an identity provider", () => {
  it.each(["legacy", "modern"] as const)("serves whoever it vouches for, as who that is (%s)", async (era) => {
    const client = await connect(url, era, {}, await issuer.sign(good));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("fs.list");
    await client.callTool({ name: "fs.list", arguments: { path: "." } });
    await client.close();
    const [record] = await gateway.runtime.control.audit.query({ limit: 1 });
    expect(JSON.stringify(record)).toContain('"principal":"corp/ada"');
    expect(JSON.stringify(record)).toContain('"agent":"corp/cursor"');
  });

  it.each([["/.well-known/oauth-protected-resource"], ["/.well-known/oauth-protected-resource/mcp"]])(
    "says at %s who gives out tokens",
    async (path) => {
      const answer = await send(url, { method: "GET", path, headers: { authorization: "" } });
      expect(answer.status).toBe(200);
      expect(JSON.parse(answer.text)).toEqual({
        resource: server.url,
        authorization_servers: [issuer.issuer],
        bearer_methods_supported: ["header"],
        scopes_supported: ["tools"],
        resource_name: "Toolgate",
      });
      const foreign = await send(url, { method: "GET", path, headers: { host: "evil.example" } });
      expect(foreign.status).toBe(403);
    },
  );

  it("sends whoever has no token there, and says nothing of an error", async () => {
    const answer = await post("");
    const place = `${url.origin}/.well-known/oauth-protected-resource/mcp`;
    expect(answer.status).toBe(401);
    expect(answer.headers["www-authenticate"]).toBe(`Bearer resource_metadata="${place}", scope="tools"`);
  });

  it("says of a bad token what is wrong, without what it holds", async () => {
    const token = await issuer.sign({ ...good, exp: 1 });
    const answer = await post(token);
    expect(answer.status).toBe(401);
    expect(answer.headers["www-authenticate"]).toMatch(
      /error="invalid_token", error_description="the token has expired \('exp'\)"$/,
    );
    expect(answer.text).not.toContain(token.split(".")[2]);
  });

  it("asks for the scope that is missing", async () => {
    const answer = await post(await issuer.sign({ ...good, scope: "openid" }));
    expect(answer.status).toBe(403);
    expect(answer.headers["www-authenticate"]).toMatch(/scope="tools", error="insufficient_scope"/);
  });

  it.each([
    ["a group that gives nothing", { ...good, groups: ["guests"] }],
    ["no group", { ...good, groups: undefined }],
    ["an approver's group alone", { ...good, groups: ["lead"] }],
    ["a role of ours that nobody mapped", { ...good, groups: ["agent", "admin"] }],
  ])("lets nobody in with %s", async (_, claims) => {
    const answer = await post(await issuer.sign(claims));
    expect(answer.status).toBe(403);
    expect(answer.headers["www-authenticate"]).toContain('error="insufficient_scope"');
  });

  it("keeps what it says of a token between the quotes of its header", async () => {
    const answer = await post(await issuer.sign({ ...good, aud: [AUDIENCE, 'x", error="none\r\nx-evil: 1'] }));
    expect(answer.status).toBe(401);
    const challenge = String(answer.headers["www-authenticate"]);
    expect(challenge.match(/"/g)).toHaveLength(8);
    expect(answer.headers["x-evil"]).toBeUndefined();
  });

  it("takes its own tokens all the same, each for the agent that it was made for", async () => {
    const owner = await gateway.runtime.control.owner();
    const made = { principal: "grace", roles: ["agent"], expiresAt: null } as const;
    for (const agent of ["cursor", "claude"]) {
      const { token } = await gateway.runtime.control.createToken({ ...made, agent }, owner);
      const client = await connect(url, "modern", {}, token);
      await client.callTool({ name: "fs.list", arguments: { path: "." } });
      await client.close();
      const [record] = await gateway.runtime.control.audit.query({ limit: 1 });
      expect(JSON.stringify(record)).toContain(`"agent":"${agent}"`);
      expect(JSON.stringify(record)).toContain('"principal":"grace"');
    }
  });

  it("takes no session of another credential", async () => {
    const opened = await post(await issuer.sign(good));
    const session = String(opened.headers["mcp-session-id"]);
    const renewed = { ...good, jti: "another" };
    const statuses = [];
    for (const claims of [renewed, { ...good, sub: "eve" }, { ...good, client_id: "other" }]) {
      const headers = { authorization: `Bearer ${await issuer.sign(claims)}`, "mcp-session-id": session };
      statuses.push(
        (await send(url, { method: "DELETE", headers: { ...headers, "mcp-protocol-version": "2025-11-25" } })).status,
      );
    }
    expect(statuses.toSorted()).toEqual([200, 404, 404]);
  });

  it("never puts a token of either kind into its audit", async () => {
    const token = await issuer.sign(good);
    await post(token);
    const records = await gateway.runtime.control.audit.query({ limit: 1000 });
    expect(JSON.stringify(records)).not.toContain(token.split(".")[2]);
  });
});
