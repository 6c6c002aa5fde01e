import { generateKeyPairSync } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { jwtVerify } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AuthorizationServer } from "../../../../test/fixtures/identity/authorization-server.ts";
import { readClaims, startAuthorizationServer } from "../../../../test/fixtures/identity/authorization-server.ts";
import { createEgressClient } from "../../../egress/client/create-egress-client.ts";
import { createOAuthFetch } from "../oauth-fetch.ts";
import { createProofKey } from "../proof/proof-key.ts";
import { createProofNonces } from "../proof/proof-nonces.ts";
import { authenticateWith } from "./authenticate-with.ts";
import type { TokenClient } from "./authenticate-with.ts";
import { requestTokens } from "./request-tokens.ts";
import type { Asking, TokenRequest } from "./request-tokens.ts";
import { signAsClient } from "./sign-as-client.ts";

let remote: AuthorizationServer;
let asking: Asking;
const egress = createEgressClient();

beforeAll(async () => {
  remote = await startAuthorizationServer();
});

afterAll(async () => {
  await remote.close();
  await egress.close();
});

beforeEach(() => {
  remote.tokenRequests.splice(0);
  Object.assign(remote, { answer: null, nonce: null });
  asking = { fetch: createOAuthFetch(egress, ["127.0.0.1"], 500), nonces: createProofNonces(), now: () => 1000 };
});

const request = (change: Partial<TokenRequest> = {}, endpoint = `${remote.issuer}/token`): TokenRequest => ({
  metadata: {
    issuer: remote.issuer,
    authorization_endpoint: remote.issuer,
    token_endpoint: endpoint,
    response_types_supported: ["code"],
  },
  client: { client_id: "gate" },
  params: { grant_type: "client_credentials" },
  resource: remote.serverUrl,
  scopes: ["a", "b"],
  proofKey: null,
  ...change,
});

const answer = (body: unknown, status = 200): void => {
  remote.answer = (response) => response.writeHead(status).end(typeof body === "string" ? body : JSON.stringify(body));
};
const good = { access_token: "t", token_type: "Bearer" };

describe("the answer of a token endpoint", () => {
  it.each<[object, object]>([
    [good, { accessToken: "t", refreshToken: null, expiresAt: null, scope: null, proofKey: null, asked: ["a", "b"] }],
    [
      { ...good, expires_in: 60, scope: "x y" },
      { expiresAt: 61_000, scope: "x y" },
    ],
    [{ ...good, expires_in: "60" }, { expiresAt: 61_000 }],
    [{ ...good, expires_in: 1e300 }, { expiresAt: 1000 + 366 * 24 * 3_600_000 }],
    [{ ...good, expires_in: -5 }, { expiresAt: null }],
    [{ ...good, expires_in: "soon" }, { expiresAt: null }],
    [{ ...good, refresh_token: "r\n" }, { refreshToken: null }],
    [{ ...good, scope: '"evil" ok' }, { scope: "ok" }],
    [{ ...good, scope: 5, issuer: "https://evil.example" }, { scope: null }],
  ])("%j", async (body, tokens) => {
    answer(body);
    expect(await requestTokens(request(), asking)).toMatchObject(tokens);
  });

  it.each<[unknown, string]>([
    [{ ...good, access_token: "line\r\nx-evil: 1" }, "the answer is not OAuth"],
    [{ ...good, access_token: "x".repeat(20_000) }, "the answer is not OAuth"],
    [{ ...good, access_token: "" }, "the answer is not OAuth"],
    [{ ...good, token_type: "mac" }, "the answer is not OAuth"],
    // Without a key of ours nobody can have bound it to one.
    [{ ...good, token_type: "DPoP" }, "the answer is not OAuth"],
    [{ access_token: "t" }, "the answer is not OAuth"],
    [{ ...good, error: "invalid_grant" }, "refused: invalid_grant"],
    [{ error: "repeats client-secret" }, "the answer is not OAuth"],
    [[good], "the answer is not OAuth"],
    ["{", "the answer is not OAuth"],
  ])("%j is none", async (body, message) => {
    answer(body);
    await expect(requestTokens(request(), asking)).rejects.toThrow(message);
  });

  it("ends when it is endless, and when it never comes", async () => {
    let written = 0;
    remote.answer = (response) => {
      const write = (): void => {
        while (written < 50_000_000 && !response.destroyed) {
          written += 65_536;
          if (!response.write("x".repeat(65_536))) return void response.once("drain", write);
        }
        response.end();
      };
      write();
    };
    await expect(requestTokens(request(), asking)).rejects.toThrow("longer than");
    expect(written).toBeLessThan(40_000_000);
    remote.answer = () => undefined;
    await expect(requestTokens(request(), asking)).rejects.toThrow("did not answer within 500 ms");
  });

  it("is not looked for where an answer points, and never without encryption or inside the network", async () => {
    remote.answer = (response) => response.writeHead(307, { location: `${remote.issuer}/token` }).end();
    await expect(requestTokens(request(), asking)).rejects.toThrow("not OAuth");
    expect(remote.tokenRequests).toHaveLength(1);
    await expect(requestTokens(request({}, "http://login.example.com/token"), asking)).rejects.toThrow("not `https`");
    await expect(requestTokens(request({}, "https://10.0.0.1/token"), asking)).rejects.toThrow("cannot be reached");
    await expect(requestTokens(request({}, "https://169.254.169.254/t"), asking)).rejects.toThrow("cannot be reached");
  });
});

