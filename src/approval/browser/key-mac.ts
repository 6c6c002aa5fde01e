import { createHmac, timingSafeEqual } from "node:crypto";
import { canonicalJson } from "../../model/canonical-json.ts";
import type { JsonObject } from "../../model/json.ts";

/** Proof that a holder of the key said this. `what` keeps the kinds of it apart: one never passes for another. */
export function makeMac(key: Uint8Array, said: JsonObject & { readonly what: string }): string {
  return createHmac("sha256", key).update(canonicalJson(said)).digest("base64url");
}

/** In a time that says nothing of where they differ. */
export function isSameSecret(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
