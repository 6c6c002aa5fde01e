import { createPrivateKey, randomUUID } from "node:crypto";
import type { KeyObject } from "node:crypto";
import type { JWK } from "jose";
import { SIGNING_ALGORITHMS } from "../../../config/mcp/upstream-auth.ts";
import type { PrivateKeyName, SigningAlgorithm } from "../../../config/mcp/upstream-auth.ts";
import { UpstreamError } from "../../upstream.ts";

/** How long a statement counts: it is used at once. */
const LIFE_SECONDS = 60;

/**
 * Signs who a client is (`private_key_jwt`, RFC 7523), for one audience and one use.
 *
 * @param text a private key as PEM (PKCS#8) or JWK
 * @param known what the authorization server takes; empty: not said
 * @throws UpstreamError that shows nothing of the key
 */
export function signAsClient(
  clientId: string,
  text: string,
  { keyId, algorithm }: Pick<PrivateKeyName, "keyId" | "algorithm">,
  known: readonly string[],
): (audience: string) => Promise<string> {
  const { key, jwk } = readKey(text);
  const alg = algorithm ?? chooseAlgorithm(key, jwk, known);
  const kid = keyId ?? jwk?.kid ?? null;
  return async (audience) => {
    const { SignJWT } = await import("jose");
    const now = Math.floor(Date.now() / 1000);
    const statement = new SignJWT()
      .setProtectedHeader({ alg, typ: "JWT", ...(kid === null ? {} : { kid }) })
      .setIssuer(clientId)
      .setSubject(clientId)
      .setAudience(audience)
      .setJti(randomUUID())
      .setIssuedAt(now)
      .setExpirationTime(now + LIFE_SECONDS);
    return statement.sign(key).catch(() => {
      throw unusable(`it cannot sign with ${alg}`);
    });
  };
}

function readKey(text: string): { readonly key: KeyObject; readonly jwk: JWK | null } {
  try {
    if (!text.trimStart().startsWith("{")) return { key: createPrivateKey(text), jwk: null };
    const jwk = JSON.parse(text) as JWK;
    return { key: createPrivateKey({ key: jwk, format: "jwk" }), jwk };
  } catch {
    throw unusable("expected a private key as PEM (PKCS#8) or JWK");
  }
}

const CURVES: Readonly<Record<string, SigningAlgorithm>> = {
  prime256v1: "ES256",
  secp384r1: "ES384",
  secp521r1: "ES512",
};

function chooseAlgorithm(key: KeyObject, jwk: JWK | null, known: readonly string[]): SigningAlgorithm {
  const named = SIGNING_ALGORITHMS.find((algorithm) => algorithm === jwk?.alg);
  if (named !== undefined) return named;
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  if (type === "ed25519") return "EdDSA";
  if (type === "rsa-pss") return "PS256";
  if (type === "rsa") return !known.includes("RS256") && known.includes("PS256") ? "PS256" : "RS256";
  const chosen = CURVES[details?.namedCurve ?? ""];
  if (chosen === undefined) throw unusable("expected a key of a kind that signs: EC, Ed25519 or RSA");
  return chosen;
}

function unusable(reason: string): UpstreamError {
  const hint = "set the secret that `private_key` names once more: toolgate secrets set";
  return new UpstreamError(`its private key cannot be used: ${reason}`, hint);
}
