import { randomBytes } from "node:crypto";
import { isSameSecret, makeMac } from "./key-mac.ts";

/** How long a link is good for. */
const LIFETIME_MS = 2 * 60_000;
const NONCE_BYTES = 16;
const CODE = /^([0-9a-z]{6,12})\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

export interface LoginCode {
  /** Different for each code: whoever takes one remembers it until it is over. */
  readonly nonce: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** What lets a browser log in: proof that a holder of the approver key wanted it, at one gateway, in the next two minutes. */
export function makeLoginCode(key: Uint8Array, gateway: string, now: number): { code: string; expiresAt: number } {
  const expiresAt = now + LIFETIME_MS;
  const nonce = randomBytes(NONCE_BYTES).toString("base64url");
  return { code: [expiresAt.toString(36), nonce, macOf(key, gateway, { nonce, expiresAt })].join("."), expiresAt };
}

/** `null`: it is not in order, of another gateway, over, or good for longer than any code is. */
export function openLoginCode(key: Uint8Array, gateway: string, code: string, now: number): LoginCode | null {
  const [, end = "", nonce = "", mac = ""] = CODE.exec(code) ?? [];
  const expiresAt = Number.parseInt(end, 36);
  if (!isSameSecret(macOf(key, gateway, { nonce, expiresAt }), mac)) return null;
  return expiresAt > now && expiresAt <= now + LIFETIME_MS ? { nonce, expiresAt } : null;
}

function macOf(key: Uint8Array, gateway: string, { nonce, expiresAt }: LoginCode): string {
  return makeMac(key, { what: "browser login", gateway, nonce, expiresAt: String(expiresAt) });
}
