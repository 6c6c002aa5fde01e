import { createHash } from "node:crypto";
import { calculateJwkThumbprint, jwtVerify } from "jose";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readClaims } from "../../../../test/fixtures/identity/authorization-server.ts";
import { UpstreamError } from "../../upstream.ts";
import type { HeldTokens } from "../credentials.ts";
import { chooseProof, expectProof } from "./choose-proof.ts";
import { createSigningFetch } from "./create-signing-fetch.ts";
import type { SigningLogin } from "./create-signing-fetch.ts";
import { createProofKey, renderProof } from "./proof-key.ts";
import type { ProofKey } from "./proof-key.ts";
import { createProofNonces } from "./proof-nonces.ts";

const URL_OF_SERVER = "https://mcp.example/mcp";

let key: ProofKey;
let sent: { readonly url: string; readonly headers: Headers }[];
let answers: Response[];
let widened: (readonly string[])[];
let taken: [string, boolean][];

beforeAll(async () => {
  key = await createProofKey("ES256");
});

beforeEach(() => {
  [sent, answers, widened, taken] = [[], [], [], []];
});

const tokens = (accessToken: string, proofKey: ProofKey | null): HeldTokens => ({
  accessToken,
  refreshToken: null,
  expiresAt: null,
  scope: null,
  proofKey,
});

function login(proofKey: ProofKey | null): SigningLogin {
  return {
    url: URL_OF_SERVER,
    nonces: createProofNonces(),
    find: (token) => tokens(token, proofKey),
    noteAnswer: (...answer) => void taken.push(answer),
    widen: (_, scopes) => Promise.resolve((widened.push(scopes), "wider")),
  };
}

const send = (proofKey: ProofKey | null, url = URL_OF_SERVER, authorization = "Bearer tok"): Promise<Response> =>
  createSigningFetch(login(proofKey), (target, init) => {
    sent.push({ url: String(target), headers: new Headers(init?.headers) });
    return Promise.resolve(answers.shift() ?? new Response("ok"));
  })(url, { method: "POST", headers: { authorization, "x-own": "1" }, body: "{}" });

const refuse = (status: number, challenge: string, nonce?: string): Response => {
  const headers = new Headers({ "www-authenticate": challenge });
  if (nonce !== undefined) headers.set("dpop-nonce", nonce);
  return new Response("no", { status, headers });
};
const schemes = (): readonly (string | null)[] => sent.map(({ headers }) => headers.get("authorization"));
const proofs = (): readonly Readonly<Record<string, unknown>>[] =>
  sent.map(({ headers }) => readClaims(headers.get("dpop") ?? ""));

describe("a token that is bound to a key", () => {
  it("is sent with a proof of this request and its body", async () => {
    await send(key, `${URL_OF_SERVER}?session=1#x`);
    const [request] = sent;
    expect(request?.headers.get("authorization")).toBe("DPoP tok");
    expect(request?.headers.get("x-own")).toBe("1");
    const proof = request?.headers.get("dpop") ?? "";
    const { importJWK } = await import("jose");
    const { payload, protectedHeader } = await jwtVerify(proof, await importJWK(key.publicKey, "ES256"));
    expect(protectedHeader).toEqual({ typ: "dpop+jwt", alg: "ES256", jwk: key.publicKey });
    expect(protectedHeader.jwk).not.toHaveProperty("d");
    expect(payload).toMatchObject({
      htm: "POST",
      htu: URL_OF_SERVER,
      ath: createHash("sha256").update("tok").digest("base64url"),
      content_digest: `sha-256=:${createHash("sha256").update("{}").digest("base64")}:`,
    });
    expect(await calculateJwkThumbprint(key.publicKey)).toHaveLength(43);
  });

  it("is tried once more with the nonce that the server wants, and not endlessly", async () => {
    const challenge = 'DPoP error="use_dpop_nonce"';
    answers = [refuse(401, challenge, "a"), refuse(401, challenge, "b")];
    expect((await send(key)).status).toBe(401);
    expect(proofs().map(({ nonce = null }) => nonce)).toEqual([null, "a"]);
    expect(new Set(proofs().map(({ jti }) => jti)).size).toBe(2);
    expect(taken).toEqual([["tok", false]]);
  });

  it.each<[string, Response]>([
    ["another scheme asks", refuse(401, 'Bearer error="use_dpop_nonce"', "a")],
    ["no nonce comes", refuse(401, 'DPoP error="use_dpop_nonce"')],
    ["the nonce is none", refuse(401, 'DPoP error="use_dpop_nonce"', 'a"b')],
    ["something else is wrong", refuse(401, 'DPoP error="invalid_token"', "a")],
  ])("is not tried again where %s", async (_, response) => {
    answers = [response];
    expect((await send(key)).status).toBe(401);
    expect(sent).toHaveLength(1);
  });
});

