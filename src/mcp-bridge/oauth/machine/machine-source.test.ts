import { generateKeyPairSync } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readClaims } from "../../../../test/fixtures/identity/authorization-server.ts";
import type { UpstreamAuthData } from "../../../config/mcp/upstream-auth.ts";
import { UpstreamError } from "../../upstream.ts";
import type { ServerOAuth } from "../create-server-auth.ts";
import type { OAuthWorld } from "../oauth.fixture.ts";
import { createOAuthWorld } from "../oauth.fixture.ts";
import { expectJwt } from "./expect-jwt.ts";

let oauth: OAuthWorld;
let provider: OAuthWorld;

beforeEach(async () => {
  [oauth, provider] = await Promise.all([createOAuthWorld(), createOAuthWorld()]);
});

afterEach(async () => {
  await oauth.close();
  await provider.close();
});

const machine = (auth: UpstreamAuthData = {}): ServerOAuth =>
  oauth.auth(
    oauth.server({
      grant: "client_credentials",
      issuer: oauth.remote.issuer,
      client_id: "gate",
      client_secret: "docs-secret",
      ...auth,
    }),
  );
const forms = (world: OAuthWorld = oauth): readonly object[] =>
  world.remote.tokenRequests.map(({ form }) => Object.fromEntries(form));

async function failure(work: Promise<unknown> | undefined): Promise<UpstreamError> {
  const error: unknown = await (work ?? Promise.resolve()).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UpstreamError);
  const shown = JSON.stringify([(error as Error).message, (error as UpstreamError).hint]);
  for (const value of Object.values(oauth.secrets)) expect(shown).not.toContain(value);
  return error as UpstreamError;
}

/** A JWT of somebody whom nobody here asks. */
const toJwt = (claims: object): string =>
  [{ alg: "none" }, claims, "signature"]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
const later = (): number => Math.floor(Date.now() / 1000) + 300;

describe("a machine with a key", () => {
  const key = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;

  it("signs for the issuer that the operator named, and sends no secret", async () => {
    oauth.secrets["docs-key"] = key.export({ type: "pkcs8", format: "pem" }) as string;
    const evil = "https://evil.example/token";
    oauth.remote.resource = { authorization_servers: [evil] };
    const auth = machine({ client_secret: undefined, private_key: "docs-key", key_id: "k1" });
    expect(await auth.provider?.token()).toMatch(/^access-/);
    const [form] = forms() as readonly Record<string, string>[];
    expect(form).toMatchObject({
      client_id: "gate",
      grant_type: "client_credentials",
      resource: oauth.remote.serverUrl,
    });
    expect(readClaims(form?.["client_assertion"] ?? "")).toMatchObject({
      iss: "gate",
      sub: "gate",
      aud: oauth.remote.issuer,
    });
    expect(oauth.remote.tokenRequests[0]?.authorization).toBeUndefined();
    expect(oauth.opened).toEqual(["docs-key for 127.0.0.1"]);
    expect(auth.secretValues()).toContain(oauth.secrets["docs-key"]);
  });

  it("that cannot be read asks nobody", async () => {
    oauth.secrets["docs-key"] = "no key at all";
    const auth = machine({ client_secret: undefined, private_key: "docs-key" });
    expect((await failure(auth.provider?.token())).message).toContain("its private key cannot be used");
    expect(forms()).toEqual([]);
  });
});