describe("a client", () => {
  it.each<[string, TokenClient | null, readonly string[] | undefined, object, string | null]>([
    ["nobody", null, undefined, {}, null],
    ["without a secret", { client_id: "a b" }, ["client_secret_basic"], { client_id: "a b" }, null],
    ["with one", { client_id: "a:b", client_secret: "c%d e~" }, undefined, {}, "a%3Ab:c%25d+e~"],
    [
      "with one for forms",
      { client_id: "a", client_secret: "s" },
      ["client_secret_post"],
      { client_id: "a", client_secret: "s" },
      null,
    ],
    ["with one that nobody wants", { client_id: "a", client_secret: "s" }, ["none"], { client_id: "a" }, null],
    [
      "that agreed",
      { client_id: "a", client_secret: "s", token_endpoint_auth_method: "client_secret_post" },
      ["client_secret_basic", "client_secret_post"],
      { client_id: "a", client_secret: "s" },
      null,
    ],
    [
      "that agreed on what is no longer known",
      { client_id: "a", client_secret: "s", token_endpoint_auth_method: "client_secret_post" },
      ["client_secret_basic"],
      {},
      "a:s",
    ],
  ])("%s", async (_, client, known, form, basic) => {
    const [headers, params] = [new Headers(), new URLSearchParams()];
    await authenticateWith(client, { issuer: "https://i", token_endpoint_auth_methods_supported: known })(
      headers,
      params,
    );
    expect(Object.fromEntries(params)).toEqual(form);
    expect(headers.get("authorization")).toBe(basic === null ? null : `Basic ${btoa(basic)}`);
  });
});

const pem = (key: KeyObject): string => key.export({ type: "pkcs8", format: "pem" }) as string;
const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const weak = generateKeyPairSync("rsa", { modulusLength: 1024 });
const curve = generateKeyPairSync("ec", { namedCurve: "P-256" });
const edwards = generateKeyPairSync("ed25519");
const none = { keyId: null, algorithm: null };

