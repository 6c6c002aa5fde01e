import { hash, hkdfSync, timingSafeEqual, type KeyObject } from "node:crypto";

/** What lines of spools are sealed with: two keys of their own, each as long as a block of the hash. */
export interface SpoolKey {
  readonly inner: string;
  readonly outer: string;
}

export interface SpoolLine {
  /** How many lines the spool had before this one, those that are gone included. */
  readonly number: number;
  /** Without a line break. */
  readonly text: string;
}

/** Keys of its own: what is sealed here means nothing anywhere else. */
export function toSpoolKey(headKey: KeyObject): SpoolKey {
  const derive = (what: string): string =>
    Buffer.from(hkdfSync("sha256", headKey, "", `toolgate-audit-spool-${what}`, 32)).toString("hex");
  return { inner: derive("inner"), outer: derive("outer") };
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

const LINE = /^([0-9a-f]{64}) (0|[1-9]\d{0,14}) (.*)$/su;

/**
 * NMAC, of which HMAC is the form with one key (Bellare, Canetti, Krawczyk, "Keying Hash Functions for Message
 * Authentication"): two hashes of a text each, where an HMAC object takes longer than all else that a line takes.
 */
function toMac({ inner, outer }: SpoolKey, spool: string, number: number, text: string): string {
  return hash("sha256", outer + hash("sha256", `${inner}${spool}:${number}:${text}`));
}
