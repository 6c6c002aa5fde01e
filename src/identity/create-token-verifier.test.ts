import { CompactSign, exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { IssuerServer } from "../../test/fixtures/identity/issuer-server.ts";
import { startIssuer } from "../../test/fixtures/identity/issuer-server.ts";
import type { IssuerData } from "../config/server/server-auth.ts";
import { toServerAuth } from "../config/server/to-server-auth.ts";
import { createEgressClient } from "../egress/client/create-egress-client.ts";
import type { EgressClient } from "../egress/egress.ts";
import { createTokenVerifier } from "./create-token-verifier.ts";
import type { TokenVerifier } from "./token-verifier.ts";

const RESOURCE = "https://gate.example/mcp";
const NOW = Math.floor(Date.now() / 1000);

let egress: EgressClient;
let good: IssuerServer;
let other: IssuerServer;

beforeAll(async () => {
  egress = createEgressClient();
  [good, other] = await Promise.all([startIssuer(), startIssuer()]);
  await good.addKey("one");
  await other.addKey("one");
});

beforeEach(() => good.asked.splice(0));

afterAll(async () => {
  await egress.close();
  await Promise.all([good.close(), other.close()]);
});

function verifier(data: Partial<IssuerData> = {}, privateAddresses: readonly string[] = ["127.0.0.1"]): TokenVerifier {
  const auth = toServerAuth({ resource: RESOURCE, issuers: [{ issuer: good.issuer, ...data }] });
  if (auth === null) throw new Error("no issuers");
  return createTokenVerifier({ auth, egress, privateAddresses, tenant: "ours" });
}

async function refusal(token: string, data: Partial<IssuerData> = {}) {
  const verified = await verifier(data).verify(token);
  if (verified.ok) throw new Error("the token was taken");
  const signature = token.split(".")[2] ?? "";
  if (signature.length > 10) expect(verified.message).not.toContain(signature);
  return verified;
}

describe("a token of a configured issuer", () => {
  it("stands for who it names, as an agent and nothing more", async () => {
    const token = await good.sign({ roles: ["admin", "approver"], tenant: "theirs" });
    const verified = await verifier().verify(token);
    expect(verified).toEqual({
      ok: true,
      caller: {
        tenant: "ours",
        principal: `${good.issuer}#ada`,
        agent: `${good.issuer}#cursor`,
        roles: ["agent"],
        credential: `jwt:["${good.issuer}","ada","cursor"]`,
      },
    });
  });

  it.each([
    { roles: ["tg-agent"], gives: ["agent"] },
    { roles: ["tg-agent", "tg-boss"], gives: ["agent", "approver", "admin"] },
    { roles: "tg-agent other", gives: ["agent"] },
    { roles: ["admin", "approver", "agent"], gives: [] },
    { roles: ["constructor", "__proto__", "toString"], gives: [] },
    { roles: [["tg-agent"]], gives: [] },
    { roles: { "tg-agent": true }, gives: [] },
    { roles: undefined, gives: [] },
  ])("gets from the map for $roles the roles $gives", async ({ roles, gives }) => {
    const map = { "tg-agent": ["agent"], "tg-boss": ["admin", "approver"] } as const;
    const token = await good.sign({ realm: { roles } });
    const verified = await verifier({ roles_claim: "realm.roles", roles: map }).verify(token);
    expect(verified).toMatchObject({ ok: true, caller: { roles: gives } });
  });

  it.each<{ data: Partial<IssuerData>; claims: Record<string, unknown>; principal: string; agent: string }>([
    { data: { principal_prefix: "", agent_prefix: "idp:" }, claims: {}, principal: "ada", agent: "idp:cursor" },
    {
      data: { principal_prefix: "corp/", agent_prefix: "corp/" },
      claims: { client_id: undefined, azp: "cli" },
      principal: "corp/ada",
      agent: "corp/cli",
    },
    {
      data: { principal_prefix: "", agent_prefix: "idp:", agents: { agent: "ours" } },
      claims: { client_id: undefined },
      principal: "ada",
      agent: "idp:agent",
    },
    {
      data: {
        principal_prefix: "",
        principal_claim: "email",
        agent_claim: "https://x.example/bot",
        agents: { helper: "claude" },
      },
      claims: { email: "ada@x.example", email_verified: true, "https://x.example/bot": "helper" },
      principal: "ada@x.example",
      agent: "claude",
    },
    {
      data: { principal_prefix: "", agent_prefix: "idp:", agents: { "0oa1": "cursor" } },
      claims: { client_id: "__proto__" },
      principal: "ada",
      agent: "idp:__proto__",
    },
  ])("is $principal by $data", async ({ data, claims, principal, agent }) => {
    expect(await verifier(data).verify(await good.sign(claims))).toMatchObject({
      ok: true,
      caller: { principal, agent },
    });
  });

  it.each([
    { what: "one audience in a list", claims: { aud: [RESOURCE] }, data: {} },
    {
      what: "another audience that is listed",
      claims: { aud: ["account", RESOURCE] },
      data: { other_audiences: ["account"] },
    },
    { what: "clocks that differ", claims: { exp: NOW - 10, nbf: NOW + 10, iat: NOW + 10 }, data: {} },
    { what: "scopes in words", claims: { scope: "a tools:call" }, data: { scopes: ["tools:call"] } },
    { what: "scopes in a list", claims: { scp: ["tools:call"] }, data: { scopes: ["tools:call"] } },
  ])("may have $what", async ({ claims, data }) => {
    expect(await verifier(data).verify(await good.sign(claims))).toMatchObject({ ok: true });
  });

  it.each(["RS256", "PS256", "ES384", "EdDSA"])("may be signed with %s", async (alg) => {
    const key = await good.addKey(`key-${alg}`, alg);
    expect(await verifier().verify(await good.sign({}, { alg, kid: `key-${alg}` }, key))).toMatchObject({ ok: true });
  });

  it.each([
    ["/realms/one", "oauth"],
    ["/realms/one", "openid"],
  ] as const)("is found under %s by %s metadata", async (path, metadata) => {
    const issuer = await startIssuer(path, metadata);
    await issuer.addKey("one");
    const verified = await verifier({ issuer: issuer.issuer }).verify(await issuer.sign());
    await issuer.close();
    expect(verified).toMatchObject({ ok: true });
  });
});

describe("a token that does not count", () => {
  it.each<{ what: string; claims: Record<string, unknown>; message: string; data?: Partial<IssuerData> }>([
    { what: "expired", claims: { exp: NOW - 60 }, message: "has expired" },
    { what: "for ever", claims: { exp: undefined }, message: "lacks the claim `exp`" },
    { what: "for nobody", claims: { sub: undefined }, message: "lacks the claim `sub`" },
    { what: "not yet", claims: { nbf: NOW + 60 }, message: "`nbf`" },
    { what: "of the future", claims: { iat: NOW + 60 }, message: "`iat`" },
    { what: "without audience", claims: { aud: undefined }, message: `expected "${RESOURCE}"` },
    { what: "for another server", claims: { aud: "https://other.example/mcp" }, message: `expected "${RESOURCE}"` },
    { what: "for a part of us", claims: { aud: `${RESOURCE}/x` }, message: `expected "${RESOURCE}"` },
    { what: "for us in capitals", claims: { aud: RESOURCE.toUpperCase() }, message: `expected "${RESOURCE}"` },
    { what: "for others as well", claims: { aud: [RESOURCE, "https://other.example"] }, message: "as well" },
    {
      what: "for others that are listed only",
      claims: { aud: ["account"] },
      message: "not for this server",
      data: { other_audiences: ["account"] },
    },
    { what: "for objects", claims: { aud: [RESOURCE, { toString: "x" }] }, message: "as well" },
    { what: "of nobody we know", claims: { iss: "https://evil.example" }, message: 'is "https://evil.example"' },
    { what: "of no issuer", claims: { iss: undefined }, message: "is missing" },
    { what: "of an issuer that is no text", claims: { iss: { toString: 1 } }, message: "is no text" },
    { what: "of an issuer with a slash", claims: { iss: "SLASH" }, message: "expected" },
    { what: "bound to a key", claims: { cnf: { jkt: "x" } }, message: "`cnf`" },
    {
      what: "of an unverified address",
      claims: { email: "boss@x.example" },
      message: "email_verified",
      data: { principal_claim: "email" },
    },
    { what: "of a name with a line break", claims: { sub: "ada\nadmin" }, message: "`sub`" },
    { what: "of a name that hides text", claims: { sub: "ada\u202enimda" }, message: "`sub`" },
    { what: "of an agent with blanks", claims: { client_id: "a b" }, message: "`client_id`" },
    { what: "without the claim of the agent", claims: {}, message: "`bot`", data: { agent_claim: "bot" } },
    { what: "of a huge name", claims: { sub: "x".repeat(300) }, message: "`sub`" },
  ])("is refused: $what", async ({ claims, message, data }) => {
    const filled = claims["iss"] === "SLASH" ? { ...claims, iss: `${good.issuer}/` } : claims;
    expect(await refusal(await good.sign(filled), data)).toMatchObject({
      code: "invalid_token",
      message: expect.stringContaining(message) as string,
    });
  });

  it.each<{ what: string; header: Record<string, unknown>; message: string }>([
    { what: "an ID token's type", header: { typ: "id+jwt" }, message: "`typ`" },
    { what: "a logout token's type", header: { typ: "logout+jwt" }, message: "`typ`" },
    { what: "no type", header: { typ: undefined }, message: "missing" },
    { what: "a type that is no text", header: { typ: { toString: 1 } }, message: "no text" },
    { what: "an id of a key that is no text", header: { kid: { toString: 1 } }, message: "`kid`" },
    { what: "an unknown key", header: { kid: "two" }, message: 'no key with the id "two"' },
    { what: "a path for a key", header: { kid: "../../../dev/null" }, message: "no key" },
    { what: "a query for a key", header: { kid: "' UNION SELECT 'x" }, message: "no key" },
    { what: "an address for a key", header: { kid: "http://evil.example/keys" }, message: "no key" },
    { what: "control characters for a key", header: { kid: "\u001b[2J" }, message: "\\u001b" },
    { what: "a huge id of a key", header: { kid: "k".repeat(2000) }, message: "1024" },
    { what: "a key of its own", header: { jwk: { kty: "EC" } }, message: "`jwk`" },
    { what: "a place of keys of its own", header: { jku: "http://evil.example" }, message: "`jku`" },
    { what: "a certificate of its own", header: { x5c: ["MII"] }, message: "`x5c`" },
  ])("is refused for $what", async ({ header, message }) => {
    expect(await refusal(await good.sign({}, header))).toMatchObject({
      code: "invalid_token",
      message: expect.stringContaining(message) as string,
    });
    expect(good.asked.every((path) => path.startsWith("/.well-known/") || path === "/keys")).toBe(true);
  });

  it.each([{ alg: { toString: 1 } }, { alg: ["ES256"] }, { alg: 1 }, {}])(
    "is refused with the header %j",
    async (header) => {
      const [, payload] = (await good.sign()).split(".");
      const text = Buffer.from(JSON.stringify(header)).toString("base64url");
      expect((await refusal(`${text}.${payload ?? ""}.c2ln`)).message).toContain("not signed");
    },
  );

  it("is refused with a demand for extensions", async () => {
    const [, payload] = (await good.sign()).split(".");
    const header = Buffer.from(JSON.stringify({ alg: "ES256", typ: "JWT", crit: ["b64"], b64: true })).toString(
      "base64url",
    );
    expect((await refusal(`${header}.${payload ?? ""}.c2ln`)).message).toContain("`crit`");
  });

  it.each(["none", "NONE", "None"])("is refused unsigned as %s", async (alg) => {
    const unsigned = new UnsecuredJWT({ iss: good.issuer, sub: "ada", aud: RESOURCE, exp: NOW + 60 }).encode();
    const header = Buffer.from(JSON.stringify({ alg, typ: "JWT" })).toString("base64url");
    expect((await refusal(`${header}.${unsigned.split(".")[1] ?? ""}.`)).message).toContain("not signed");
  });

  it("is refused when it is signed with the public key as a shared one", async () => {
    const shared = new TextEncoder().encode(JSON.stringify(good.keys[0]));
    const claims = { iss: good.issuer, sub: "ada", aud: RESOURCE, exp: NOW + 60 };
    const token = await new SignJWT(claims).setProtectedHeader({ alg: "HS256", typ: "JWT", kid: "one" }).sign(shared);
    expect((await refusal(token)).message).toContain("shared key");
  });

  it("is refused when another key, another issuer or nobody signed it", async () => {
    const { privateKey } = await generateKeyPair("ES256");
    expect((await refusal(await good.sign({}, {}, privateKey))).message).toContain("not one of");
    expect((await refusal(await other.sign({ iss: good.issuer }))).message).toContain("not one of");
    const [header, payload] = (await good.sign()).split(".");
    expect((await refusal(`${header ?? ""}.${payload ?? ""}.`)).message).toContain("not one of");
    const changed = Buffer.from(JSON.stringify({ iss: good.issuer, sub: "eve", aud: RESOURCE, exp: NOW + 60 }));
    const signature = (await good.sign()).split(".")[2] ?? "";
    expect((await refusal(`${header ?? ""}.${changed.toString("base64url")}.${signature}`)).message).toContain(
      "not one of",
    );
  });

  it("is refused with an algorithm that the operator left out, before any key is asked for", async () => {
    expect((await refusal(await good.sign(), { algorithms: ["RS256"] })).message).toContain("expected RS256");
    expect(good.asked).toEqual([]);
  });

  it.each([
    ["a huge one", `e30.${"e".repeat(9000)}.c2ln`, "9009 characters"],
    ["an encrypted one", "e30.e30.e30.e30.e30", "JWE"],
    ["without claims", "e30.e30.", "the issuer of the token is missing"],
    ["no JSON", "eA.eA.eA", "cannot be read"],
    ["a list", "W10.W10.eA", "cannot be read"],
    ["nothing", "..", "cannot be read"],
  ])("is refused when it is %s", async (_, token, message) => {
    expect(verifier().isForeign(token)).toBe(true);
    expect((await refusal(token)).message).toContain(message);
    expect(good.asked).toEqual([]);
  });

  it("is refused when its payload is no set of claims", async () => {
    const key = await good.addKey("plain");
    const token = await new CompactSign(Buffer.from('"text"'))
      .setProtectedHeader({ alg: "ES256", typ: "JWT", kid: "plain" })
      .sign(key);
    expect((await refusal(token)).message).toContain("cannot be read");
  });

  it("lacks a scope: says which, as such", async () => {
    const scopes = ["tools:list", "tools:call"];
    expect(await refusal(await good.sign({ scope: "tools:list" }), { scopes })).toMatchObject({
      code: "insufficient_scope",
      message: "the token lacks the scope tools:call",
      scopes,
    });
  });
});

describe("the key set", () => {
  it("is fetched once for many tokens, and again for a new key", async () => {
    const issuer = await startIssuer();
    await issuer.addKey("one");
    const judge = verifier({ issuer: issuer.issuer, jwks_uri: `${issuer.issuer}/keys` });
    const tokens = await Promise.all(Array.from({ length: 20 }, (_, index) => issuer.sign({ sub: `u${index}` })));
    expect((await Promise.all(tokens.map((token) => judge.verify(token)))).every(({ ok }) => ok)).toBe(true);
    expect(issuer.asked).toEqual(["/keys"]);
    for (let turn = 0; turn < 20; turn++) await judge.verify(await issuer.sign({}, { kid: `made-up-${turn}` }));
    // Just fetched: an unknown key waits until the set may have changed.
    expect(issuer.asked).toEqual(["/keys"]);
    await issuer.close();
  });

  it.each<[string, IssuerServer["answer"], string]>([
    ["fails", (_, response) => response.writeHead(500).end(), "cannot be had"],
    ["is none", (_, response) => response.end("<html>"), "cannot be had"],
    ["is of another form", (_, response) => response.end('{"keys":{}}'), "cannot be had"],
    ["is endless", (_, response) => response.end(Buffer.alloc(300 * 1024, " ")), "longer than 262144 bytes"],
    [
      "is elsewhere",
      (_, response) => response.writeHead(302, { location: "http://127.0.0.1:1/" }).end(),
      "cannot be had",
    ],
  ])("that %s makes tokens wait, and is not asked for by each of them", async (_, answer, message) => {
    const issuer = await startIssuer();
    await issuer.addKey("one");
    issuer.answer = answer;
    const judge = verifier({ issuer: issuer.issuer, jwks_uri: `${issuer.issuer}/keys` });
    for (let turn = 0; turn < 5; turn++) {
      const verified = await judge.verify(await issuer.sign());
      expect(verified).toMatchObject({
        ok: false,
        code: "unavailable",
        message: expect.stringContaining(message) as string,
      });
    }
    await issuer.close();
    expect(issuer.asked).toHaveLength(1);
  });

  it("inside this network is only reached where the operator says so", async () => {
    const verified = await verifier({}, []).verify(await good.sign());
    expect(verified).toMatchObject({
      ok: false,
      code: "unavailable",
      message: expect.stringContaining("[network] private") as string,
    });
    expect(good.asked).toEqual([]);
  });

  it.each<[string, object, string]>([
    [
      "about another issuer",
      { issuer: "https://evil.example", jwks_uri: "https://evil.example/keys" },
      "another issuer",
    ],
    ["with keys that anybody could change", { jwks_uri: "http://keys.example/" }, "names no `jwks_uri`"],
    ["without keys", {}, "names no `jwks_uri`"],
  ])("is not taken from metadata %s", async (_, metadata, message) => {
    const issuer = await startIssuer();
    await issuer.addKey("one");
    issuer.answer = (_request, response) => response.end(JSON.stringify({ issuer: issuer.issuer, ...metadata }));
    const verified = await verifier({ issuer: issuer.issuer }).verify(await issuer.sign());
    await issuer.close();
    expect(verified).toMatchObject({
      ok: false,
      code: "unavailable",
      message: expect.stringContaining(message) as string,
    });
  });

  it("is not said to be unpublished where its issuer is in trouble", async () => {
    const issuer = await startIssuer();
    await issuer.addKey("one");
    issuer.answer = (_request, response) => response.writeHead(500).end();
    const verified = await verifier({ issuer: issuer.issuer }).verify(await issuer.sign());
    await issuer.close();
    expect(verified).toMatchObject({
      ok: false,
      code: "unavailable",
      message: expect.stringMatching(
        /oauth-authorization-server answered with HTTP 500, \S+openid-configuration/,
      ) as string,
    });
  });

  it("never makes a shared key of it count", async () => {
    const issuer = await startIssuer();
    const secret = await generateKeyPair("ES256", { extractable: true });
    issuer.keys.push({ kty: "oct", kid: "one", alg: "HS256", k: "c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LXNlY3JldA" });
    issuer.keys.push({ ...(await exportJWK(secret.privateKey)), kid: "two", alg: "ES256" });
    const judge = verifier({ issuer: issuer.issuer });
    const claims = { iss: issuer.issuer, sub: "ada", aud: RESOURCE, exp: NOW + 60 };
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: "HS256", typ: "JWT", kid: "one" })
      .sign(Buffer.from("secret-secret-secret-secret-secret"));
    expect(await judge.verify(token)).toMatchObject({ ok: false });
    await issuer.close();
  });
});
