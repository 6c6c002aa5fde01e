import { hash, hkdfSync, timingSafeEqual, type KeyObject } from "node:crypto";

/** What lines of spools are sealed with. */
export type SpoolKey = string & { readonly __brand: "SpoolKey" };

export interface SpoolLine {
  /** How many lines the spool had before this one, those that are gone included. */
  readonly number: number;
  /** Without a line break. */
  readonly text: string;
}

/** A key of its own: what is sealed here means nothing anywhere else. */
export function toSpoolKey(headKey: KeyObject): SpoolKey {
  return Buffer.from(hkdfSync("sha256", headKey, "", "toolgate-audit-spool", 32)).toString("hex") as SpoolKey;
}

/**
 * A line with its end. Nobody without the key can write, change or number one.
 * @param spool the name of the file, which is random: no line is good in another one
 */
export function sealLine(key: SpoolKey, spool: string, { number, text }: SpoolLine): string {
  return `${toMac(key, spool, number, text)} ${number} ${text}\n`;
}

/** @param line without its end. `null`: it was not sealed with this key for this spool */
export function openLine(key: SpoolKey, spool: string, line: string): SpoolLine | null {
  const [, mac = "", digits = "", text = ""] = LINE.exec(line) ?? [];
  const number = Number(digits);
  const [given, expected] = [Buffer.from(mac), Buffer.from(toMac(key, spool, number, text))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? { number, text } : null;
}

const LINE = /^([0-9a-f]{64}) (\d{1,15}) (.*)$/su;

/**
 * SHA-3 of key and text is a MAC by itself: unlike SHA-2 it cannot be continued by whoever knows a hash (Keccak team, "Is
 * there a need for HMAC?"). It takes one call; an HMAC object takes longer than all else that a line takes.
 */
function toMac(key: SpoolKey, spool: string, number: number, text: string): string {
  return hash("sha3-256", `${key}:${spool}:${number}:${text}`);
}