describe("a client with a key", () => {
  it.each<[string, KeyObject, string, Parameters<typeof signAsClient>[2], readonly string[], object]>([
    ["EC", curve.publicKey, pem(curve.privateKey), none, [], { alg: "ES256" }],
    ["Ed25519", edwards.publicKey, pem(edwards.privateKey), none, [], { alg: "EdDSA" }],
    [
      "RSA",
      rsa.publicKey,
      pem(rsa.privateKey),
      { ...none, keyId: "k1" },
      ["RS256", "PS256"],
      { alg: "RS256", kid: "k1" },
    ],
    ["RSA for PSS", rsa.publicKey, pem(rsa.privateKey), none, ["PS256"], { alg: "PS256" }],
    ["RSA as told", rsa.publicKey, pem(rsa.privateKey), { keyId: null, algorithm: "RS512" }, [], { alg: "RS512" }],
    [
      "a JWK",
      curve.publicKey,
      JSON.stringify({ ...curve.privateKey.export({ format: "jwk" }), kid: "j", alg: "ES256" }),
      none,
      [],
      { alg: "ES256", kid: "j" },
    ],
    [
      "a JWK that names no algorithm of keys",
      curve.publicKey,
      JSON.stringify({ ...curve.privateKey.export({ format: "jwk" }), alg: "HS256" }),
      none,
      [],
      { alg: "ES256" },
    ],
  ])("of %s signs for one audience and one use", async (_, publicKey, text, name, known, header) => {
    const sign = signAsClient("gate", text, name, known);
    const [one, other] = [await sign("https://login.example.com"), await sign("https://login.example.com")];
    const options = { audience: "https://login.example.com", issuer: "gate", subject: "gate" };
    const { payload, protectedHeader } = await jwtVerify(one, publicKey, options);
    expect(protectedHeader).toEqual({ typ: "JWT", ...header });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(60);
    expect(readClaims(other)["jti"]).not.toBe(payload.jti);
  });

  it.each<[string, string, Parameters<typeof signAsClient>[2]]>([
    ["no key", "-----BEGIN PRIVATE KEY-----\nSECRETSTUFF\n-----END PRIVATE KEY-----", none],
    ["JSON that is none", '{"kty":"EC","d":"SECRETSTUFF"}', none],
    ["a public key", curve.publicKey.export({ type: "spki", format: "pem" }) as string, none],
    ["a key for something else", pem(generateKeyPairSync("x25519").privateKey), none],
    ["a weak key", pem(weak.privateKey), none],
    ["a key of another kind than told", pem(curve.privateKey), { keyId: null, algorithm: "RS256" }],
  ])("of %s is refused, and not shown", async (_, text, name) => {
    const work = (async () => signAsClient("gate", text, name, [])("https://login.example.com"))();
    const error = (await work.catch((reason: unknown) => reason)) as Error;
    expect(error.message).toMatch(/^its private key cannot be used: /);
    expect(JSON.stringify([error, error.message])).not.toContain("SECRETSTUFF");
  });
});

describe("a proof for a token endpoint", () => {
  it("is sent anew with the nonce that is asked for, once, and with it from then on", async () => {
    const proofKey = await createProofKey("ES256");
    remote.nonce = "n-1";
    const tokens = await requestTokens(request({ proofKey }), asking);
    expect(tokens.proofKey).toBe(proofKey);
    await requestTokens(request({ proofKey }), asking);
    const proofs = remote.tokenRequests.map(({ dpop = "" }) => readClaims(dpop));
    expect(proofs.map(({ nonce = null }) => nonce)).toEqual([null, "n-1", "n-1"]);
    expect(new Set(proofs.map(({ jti }) => jti)).size).toBe(3);
    expect(proofs[0]).toMatchObject({ htm: "POST", htu: `${remote.issuer}/token` });
    expect(Object.keys(proofs[0] ?? {})).not.toContain("ath");
    remote.answer = (response) => response.writeHead(400, { "dpop-nonce": "n-2" }).end('{"error":"use_dpop_nonce"}');
    await expect(requestTokens(request({ proofKey }), asking)).rejects.toThrow("refused: use_dpop_nonce");
    expect(remote.tokenRequests).toHaveLength(5);
  });
});