describe("a token that is bound to nothing", () => {
  it("is sent as it is, whatever the server asks for", async () => {
    answers = [refuse(401, 'DPoP error="use_dpop_nonce"', "a")];
    await send(null);
    expect(schemes()).toEqual(["Bearer tok"]);
    expect(sent[0]?.headers.get("dpop")).toBeNull();
  });

  it.each([
    [URL_OF_SERVER, "Basic abc"],
    ["https://elsewhere.example/mcp", "Bearer tok"],
  ])("to %s as %s is no business of a login", async (url, authorization) => {
    answers = [refuse(403, 'Bearer error="insufficient_scope", scope="x"')];
    await send(key, url, authorization);
    expect(schemes()).toEqual([authorization]);
    expect([widened, taken]).toEqual([[], []]);
  });
});

describe("a server that wants more", () => {
  const more = (scope = "x y"): Response => refuse(403, `Bearer error="insufficient_scope", scope="${scope}"`);

  it("is sent the same with another token, once", async () => {
    answers = [more()];
    expect((await send(null)).status).toBe(200);
    expect(schemes()).toEqual(["Bearer tok", "Bearer wider"]);
    expect(widened).toEqual([["x", "y"]]);
    expect(taken).toEqual([
      ["tok", true],
      ["wider", true],
    ]);
  });

  it.each(["x y", "z", "ever \u001b[31m new"])("and then %j is not served again", async (scope) => {
    answers = [more(), more(scope)];
    await expect(send(null)).rejects.toThrow(UpstreamError);
    expect([sent.length, widened.length]).toEqual([2, 1]);
  });

  it.each([
    refuse(403, 'Bearer error="forbidden"'),
    refuse(403, "Basic"),
    refuse(401, 'Bearer error="insufficient_scope"'),
  ])("but does not say so is not understood as one", async (response) => {
    answers = [response];
    expect((await send(null)).status).toBe(response.status);
    expect(widened).toEqual([]);
  });
});

describe("nonces", () => {
  it("are told to nobody else, and are not collected", () => {
    const nonces = createProofNonces();
    const give = (origin: string, nonce: string): boolean =>
      nonces.observe(new URL(origin), new Headers({ "dpop-nonce": nonce }));
    expect(give("https://a.example/x", "n")).toBe(true);
    expect([nonces.find(new URL("https://a.example/y")), nonces.find(new URL("https://b.example"))]).toEqual([
      "n",
      null,
    ]);
    for (let n = 0; n < 20; n += 1) give(`https://h${n}.example`, "n");
    expect(nonces.find(new URL("https://h19.example"))).toBeNull();
    expect(give("https://a.example", "x".repeat(2000))).toBe(false);
  });
});

describe("whether tokens are bound", () => {
  const known = ["RS256", "ES256", "none"];
  it.each<[boolean | null, boolean, unknown, string | null]>([
    [null, false, known, null],
    [null, true, known, "ES256"],
    [null, true, undefined, null],
    [null, true, ["none", "HS256"], null],
    [false, true, known, null],
    [true, false, ["EdDSA"], "EdDSA"],
  ])("with dpop %j, a server that wants it %j, and %j", (wanted, wantsProof, algorithms, chosen) => {
    const metadata = { dpop_signing_alg_values_supported: algorithms } as never;
    expect(chooseProof(wanted, { metadata, wantsProof })).toBe(chosen);
  });

  it("is no wish but a condition with `dpop = true`", () => {
    expect(() => chooseProof(true, { metadata: {} as never, wantsProof: true })).toThrow("does not say that it binds");
    expect(() => expectProof(true, tokens("t", null))).toThrow("bound to nothing");
    expect(() => expectProof(null, tokens("t", null))).not.toThrow();
  });

  it.each(["ES256", "EdDSA", "ES384", "PS256", "RS256"] as const)("%s signs", async (algorithm) => {
    const pair = await createProofKey(algorithm);
    const about = { method: "get", url: new URL("https://a.example/x?y"), nonce: null, accessToken: null, body: null };
    const { importJWK } = await import("jose");
    const { payload } = await jwtVerify(await renderProof(pair, about), await importJWK(pair.publicKey, algorithm));
    expect(payload).toMatchObject({ htm: "GET", htu: "https://a.example/x" });
  });
});
