import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HttpServer } from "../../src/server/http/create-http-server.ts";
import { createHttpServer } from "../../src/server/http/create-http-server.ts";
import type { JsonObject } from "../../src/model/json.ts";
import type { IssuerServer } from "../fixtures/identity/issuer-server.ts";
import { startIssuer } from "../fixtures/identity/issuer-server.ts";
import { INITIALIZE, send } from "../integration/mcp/http-fixture.ts";
import type { TestWorkspace } from "../support/workspace.ts";
import { createTestWorkspace } from "../support/workspace.ts";

const AUDIENCE = "urn:gate";

interface World {
  readonly issuer: IssuerServer;
  readonly workspace: TestWorkspace;
  readonly server: HttpServer;
  readonly local: string;
}

/** A token of Toolgate's own for ada's cursor; the issuer vouches for an ada with a cursor as well. */
async function open(more: string): Promise<World> {
  const issuer = await startIssuer("", "oauth", AUDIENCE);
  await issuer.addKey("one");
  const auth = `[[server.auth.issuers]]\nissuer = "${issuer.issuer}"\naudience = "${AUDIENCE}"\n${more}`;
  const rules = '[permissions]\nallow = ["session.status"]\n[network]\nprivate = ["127.0.0.1"]\n';
  const workspace = createTestWorkspace({ config: `${rules}${auth}` });
  const gateway = await workspace.open();
  const identity = { principal: "ada", agent: "cursor", roles: ["agent"], expiresAt: null } as const;
  const { token } = await gateway.runtime.control.createToken(identity, await gateway.runtime.control.owner());
  return { issuer, workspace, server: await createHttpServer(gateway.runtime, { port: 0 }), local: token };
}

async function close({ server, workspace, issuer }: World): Promise<void> {
  await server.close();
  await workspace.remove();
  await issuer.close();
}

async function ask({ server }: World, token: string, method: string, params: JsonObject): Promise<JsonObject> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const { text } = await send(new URL(server.url), { body, headers: { authorization: `Bearer ${token}` } });
  return JSON.parse(text) as JsonObject;
}

interface Called {
  readonly session: unknown;
  readonly callId: string;
}

async function call(world: World, token: string): Promise<Called> {
  const answer = await ask(world, token, "tools/call", { name: "session.status", arguments: {} });
  const { structuredContent, _meta } = answer["result"] as Readonly<Record<string, JsonObject>>;
  const outcome = _meta?.["toolgate/outcome"] as { readonly callId: string };
  return { session: structuredContent?.["session"] ?? structuredContent?.["id"], callId: outcome.callId };
}

const read = (world: World, token: string, callId: string): Promise<JsonObject> =>
  ask(world, token, "resources/read", { uri: `toolgate://audit/${callId}` });

describe("a token of an issuer for a person and a program of the same names", () => {
  let world: World;
  beforeAll(async () => void (world = await open("")));
  afterAll(() => close(world));

  it.each([["ada"], ["local-agent:cursor"], ["#ada"], ["https://other.example#ada"], ["approver-key"]])(
    "is somebody else, and works elsewhere: sub %s",
    async (sub) => {
      const foreign = await world.issuer.sign({ sub });
      const [mine, theirs] = [await call(world, world.local), await call(world, foreign)];
      expect(mine.session).toEqual(expect.any(String));
      expect(theirs.session).not.toEqual(mine.session);
    },
  );

  it("does not read the records of the other's calls, nor the other its", async () => {
    const foreign = await world.issuer.sign();
    const [mine, theirs] = [await call(world, world.local), await call(world, foreign)];
    expect(await read(world, world.local, mine.callId)).toHaveProperty("result");
    expect(await read(world, foreign, mine.callId)).toHaveProperty("error");
    expect(await read(world, world.local, theirs.callId)).toHaveProperty("error");
  });

  it("does not come into the other's session over HTTP", async () => {
    const url = new URL(world.server.url);
    const opened = await send(url, { body: INITIALIZE, headers: { authorization: `Bearer ${world.local}` } });
    const id = String(opened.headers["mcp-session-id"]);
    const headers = { authorization: `Bearer ${await world.issuer.sign()}`, "mcp-session-id": id };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/list", params: {} });
    expect((await send(url, { body, headers })).status).toBe(404);
  });
});

describe("where the operator lets an issuer speak of the same people", () => {
  let world: World;
  beforeAll(async () => {
    const shown = '[policy]\nprofile = "minimal"\n[policy.agents.cursor]\nalso_allow = ["fs.list"]\n';
    world = await open(`principal_prefix = ""\nagents = { mapped = "cursor" }\n[packs]\nfs = true\n${shown}`);
  });
  afterAll(() => close(world));

  it("a program of the issuer is not the one of ours that has its name", async () => {
    const [mine, theirs] = [await call(world, world.local), await call(world, await world.issuer.sign())];
    expect(mine.session).toEqual(expect.any(String));
    expect(theirs.session).not.toEqual(mine.session);
  });

  it("gets nothing that names the agent of ours, but for the one that the operator maps to it", async () => {
    const list = async (token: string): Promise<number> => {
      const { result } = (await ask(world, token, "tools/list", {})) as { result: { tools: readonly unknown[] } };
      return result.tools.length;
    };
    const mine = await list(world.local);
    expect(await list(await world.issuer.sign())).toBeLessThan(mine);
    expect(await list(await world.issuer.sign({ client_id: "mapped" }))).toBe(mine);
  });

  it("a record still belongs to the credential that made the call", async () => {
    const foreign = await world.issuer.sign();
    const mine = await call(world, world.local);
    expect(await read(world, foreign, mine.callId)).toHaveProperty("error");
  });

  it.each(["ada\u200b", "ada ", "\u202eada", ""])("a name that only looks like another is none: %j", async (sub) => {
    const { status } = await send(new URL(world.server.url), {
      body: INITIALIZE,
      headers: { authorization: `Bearer ${await world.issuer.sign({ sub })}` },
    });
    expect(status).toBe(401);
  });
});