describe("a workload", () => {
  const workload = (): ServerOAuth =>
    machine({ grant: "workload_identity", client_id: undefined, client_secret: undefined, assertion: "pod-token" });

  it("shows what its platform gave it, as it is at that moment, and is nobody besides", async () => {
    const auth = workload();
    oauth.secrets["pod-token"] = `${toJwt({ sub: "pod", exp: later() })}\n`;
    await auth.provider?.token();
    oauth.secrets["pod-token"] = toJwt({ sub: "pod", exp: later() + 3600, n: 2 });
    oauth.ahead += 3_590_000;
    await auth.provider?.token();
    const shown = forms() as readonly Record<string, string>[];
    expect(shown.map((form) => readClaims(form["assertion"] ?? "")["n"] ?? 1)).toEqual([1, 2]);
    expect(shown[0]).toEqual({
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      assertion: expect.stringMatching(/^[^\n]+$/) as string,
      resource: oauth.remote.serverUrl,
    });
  });

  it("asks once where it is refused, however many calls come, and not as somebody else", async () => {
    oauth.secrets["pod-token"] = toJwt({ exp: later() });
    oauth.remote.answer = (response) => response.writeHead(400).end('{"error":"invalid_scope"}');
    const auth = workload();
    const { message, hint } = await failure(auth.provider?.token());
    expect(message).toBe("the authorization server refused (invalid_scope)");
    expect(hint).not.toContain("login");
    for (let n = 0; n < 20; n += 1) await failure(auth.provider?.token());
    expect(forms()).toHaveLength(1);
    oauth.ahead += 11_000;
    await failure(auth.provider?.token());
    expect(forms()).toHaveLength(2);
  });

  it.each([
    ["", "is no JWT"],
    ["a.b.c", "is no JWT"],
    [toJwt([]), "is no JWT"],
    [toJwt({ exp: "soon" }), "is no JWT"],
    [`${toJwt({ exp: 9e9 })} ${toJwt({})}`, "is no JWT"],
    [toJwt({ exp: 1000 }), "ran out at 1970-01-01T00:16:40.000Z"],
  ])("shows %j to nobody", (text, message) => {
    expect(() => expectJwt(text, "assertion", 2_000_000)).toThrow(message);
  });
});

describe("an organisation", () => {
  const enterprise = (): ServerOAuth =>
    machine({
      grant: "enterprise",
      idp_issuer: provider.remote.issuer,
      idp_client_id: "gate-at-idp",
      idp_client_secret: "idp-secret",
      id_token: "person",
      scopes: ["read"],
    });
  const grant = toJwt({ aud: "x", exp: later() });
  const answer = (body: object): void => {
    provider.remote.answer = (response) => response.writeHead(200).end(JSON.stringify(body));
  };

  beforeEach(() => {
    oauth.secrets["person"] = toJwt({ sub: "ada", exp: later() });
    oauth.secrets["idp-secret"] = "only-for-the-provider";
  });

  it("has its provider grant what the person may, for one server, and each side gets its own secrets alone", async () => {
    answer({ access_token: grant, issued_token_type: "urn:ietf:params:oauth:token-type:id-jag", token_type: "N_A" });
    const auth = enterprise();
    expect(await auth.provider?.token()).toMatch(/^access-/);
    expect(forms(provider)).toEqual([
      {
        grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
        requested_token_type: "urn:ietf:params:oauth:token-type:id-jag",
        audience: oauth.remote.issuer,
        resource: oauth.remote.serverUrl,
        scope: "read",
        subject_token: oauth.secrets["person"],
        subject_token_type: "urn:ietf:params:oauth:token-type:id_token",
      },
    ]);
    expect(forms()).toEqual([
      {
        grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
        assertion: grant,
        resource: oauth.remote.serverUrl,
        scope: "read",
      },
    ]);
    expect(provider.remote.tokenRequests[0]?.authorization).toBe(`Basic ${btoa("gate-at-idp:only-for-the-provider")}`);
    expect(oauth.remote.tokenRequests[0]?.authorization).toBe(`Basic ${btoa("gate:machine-secret-value")}`);
    expect(auth.secretValues()).toEqual(
      expect.arrayContaining([grant, oauth.secrets["person"], "only-for-the-provider"]),
    );
  });

  it.each<[string, object]>([
    [
      "another kind of token",
      { access_token: grant, issued_token_type: "urn:ietf:params:oauth:token-type:access_token" },
    ],
    ["no token", { issued_token_type: "urn:ietf:params:oauth:token-type:id-jag" }],
    ["what is none", { access_token: "x", issued_token_type: "urn:ietf:params:oauth:token-type:id-jag" }],
  ])("passes on no %s", async (_, body) => {
    answer(body);
    await failure(enterprise().provider?.token());
    expect(forms()).toEqual([]);
  });

  it("trusts no provider that says it is another one", async () => {
    provider.remote.metadata = { issuer: "https://idp.example" };
    expect((await failure(enterprise().provider?.token())).message).toContain("says of itself that it is");
    provider.remote.metadata = { token_endpoint: "http://idp.example/token" };
    expect((await failure(enterprise().provider?.token())).message).toContain("not `https`");
    expect([...forms(provider), ...forms()]).toEqual([]);
  });
});

