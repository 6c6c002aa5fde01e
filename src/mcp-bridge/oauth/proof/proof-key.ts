import { createHash, randomUUID } from "node:crypto";
import type { JWK } from "jose";

/** A key that tokens of one login are bound to (DPoP, RFC 9449). Secret. */
export interface ProofKey {
  readonly algorithm: ProofAlgorithm;
  readonly privateKey: JWK;
  readonly publicKey: JWK;
}

/** What Toolgate can sign with, the best first. */
const ALGORITHMS = ["ES256", "EdDSA", "ES384", "PS256", "RS256"] as const;
export type ProofAlgorithm = (typeof ALGORITHMS)[number];

/** @param known what the other side says that it knows. `null`: nothing of it is known here */
export function chooseProofAlgorithm(known: unknown): ProofAlgorithm | null {
  if (!Array.isArray(known)) return null;
  return ALGORITHMS.find((algorithm) => known.includes(algorithm)) ?? null;
}

export async function createProofKey(algorithm: ProofAlgorithm): Promise<ProofKey> {
  const { exportJWK, generateKeyPair } = await import("jose");
  const pair = await generateKeyPair(algorithm, { extractable: true });
  const [privateKey, publicKey] = await Promise.all([exportJWK(pair.privateKey), exportJWK(pair.publicKey)]);
  return { algorithm, privateKey, publicKey };
}

/** What a proof is for. */
export interface ProvenRequest {
  readonly method: string;
  readonly url: URL;
  /** What the other side wants to find in it; `null`: nothing. */
  readonly nonce: string | null;
  /** The token that is sent along; `null` where one is asked for. */
  readonly accessToken: string | null;
  /** What is sent to an MCP server: its one address takes everything, so the proof names the body too. `null`: none. */
  readonly body: Uint8Array | string | null;
}

/** A proof for one request; no two are alike. */
export async function renderProof(key: ProofKey, request: ProvenRequest): Promise<string> {
  const { importJWK, SignJWT } = await import("jose");
  const { method, url, nonce, accessToken, body } = request;
  const claims = {
    jti: randomUUID(),
    htm: method.toUpperCase(),
    htu: `${url.origin}${url.pathname}`,
    ...(nonce === null ? {} : { nonce }),
    ...(accessToken === null ? {} : { ath: createHash("sha256").update(accessToken).digest("base64url") }),
    ...(body === null ? {} : { content_digest: `sha-256=:${createHash("sha256").update(body).digest("base64")}:` }),
  };
  return new SignJWT(claims)
    .setProtectedHeader({ typ: "dpop+jwt", alg: key.algorithm, jwk: key.publicKey })
    .setIssuedAt()
    .sign(await importJWK(key.privateKey, key.algorithm));
}