describe("a machine that is asked for more", () => {
  const forbid = (scope: string): Response =>
    new Response(null, {
      status: 403,
      headers: { "www-authenticate": `Bearer error="insufficient_scope", scope="${scope}"` },
    });

  it("asks for both, once for many calls, and stays with it", async () => {
    const auth = machine();
    const scopes = (): readonly unknown[] => oauth.remote.tokenRequests.map(({ form }) => form.get("scope"));
    oauth.remote.challenge = 'Bearer scope="base"';
    await auth.provider?.token();
    const call = auth.sign((_, init) => {
      const token = new Headers(init?.headers).get("authorization")?.slice(7);
      return Promise.resolve(token === first ? forbid("write admin") : new Response("ok"));
    });
    const first = await auth.provider?.token();
    const headers = { authorization: `Bearer ${first ?? ""}` };
    const all = await Promise.all(Array.from({ length: 10 }, () => call(oauth.remote.serverUrl, { headers })));
    expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(scopes()).toEqual(["base", "base write admin"]);
    oauth.ahead += 3_590_000;
    await auth.provider?.token();
    expect(scopes().at(-1)).toBe("base write admin");
  });

  it.each<[string, UpstreamAuthData, string]>([
    ["what the operator did not list", { scopes: ["read"] }, "`scopes` of its `auth` lists read"],
    ["nothing", {}, "does not say what would be"],
  ])("does not ask for %s", async (_, auth, message) => {
    const login = machine(auth);
    const token = (await login.provider?.token()) ?? "";
    const call = login.sign(() => Promise.resolve(forbid(message.includes("lists") ? "write" : "")));
    const error = await failure(call(oauth.remote.serverUrl, { headers: { authorization: `Bearer ${token}` } }));
    expect(error.message).toContain(message);
    expect(forms()).toHaveLength(1);
  });

  it("does not ask endlessly, whatever the server thinks of next", async () => {
    const auth = machine();
    let n = 0;
    const call = auth.sign(() => Promise.resolve(forbid(`scope-${(n += 1)}`)));
    for (let turn = 0; turn < 30; turn += 1) {
      const headers = { authorization: `Bearer ${(await auth.provider?.token()) ?? ""}` };
      await failure(call(oauth.remote.serverUrl, { headers }));
    }
    expect(forms()).toHaveLength(11);
  });
});

describe("a storm of refusals", () => {
  it("asks for no other token for a while where a new one is not taken", async () => {
    const auth = machine();
    const refused = { response: new Response(null, { status: 401 }) } as never;
    const call = auth.sign(() => Promise.resolve(new Response(null, { status: 401 })));
    const turn = async (): Promise<unknown> => {
      const headers = { authorization: `Bearer ${(await auth.provider?.token()) ?? ""}` };
      await call(oauth.remote.serverUrl, { headers });
      return auth.provider?.onUnauthorized?.(refused).catch((error: unknown) => error);
    };
    for (let n = 0; n < 20; n += 1) await turn();
    expect(forms()).toHaveLength(1);
    oauth.ahead += 6000;
    for (let n = 0; n < 20; n += 1) expect(await turn()).toBeInstanceOf(UpstreamError);
    expect(forms()).toHaveLength(1);
    oauth.ahead += 60_000;
    await turn();
    expect(forms()).toHaveLength(2);
  });
});
